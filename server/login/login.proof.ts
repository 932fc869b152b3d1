/** Re-checks a logged-in user's password. Failures count as at login, so a stolen session gives no more guesses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { lockedOut } from '../http/throttle.ts';
import { countAttempt, clearFailures, recordFailure, type Attempt } from './login.accounts.ts';
import { keyedMutex } from './login.keyedMutex.ts';

const RECHECK_MS = 100;

/** @returns a function that checks a user's password; it throws TooManyRequests while the account is locked */
export function passwordProof({ config, db, passwords, clock }: Context) {
  const runExclusive = keyedMutex();

  async function countOrThrow(account: { user_id: string }): Promise<Extract<Attempt, { kind: 'counted' }>> {
    for (;;) {
      const attempt = await countAttempt(db, account, '', config, clock.now());
      if (attempt.kind === 'counted') return attempt;
      if (!attempt.isPending) throw lockedOut(attempt.until, config, clock.now());
      await delay(RECHECK_MS);
    }
  }

  // Waits for a hashing slot before counting: a caller rejected by the queue has made no guess.
  return (userId: string, password: string): Promise<boolean> =>
    runExclusive(userId, () =>
      passwords.withSlot(async (hashing) => {
        const account = await db
          .selectFrom('users')
          .select(['user_id', 'password_hash'])
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const attempt = await countOrThrow(account);
        const isCorrect = await hashing.verify(password, account.password_hash);
        await (isCorrect ? clearFailures(db, userId, attempt.lock) : recordFailure(db, account, '', clock.now()));
        return isCorrect;
      }),
    );
}
