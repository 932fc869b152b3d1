/**
 * Login: counts the attempt, checks the password, then decides the outcome. An unknown name takes the same time and gets the same
 * response as a wrong password (user enumeration).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { nameKey } from '../db/nameKey.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { refuseWhenFull } from '../http/throttle.ts';
import { MAX_PASSWORD_BYTES, passwordTooLong } from '../password/passwordHasher.ts';
import { clearFailures, recordFailure } from '../lockout/count.ts';
import { rejection } from '../lockout/outcome.ts';
import { findAccount, type Account } from './accounts.ts';
import { ADDRESS_WINDOW_MS, bucketsOf, recordAddressFailure, recordAddressSuccess } from './address.ts';
import { countLogin, type CountedLogin, type LoginAttempt } from './attempt.ts';
import { completion, type LoggedIn, type LoginFacade } from './completion.ts';
import { loginDelay } from './delay.ts';
import { eventOf, originFor } from './events.ts';
import { keyedMutex } from './keyedMutex.ts';

const RECHECK_MS = 100;

type LoginCall = CallOf<'Login.Login'>;
type Reason = NonNullable<Outcome['reason']>;

interface Checked {
  account: Account | undefined;
  attempt: LoginAttempt;
  isCorrect: boolean;
  /** The password does not count: the organisation requires its identity provider. Looks like a wrong one. */
  isElsewhere?: boolean;
  /** Set if the stored hash has outdated parameters. */
  newHash?: string;
}

export function loginService(context: Context, facade: LoginFacade) {
  const { config, db, log, passwords, clock, secret } = context;
  const waitIfSuspicious = loginDelay(context);
  const runExclusive = keyedMutex(config.LIMIT_HASH_WAIT_MS);
  const completeLogin = completion(context, facade);

  return {
    async logIn(call: LoginCall): Promise<LoggedIn> {
      const { userName, password } = call.body;
      if (passwordTooLong(password)) throw invalidField('password', 'maxLength', { count: MAX_PASSWORD_BYTES });
      await waitIfSuspicious({
        buckets: addressOf(call),
        userName,
        known: facade.browserOf(call).known,
        now: call.now,
      });
      const result = await runExclusive(nameKey(userName), async (waitedMs) => {
        const checked = await passwords.withSlot((hashing) => check(call, hashing), waitedMs);
        const { account, attempt, isCorrect, isElsewhere, newHash } = checked;
        if (attempt.kind === 'locked') return rejected(call, account, 'Locked', attempt.until);
        const entered = isCorrect && account ? await completeOrReject(call, account, attempt, newHash) : undefined;
        if (!entered) await refuse(call, account, attempt, isElsewhere ? 'ProviderRequired' : 'InvalidCredentials');
        return entered;
      });
      if (!result) throw problem('InvalidCredentials');
      return result;
    },
  };

  async function check(call: LoginCall, hashing: Pick<typeof passwords, 'hash' | 'verify'>): Promise<Checked> {
    const { userName, password } = call.body;
    const { failures: bucket } = addressOf(call);
    await refuseWhenFull(db, { bucket, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS }, call.now);
    const account = await findAccount(db, userName);
    const attempt = await attemptFor(account, userName, facade.browserOf(call).known);
    if (attempt.kind === 'locked') return { account, attempt, isCorrect: false };
    const stored = account?.password_hash ?? null;
    const [isRight, mustBeElsewhere] = await Promise.all([
      hashing.verify(password, stored),
      facade.mustUseProvider(db, account?.user_id, call),
    ]);
    const isCorrect = isRight && !mustBeElsewhere;
    const isOutdated = isCorrect && stored !== null && passwords.isOutdated(stored);
    const isElsewhere = isRight && mustBeElsewhere;
    return { account, attempt, isCorrect, isElsewhere, ...(isOutdated ? { newHash: await hashing.hash(password) } : {}) };
  }

  /** Attempts per name are serialised in this process; waits for one in another process that has just set the lock. */
  async function attemptFor(account: Account | undefined, name: string, known: string | undefined): Promise<LoginAttempt> {
    for (;;) {
      const attempt = await countLogin(db, { account, name, known }, config, clock.now());
      if (attempt.kind === 'counted' || !attempt.isPending) return attempt;
      await delay(RECHECK_MS);
    }
  }

  /** Failures per address are counted afterwards; the hashing queue limits how many attempts run in parallel. */
  async function refuse(call: LoginCall, account: Account | undefined, attempt: CountedLogin, reason: string): Promise<void> {
    await transaction(db, async (tx) => {
      await recordFailure(tx, attempt.subject, clock.now());
      if (attempt.browser) await recordFailure(tx, attempt.browser.subject, clock.now());
      await appendAuditEvent(tx, originFor(call, account), {
        ...eventOf(secret, call, account),
        outcome: 'failure',
        details: { reason, failures: attempt.failures },
      });
    });
    await recordAddressFailure(db, addressOf(call, account), call.now);
  }

  async function rejected(call: LoginCall, account: Account | undefined, reason: Reason, until?: Date): Promise<LoggedIn> {
    await appendAuditEvent(db, originFor(call, account), {
      ...eventOf(secret, call, account),
      outcome: 'failure',
      details: { reason },
    });
    await recordAddressFailure(db, addressOf(call, account), call.now);
    return { outcome: rejection(reason, call.now, until) };
  }

  /** @returns undefined if the account changed while its password was checked: the credentials are wrong by now */
  async function completeOrReject(
    call: LoginCall,
    account: Account,
    attempt: CountedLogin,
    newHash: string | undefined,
  ): Promise<LoggedIn | undefined> {
    const blocked = !account.enabled ? 'Disabled' : !account.approved ? 'NotApproved' : undefined;
    if (!blocked) {
      // Read before the transaction, which must not wait for a second connection while others wait for its lock.
      const applications = await facade.applications(call.body.applicationName);
      const entered = await transaction(db, (tx) => completeLogin(tx, call, account, attempt, { newHash, applications }));
      // The login is done and committed.
      if (entered)
        await recordAddressSuccess(db, addressOf(call, account), call.now).catch((error: unknown) => {
          log.warn({ err: error, requestId: call.request.id }, 'A login was not counted for its address');
        });
      return entered;
    }
    // The password was right all the same.
    await clearFailures(db, attempt.subject, attempt.lock);
    if (attempt.browser) await clearFailures(db, attempt.browser.subject, attempt.browser.lock);
    return rejected(call, account, blocked);
  }
}

const addressOf = ({ request, body }: LoginCall, account?: Account) =>
  bucketsOf(request.ip, account?.user_id ?? nameKey(body.userName));
