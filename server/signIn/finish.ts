/**
 * Finishes every login, whatever was proven: the next step, the session, the failures before it, the known browser, the event, and
 * the reply. Also refuses logins.
 */
import type { Outcome } from '../../api/contract/login.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/append.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { CallOf } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { isPermanent } from '../lockout/rule.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { recordEntry } from '../accounts/logIn.ts';
import type { Account, LockedAccount } from './accounts.ts';
import { KNOWN_BROWSER_MS, recordBrowser } from './knownBrowsers.ts';

/** A call of the contract, or a browser that comes back from an identity provider. */
export type SignInCall = Pick<
  CallOf<'Login.Login'>,
  'request' | 'reply' | 'now' | 'locale' | 'origin' | 'session' | 'principal'
> & { readonly name: string };

export interface Finished {
  readonly outcome: Outcome;
  readonly opened?: OpenedSession;
  /** Token for a browser new to the account. */
  readonly newBrowser?: string | undefined;
}

export interface SecondFactors {
  /** Whether this browser skips the MFA code for this user; provided by the MFA module. */
  readonly remembersBrowser: (tx: Transaction, userId: string, browser: string | undefined, now: Date) => Promise<boolean>;
  /** Deletes the browsers that skip the code; provided by the MFA module. */
  readonly forgetBrowsers: (tx: Transaction, userId: string) => Promise<unknown>;
  /** Whether the user has a passkey; provided by the passkeys module. */
  readonly hasPasskeys: (queries: Queries, userId: string) => Promise<boolean>;
}

/** The factors that were proven. */
export interface Proof {
  /** Values of `amr` (RFC 8176); without `mfa` the second factor follows, where there is one. */
  readonly methods: readonly string[];
  readonly passkeyId?: string | undefined;
  /** Details of the event. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

interface Ending extends Proof {
  readonly remember: boolean;
  /** The address to which the login leads. */
  readonly returnUrl: string | null;
  /** Failures since the last login, without this attempt. */
  readonly failures: number;
  /** Set if the attempt was counted before it was checked: the lock that it set, and the known browser for which it was counted. */
  readonly attempt?: { readonly lock: Date | null; readonly browser?: unknown } | undefined;
  /** Whether the previous step has recorded the browser. */
  readonly isSecondStep?: boolean;
  readonly newHash?: string | undefined;
}

/** Whether the organisation requires its identity provider of this account in this browser; provided by the connections module. */
export type MustUseProvider = (
  queries: Queries,
  userId: string | undefined,
  call: Pick<SignInCall, 'request' | 'now'>,
) => Promise<boolean>;

export type SignIn = ReturnType<typeof signInFinish>;

