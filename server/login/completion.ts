/** The result of a right password: a session, or a pending one that waits for the MFA code or enrolment. */
import type { Outcome } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { OpenedSession } from '../session/sessions.ts';
import type { CallOf } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { clearFailures } from '../lockout/count.ts';
import { failuresBefore } from '../lockout/outcome.ts';
import { recordLogin, type Account } from './accounts.ts';
import type { CountedLogin } from './attempt.ts';
import { targetOf, type Applications } from './applications.ts';
import { recordBrowser } from './browsers.ts';
import { eventOf, originFor } from './events.ts';
import { nextStep, redirectOf, type SecondFactors } from './nextStep.ts';

export interface LoggedIn {
  outcome: Outcome;
  opened?: OpenedSession;
  /** Token of a browser new to the account. */
  newBrowser?: string;
}

export type MustUseProvider = (
  queries: Queries,
  userId: string | undefined,
  call: Pick<CallOf<'Login.Login'>, 'request' | 'now'>,
) => Promise<boolean>;

export interface LoginFacade extends SecondFactors {
  sessions: SessionManager;
  applications: Applications;
  /** Whether the organisation requires its identity provider of this account; provided by the connections module. */
  mustUseProvider: MustUseProvider;
  /** Tokens from the browser cookies. */
  browserOf: (call: CallOf<'Login.Login'>) => { known: string | undefined; remembered: string | undefined };
}

type LoginCall = CallOf<'Login.Login'>;

export function completion({ config, secret }: Context, facade: LoginFacade) {
  /** @returns undefined if the account changed while its password was checked */
  return async function completeLogin(
    tx: Transaction,
    call: LoginCall,
    account: Account,
    attempt: CountedLogin,
    { newHash, applications }: { newHash: string | undefined; applications: Awaited<ReturnType<Applications>> },
  ): Promise<LoggedIn | undefined> {
    const { known, remembered } = facade.browserOf(call);
    const step = await nextStep(config, facade, tx, account, { remembered, now: call.now });
    const done = step === 'SignedIn';
    const entry = { done, lock: attempt.lock, locale: call.locale, newHash };
    if (!(await recordLogin(tx, account, entry, call.now))) return undefined;
    if (attempt.browser) await clearFailures(tx, attempt.browser.subject, attempt.browser.lock);
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
    const newBrowser = await recordBrowser(tx, call, account, known, {
      done,
      mailLimit: config.LIMIT_BROWSER_MAILS,
    });
    await appendAuditEvent(tx, originFor(call, account), { ...eventOf(secret, call, account), details: { outcome: step } });
    return {
      opened,
      ...(newBrowser ? { newBrowser } : {}),
      outcome: {
        outcome: step,
        redirectUrl: redirectOf(step, targetUrl, rememberMe),
        ...(done ? failuresBefore(attempt.failures - 1, account.last_failed_at) : {}),
      },
    };
  };
}
