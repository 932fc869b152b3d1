/** Re-checks a logged-in user's password. The session counts, so failed logins from elsewhere don't stand in the way. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { problem } from '../http/problem.ts';
import { lockedOut } from '../http/throttle.ts';
import { clearFailures, countAttempt, MAX_ATTEMPT_MS } from '../lockout/count.ts';
import { proofIn } from '../lockout/subject.ts';
import { keyedMutex } from './keyedMutex.ts';

const RECHECK_MS = 100;

/** @returns a function that checks a user's password; it throws TooManyRequests while the session may not try */
export function passwordProof({ config, db, passwords, clock }: Context) {
  const runExclusive = keyedMutex(MAX_ATTEMPT_MS + config.LIMIT_HASH_WAIT_MS);

  /** @returns the lock that this attempt set */
  async function countOrThrow(sessionId: string): Promise<Date | null> {
    for (;;) {
      const attempt = await countAttempt(db, proofIn(sessionId), config, clock.now());
      if (!attempt) throw problem('SessionRequired');
      if (attempt.kind === 'counted') return attempt.lock;
      if (!attempt.isPending) throw lockedOut(attempt.until, config, clock.now());
      await delay(RECHECK_MS);
    }
  }

  // Waits for a hashing slot before counting: a caller rejected by the queue has made no guess.
  return ({ sessionId, userId }: { sessionId: string; userId: string }, password: string): Promise<boolean> =>
    runExclusive(sessionId, () =>
      passwords.withSlot(async (hashing) => {
        const account = await db
          .selectFrom('users')
          .select('password_hash')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        const lock = await countOrThrow(sessionId);
        const isCorrect = await hashing.verify(password, account.password_hash);
        if (isCorrect) await clearFailures(db, proofIn(sessionId), lock);
        return isCorrect;
      }),
    );
}