export function signInFinish(
  { config }: Pick<Context, 'config'>,
  { cookies }: Pick<SecurityContext, 'cookies'>,
  sessions: SessionManager,
  factors: SecondFactors & { readonly mustUseProvider: MustUseProvider },
) {
  /**
   * Finishes the login of an account whose row is locked, and that may log in (`refusalOf`). Rejects the second step of one that began
   * before the identity provider was required.
   */
  async function finish(tx: Transaction, call: SignInCall, account: LockedAccount, ending: Ending): Promise<Finished> {
    const { request, now, locale } = call;
    const { user_id: userId } = account;
    const { methods, passkeyId, remember, returnUrl, attempt, newHash } = ending;
    if (ending.isSecondStep && !methods.includes('fed') && (await factors.mustUseProvider(tx, userId, call)))
      return reject(tx, call, account, 'ProviderRequired');
    const step = methods.includes('mfa') ? 'SignedIn' : await nextStep(tx, call, account);
    const done = step === 'SignedIn';
    // A password does not clear wrong codes: whoever knows it may be the one who guesses them.
    const clearsCodes = methods.some((method) => method !== 'pwd');
    await recordEntry(tx, userId, { done, attempt, clearsCodes, locale, newHash, now });
    const kind = done ? 'full' : 'pending';
    const opening = { userId, kind, remember, now, returnUrl, methods, passkeyId } as const;
    const opened = await sessions.open(tx, request, opening, call.session);
    const browser = { done, mailLimit: config.LIMIT_BROWSER_MAILS };
    const newBrowser =
      ending.isSecondStep || attempt?.browser
        ? undefined
        : await recordBrowser(tx, call, account, cookies.get(request, 'known'), browser);
    await appendAuditEvent(tx, originOf(call, account), {
      ...eventOf(call, account),
      details: { ...ending.details, outcome: step },
    });
    const redirectUrl = redirectOf(step, returnUrl ?? '/', remember);
    return {
      opened,
      newBrowser,
      outcome: { outcome: step, redirectUrl, ...(done && failuresBefore(ending.failures, account.last_failed_at)) },
    };
  }

  /** The step after a first factor: none, a code or a passkey, or setting one of them up. */
  async function nextStep(tx: Transaction, { request, now }: SignInCall, account: Account): Promise<Step> {
    if (!account.mfa_enrolled_at) {
      if (mfaRequiredBy(config, account) === null) return 'SignedIn';
      // A passkey is the second factor: enrolling another with the password alone would replace it.
      return (await factors.hasPasskeys(tx, account.user_id)) ? 'MfaCodeRequired' : 'MfaEnrolmentRequired';
    }
    // Administrators prove the second factor at each login; a browser may be from before they were.
    if (hasAdministrativeRole(account)) {
      await factors.forgetBrowsers(tx, account.user_id);
      return 'MfaCodeRequired';
    }
    const remembered = cookies.get(request, 'browser');
    return (await factors.remembersBrowser(tx, account.user_id, remembered, now)) ? 'SignedIn' : 'MfaCodeRequired';
  }

  /** Call it after the transaction has committed. */
  function setCookies({ reply }: Pick<SignInCall, 'reply'>, { opened, newBrowser }: Finished): void {
    if (opened) sessions.setCookies(reply, opened);
    if (newBrowser !== undefined) cookies.set(reply, 'known', newBrowser, KNOWN_BROWSER_MS);
  }

  return { finish, setCookies };
}

type Step = Exclude<Outcome['outcome'], 'Rejected'>;
type Reason = NonNullable<Outcome['reason']>;

/** The address at which the browser continues. */
const redirectOf = (step: Step, returnUrl: string, remember: boolean): string =>
  ({
    SignedIn: returnUrl,
    MfaCodeRequired: `/LoginMfa/${String(remember)}`,
    MfaEnrolmentRequired: '/EnrolMfa',
  })[step];

/** Shown after a complete login. */
const failuresBefore = (failures: number, lastFailedAt: Date | null): Pick<Outcome, 'failedSignIns' | 'lastFailedAt'> =>
  failures > 0 ? { failedSignIns: failures, ...(lastFailedAt && { lastFailedAt: lastFailedAt.toISOString() }) } : {};

/** The reason why an account may not log in, whatever is proven. */
export const refusalOf = ({ enabled, approved }: Pick<Account, 'enabled' | 'approved'>): Reason | undefined =>
  enabled ? (approved ? undefined : 'NotApproved') : 'Disabled';

/** The subject of a login's event; without a user id it is a name that no account has. */
interface Named {
  readonly user_name: string | null;
  readonly user_id?: string | undefined;
  readonly organisation_id: string | null;
}

/** @param until end of a lock; undefined for a permanent one */
export async function reject(
  queries: Queries,
  call: Pick<SignInCall, 'name' | 'origin' | 'now'>,
  account: Named,
  reason: Reason,
  until?: Date | null,
): Promise<Finished> {
  await recordFailedSignIn(queries, call, account, { reason });
  if (!until || isPermanent(until, call.now)) return { outcome: { outcome: 'Rejected', reason } };
  const seconds = Math.ceil((until.getTime() - call.now.getTime()) / 1000);
  return { outcome: { outcome: 'Rejected', reason, retryAfterSeconds: Math.max(1, seconds) } };
}

export async function recordFailedSignIn(
  queries: Queries,
  call: Pick<SignInCall, 'name' | 'origin'>,
  account: Named,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await appendAuditEvent(queries, originOf(call, account), { ...eventOf(call, account), outcome: 'failure', details });
}

/** There is no session yet: the actor is the account, if it exists. */
const originOf = ({ origin }: Pick<SignInCall, 'origin'>, { user_id: userId, user_name: name }: Named): AuditOrigin => ({
  ...origin,
  actor: userId === undefined ? null : name,
  onBehalfOf: null,
});

const eventOf = ({ name }: Pick<SignInCall, 'name'>, account: Named) => ({
  action: name,
  target: account.user_name,
  targetUserId: account.user_id,
  organisationId: account.organisation_id,
});
