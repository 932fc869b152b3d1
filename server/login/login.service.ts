/** Logging in: count the attempt, check the password, then say how far it got. An unknown name costs and gets what a wrong password does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Outcome } from '../../api/contract/login.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { isForGood } from '../db/locks.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { addressBlock, count, refuseWhenFull } from '../http/throttle.ts';
import { MAX_PASSWORD_BYTES, passwordTooLong } from '../password/passwordHasher.ts';
import {
  countAttempt,
  findAccount,
  forgetFailures,
  nameKey,
  settleFailure,
  type Account,
  type Attempt,
} from './login.accounts.ts';
import { completion, type LoggedIn, type LoginFacade } from './login.completion.ts';
import { eventOf, originFor } from './login.events.ts';
import { keyedMutex } from './login.keyedMutex.ts';

const ADDRESS_WINDOW_MS = 15 * MINUTE;
const RECHECK_MS = 100;

type LoginCall = CallOf<'Login.Login'>;
type Counted = Extract<Attempt, { kind: 'counted' }>;
type Reason = NonNullable<Outcome['reason']>;

interface Checked {
  account: Account | undefined;
  attempt: Attempt;
  right: boolean;
  /** Where the stored hash was made with older parameters. */
  newHash?: string;
}

export function loginService(context: Context, facade: LoginFacade) {
  const { config, db, passwords, clock } = context;
  const inTurn = keyedMutex();
  const admit = completion(context, facade);

  return {
    async logIn(call: LoginCall): Promise<LoggedIn> {
      const { userName, password } = call.body;
      if (passwordTooLong(password)) throw invalidField('password', 'maxLength', { count: MAX_PASSWORD_BYTES });
      const result = await inTurn(nameKey(userName), async () => {
        const { account, attempt, right, newHash } = await passwords.inPlace((hashing) => check(call, hashing));
        if (attempt.kind === 'locked') return rejected(call, account, 'Locked', attempt.until);
        const entered = right && account ? await enter(call, account, attempt, newHash) : undefined;
        if (!entered) await refuse(call, account, attempt);
        return entered;
      });
      if (!result) throw problem('InvalidCredentials');
      return result;
    },
  };

  async function check(call: LoginCall, hashing: Pick<typeof passwords, 'hash' | 'verify'>): Promise<Checked> {
    const { userName, password } = call.body;
    const bucket = bucketOf(call);
    await refuseWhenFull(db, { bucket, limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS }, call.now);
    const account = await findAccount(db, userName);
    const attempt = await attemptFor(account, userName);
    if (attempt.kind === 'locked') return { account, attempt, right: false };
    const stored = account?.password_hash ?? null;
    const right = await hashing.verify(password, stored);
    const old = right && stored !== null && passwords.outdated(stored);
    return { account, attempt, right, ...(old ? { newHash: await hashing.hash(password) } : {}) };
  }

  /** Within a process attempts for one name take turns; one in another process that has just reached the limit may prove right. */
  async function attemptFor(account: Account | undefined, name: string): Promise<Attempt> {
    for (;;) {
      const attempt = await countAttempt(db, account, name, config, clock.now());
      if (attempt.kind === 'counted' || !attempt.guessing) return attempt;
      await delay(RECHECK_MS);
    }
  }

  /** Counted per address after the fact: the queue for the hash bounds how many can be under way. */
  async function refuse(call: LoginCall, account: Account | undefined, attempt: Counted): Promise<void> {
    await transaction(db, async (tx) => {
      await settleFailure(tx, account, call.body.userName, clock.now());
      await appendAuditEvent(tx, originFor(call, account), {
        ...eventOf(call, account),
        outcome: 'failure',
        details: { reason: 'InvalidCredentials', failures: attempt.failuresBefore + 1 },
      });
    });
    await count(db, bucketOf(call), ADDRESS_WINDOW_MS, call.now, 1);
  }

  async function rejected(call: LoginCall, account: Account | undefined, reason: Reason, until?: Date): Promise<LoggedIn> {
    await appendAuditEvent(db, originFor(call, account), { ...eventOf(call, account), outcome: 'failure', details: { reason } });
    await count(db, bucketOf(call), ADDRESS_WINDOW_MS, call.now, 1);
    const seconds = until && !isForGood(until, call.now) ? Math.ceil((until.getTime() - call.now.getTime()) / 1000) : undefined;
    return {
      outcome: { outcome: 'Rejected', reason, ...(seconds === undefined ? {} : { retryAfterSeconds: Math.max(1, seconds) }) },
    };
  }

  /** @returns undefined where the account changed while its password was being checked: then the pair is wrong by now */
  async function enter(
    call: LoginCall,
    account: Account,
    attempt: Counted,
    newHash: string | undefined,
  ): Promise<LoggedIn | undefined> {
    const blocked = !account.enabled ? 'Disabled' : !account.approved ? 'NotApproved' : undefined;
    if (!blocked) return transaction(db, (tx) => admit(tx, call, account, attempt, newHash));
    await forgetFailures(db, account.user_id, attempt.lock);
    return rejected(call, account, blocked);
  }
}

const bucketOf = (call: LoginCall) => `login:${addressBlock(call.request.ip)}`;
