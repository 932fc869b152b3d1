/** The result of a right password: a session, or a pending one that waits for the MFA code or enrolment. */
import type { Outcome } from '../../api/contract/login.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { recordLogin, type Account } from './accounts.ts';
import type { Attempt } from './attempt.ts';
import { clearBrowserFailures } from './knownBrowsers.ts';
import { targetOf, type Applications } from './applications.ts';
import { recordBrowser } from './browsers.ts';
import { eventOf, originFor } from './events.ts';

export interface LoggedIn {
  outcome: Outcome;
  opened?: OpenedSession;
  /** Token of a browser new to the account. */
  newBrowser?: string;
}

export interface LoginFacade {
  sessions: SessionManager;
  /** Whether this browser skips the MFA code for this user; provided by the MFA module. */
  remembersBrowser: (tx: Transaction, userId: string, browser: string | undefined, now: Date) => Promise<boolean>;
  /** Deletes the browsers that skip the code; provided by the MFA module. */
  forgetBrowsers: (tx: Transaction, userId: string) => Promise<unknown>;
  applications: Applications;
  /** Whether the user has a passkey; provided by the passkeys module. */
  hasPasskeys: (queries: Queries, userId: string) => Promise<boolean>;
  /** Tokens from the browser cookies. */
  browserOf: (call: CallOf<'Login.Login'>) => { known: string | undefined; remembered: string | undefined };
}

type LoginCall = CallOf<'Login.Login'>;
type Counted = Extract<Attempt, { kind: 'counted' }>;
type Step = Exclude<Outcome['outcome'], 'Rejected'>;

export function completion({ config, secret }: Context, facade: LoginFacade) {
  /** @returns undefined if the account changed while its password was checked */
  return async function completeLogin(
    tx: Transaction,
    call: LoginCall,
    account: Account,
    attempt: Counted,
    { newHash, applications }: { newHash: string | undefined; applications: Awaited<ReturnType<Applications>> },
  ): Promise<LoggedIn | undefined> {
    const step = await nextStep(tx, call, account);
    const done = step === 'SignedIn';
    const entry = { done, lock: attempt.lock, locale: call.locale, newHash };
    if (!(await recordLogin(tx, account, entry, call.now))) return undefined;
    if (attempt.browser) await clearBrowserFailures(tx, account.user_id, attempt.browser);
    const { rememberMe = false } = call.body;
    const targetUrl = targetOf(config, applications, call.body, account);
    const opened = await facade.sessions.open(
      tx,
      call.request,
      {
        userId: account.user_id,
        kind: done ? 'full' : 'pending',
        remember: rememberMe,
        now: call.now,
        returnUrl: targetUrl,
        methods: ['pwd'],
      },
      call.session,
    );
    const newBrowser = await recordBrowser(tx, call, account, facade.browserOf(call).known, {
      done,
      mailLimit: config.LIMIT_BROWSER_MAILS,
    });
    await appendAuditEvent(tx, originFor(call, account), { ...eventOf(secret, call, account), details: { outcome: step } });
    const redirectUrl = {
      SignedIn: targetUrl,
      MfaCodeRequired: `/LoginMfa/${String(rememberMe)}`,
      MfaEnrolmentRequired: '/EnrolMfa',
    };
    return {
      opened,
      ...(newBrowser ? { newBrowser } : {}),
      outcome: { outcome: step, redirectUrl: redirectUrl[step], ...(done ? failureSummary(account, attempt) : {}) },
    };
  };

  async function nextStep(tx: Transaction, call: LoginCall, account: Account): Promise<Step> {
    if (!account.mfa_enrolled_at) {
      if (mfaRequiredBy(config, account) === null) return 'SignedIn';
      // A passkey is the second factor: enrolling another with the password alone would replace it.
      return (await facade.hasPasskeys(tx, account.user_id)) ? 'MfaCodeRequired' : 'MfaEnrolmentRequired';
    }
    // Administrators prove the second factor at each login; a browser may be from before they were.
    if (hasAdministrativeRole(account)) {
      await facade.forgetBrowsers(tx, account.user_id);
      return 'MfaCodeRequired';
    }
    const { remembered } = facade.browserOf(call);
    return (await facade.remembersBrowser(tx, account.user_id, remembered, call.now)) ? 'SignedIn' : 'MfaCodeRequired';
  }
}

const failureSummary = (account: Account, { failuresBefore }: Counted): Partial<Outcome> =>
  failuresBefore === 0
    ? {}
    : {
        failedSignIns: failuresBefore,
        ...(account.last_failed_at ? { lastFailedAt: account.last_failed_at.toISOString() } : {}),
      };
