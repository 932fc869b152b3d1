/** Re-checks a logged-in user's password. The session counts, so failed logins from elsewhere don't stand in the way. */
import type { Context } from '../context.ts';
import { clearFailures, countAttempt, countOnceDecided, MAX_ATTEMPT_MS, proofIn } from '../lockout/count.ts';
import { requireCounted } from '../lockout/proof.ts';
import { keyedMutex } from './keyedMutex.ts';

/** @returns a function that checks a user's password; it throws TooManyRequests while the session may not try */
export function passwordProof({ config, db, passwords, clock }: Context) {
  const runExclusive = keyedMutex(MAX_ATTEMPT_MS + config.LIMIT_HASH_WAIT_MS);

  /** @returns the lock that this attempt set */
  async function countOrThrow(sessionId: string): Promise<Date | null> {
    const { attempt } = await countOnceDecided(async () => ({
      attempt: await countAttempt(db, proofIn(sessionId), config, clock.now()),
    }));
    return requireCounted(attempt, config, clock.now());
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
