/** The session check: of the own page, and of proxies that guard other applications with it (forward authentication). */
import { accessDenial, type AccessDenial, type ApplicationAccess } from '../../api/contract/applications.policy.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { OUR_PARAMETERS, readKey } from '../accounts/authenticatorKey.ts';
import type { Context } from '../context.ts';
import { authenticatorContext } from '../encryption/storedSecrets.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { remoteHeaders } from '../session/remoteHeaders.ts';
import type { Principal } from '../session/principal.ts';
import type { SecondFactors } from '../signIn/finish.ts';

type Call = CallOf<'Login.Check'>;

const CODES = {
  login: 'SessionRequired',
  secondFactor: 'SessionRequired',
  passwordChange: 'PasswordChangeRequired',
  impersonating: 'Impersonating',
  noAccess: 'Forbidden',
} as const;

interface GuardedApplication extends ApplicationAccess {
  readonly applicationId: string;
  readonly name: string;
  /** When the user asked for last used it. */
  readonly lastUsedAt: Date | null;
}

/** A use by a session; `since` is the beginning of the login. */
interface Use extends Pick<Call, 'origin' | 'now'> {
  readonly userId: string;
  readonly since: Date;
}

/** Guarded applications; the applications module provides them. */
export interface GuardedApplications {
  /** Undefined if there is none, or if it is disabled. */
  readonly find: (id: string, userId: string | null) => Promise<GuardedApplication | undefined>;
  readonly recordUse: (application: GuardedApplication, use: Use) => Promise<void>;
  readonly recordRefusal: (application: GuardedApplication, use: Use, reason: AccessDenial) => Promise<void>;
}

interface CheckDependencies {
  readonly hasPasskeys: SecondFactors['hasPasskeys'];
  readonly guarded: GuardedApplications;
}

export function loginCheck({ db, keyring }: Context, { hasPasskeys, guarded }: CheckDependencies) {
  return async ({ principal, session, query, reply, origin, now }: Call) => {
    const named = query.application;
    const userId = principal.kind === 'session' ? principal.person.userId : null;
    const application = named === undefined ? undefined : await guarded.find(named, userId);
    // A named application that is not found is refused: a fault of the proxy's configuration must not open it.
    const denial = accessDenial(principal, application) ?? (named !== undefined && !application ? 'noAccess' : undefined);
    const use = session && userId !== null ? { userId, since: session.createdAt, origin, now } : undefined;
    if (denial || principal.kind !== 'session') {
      if (application && use && denial) await guarded.recordRefusal(application, use, denial);
      throw refusal(denial ?? 'login', await locationOf(denial ?? 'login', principal, application?.name));
    }
    if (application && use) await guarded.recordUse(application, use);
    const { userName, displayName, roles } = principal.person;
    const impersonation = session?.impersonation;
    // A guarded application can't enforce a read-only impersonation, so that the caller counts as anonymous.
    if (impersonation?.access !== 'read')
      void reply.headers(remoteHeaders(principal.person, principal.profile.isEmailProven, impersonation?.by));
    return { userName, userId: principal.person.userId, displayName, roles: [...roles] };
  };

  /** The page on which the user can do what is missing. */
  async function locationOf(denial: AccessDenial, principal: Principal, application: string | undefined): Promise<string> {
    if (denial === 'login') return '/Login';
    if (denial === 'passwordChange') return '/SecurityDetails';
    if (denial === 'secondFactor' && principal.kind === 'pending') return secondStepOf(principal);
    return application === undefined ? '/NoAccess' : `/NoAccess?${new URLSearchParams({ application }).toString()}`;
  }

  /**
   * A pending session continues at its MFA step, which learns whether a passkey is the only factor or also one, whether the browser can be
   * remembered, and how many digits a code has, if it has others than our own.
   */
  async function secondStepOf({ person, session }: Extract<Principal, { kind: 'pending' }>): Promise<string> {
    const { mfa_enrolled_at: enrolled, mfa_secret: stored } = await db
      .selectFrom('users')
      .select(['mfa_enrolled_at', 'mfa_secret'])
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const hasPasskey = await hasPasskeys(db, person.userId);
    if (!enrolled && !hasPasskey) return '/EnrolMfa';
    const key = stored === null ? undefined : readKey(await keyring.decrypt(db, authenticatorContext(person.userId), stored));
    const facts = new URLSearchParams({
      ...(hasPasskey && { passkey: enrolled ? 'also' : 'only' }),
      ...(enrolled && hasAdministrativeRole(person) && { browser: 'never' }),
      ...(key && key.digits !== OUR_PARAMETERS.digits && { digits: String(key.digits) }),
    });
    return `/LoginMfa/${String(session.remember)}${facts.size > 0 ? `?${String(facts)}` : ''}`;
  }
}

const refusal = (denial: AccessDenial, location: string) => problem(CODES[denial], { headers: { location } });
