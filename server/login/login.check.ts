/** The session check: of the own page, and of proxies that guard other applications with it (forward authentication). */
import { accessDenial, type AccessDenial } from '../../api/contract/applications.policy.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { Principal } from '../session/principal.ts';
import type { LoginFacade } from './login.completion.ts';

type Call = CallOf<'Login.Check'>;

const CODES = {
  login: 'SessionRequired',
  secondFactor: 'SessionRequired',
  passwordChange: 'PasswordChangeRequired',
  impersonating: 'Impersonating',
  noAccess: 'Forbidden',
} as const;

export function loginCheck({ db }: Context, { hasPasskeys }: Pick<LoginFacade, 'hasPasskeys'>) {
  return async ({ principal, session, reply }: Call) => {
    const denial = accessDenial(principal);
    if (denial || principal.kind !== 'session')
      throw problem(CODES[denial ?? 'login'], { headers: { location: await locationOf(denial ?? 'login', principal) } });
    const { userName, userId, displayName, email, roles, organisationId } = principal.person;
    const impersonator = session?.impersonation?.by;
    // A guarded application can't enforce a read-only impersonation: to it the caller is anonymous.
    if (session?.impersonation?.access !== 'read')
      void reply.headers({
        'remote-user': asHeader(userName),
        'remote-email': asHeader(email),
        'remote-name': asHeader(displayName),
        'remote-groups': roles.map(asHeader).join(','),
        'remote-organisation': organisationId,
        // A guarded application shows or refuses an administrator who acts as its user.
        ...(impersonator ? { 'remote-impersonator': asHeader(impersonator.userName) } : {}),
      });
    return { userName, userId, displayName, roles: [...roles] };
  };

  /** Where what is missing can be done. */
  async function locationOf(denial: AccessDenial, principal: Principal): Promise<string> {
    if (denial === 'passwordChange') return '/SecurityDetails';
    if (denial === 'secondFactor' && principal.kind === 'pending') return secondStepOf(principal);
    return denial === 'login' ? '/Login' : '/NoAccess';
  }

  /**
   * A pending session continues at its MFA step, which learns whether a passkey is the only factor or also one, and whether the browser
   * can be remembered.
   */
  async function secondStepOf({ person, session }: Extract<Principal, { kind: 'pending' }>): Promise<string> {
    const { mfa_enrolled_at: enrolled } = await db
      .selectFrom('users')
      .select('mfa_enrolled_at')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const hasPasskey = await hasPasskeys(db, person.userId);
    if (!enrolled && !hasPasskey) return '/EnrolMfa';
    const facts = new URLSearchParams({
      ...(hasPasskey && { passkey: enrolled ? 'also' : 'only' }),
      ...(enrolled && hasAdministrativeRole(person) && { browser: 'never' }),
    });
    return `/LoginMfa/${String(session.remember)}${facts.size > 0 ? `?${String(facts)}` : ''}`;
  }
}

/** Headers are ASCII: other characters, `%` and the comma that separates groups are percent-encoded as UTF-8. */
const asHeader = (text: string) => text.toWellFormed().replaceAll(/[^\x20-\x24\x26-\x2b\x2d-\x7e]+/g, encodeURIComponent);
