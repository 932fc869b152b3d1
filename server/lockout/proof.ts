/**
 * Counts a proof of identity before it is checked. In a session the counter is the session's own: failed logins from elsewhere must
 * not keep a logged-in user from proving who they are, and a stolen session gives no more guesses than a login.
 */
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { lockedOut } from '../http/throttle.ts';
import { countAttempt, type Attempt, type Subject } from './count.ts';
import type { LockLimits } from './rule.ts';

/**
 * @returns the lock that this attempt set
 * @throws TooManyRequests while the account or the session may not try, SessionRequired if it has ended
 */
export async function countProof(queries: Queries, subject: Subject, limits: LockLimits, now: Date): Promise<Date | null> {
  return requireCounted(await countAttempt(queries, subject, limits, now), limits, now);
}

/** The same for an attempt that was counted already. */
export function requireCounted(attempt: Attempt | undefined, limits: LockLimits, now: Date): Date | null {
  if (!attempt) throw problem('SessionRequired');
  if (attempt.kind === 'locked') throw lockedOut(attempt.until, limits, now);
  return attempt.lock;
}
