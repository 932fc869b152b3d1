/**
 * Counts a proof of identity before it is checked. In a session the counter is the session's own: failed logins from elsewhere must
 * not keep a logged-in user from proving who they are, and a stolen session gives no more guesses than a login.
 */
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { lockedOut } from '../http/throttle.ts';
import { countAttempt } from './count.ts';
import type { LockLimits } from './rule.ts';
import type { Subject } from './subject.ts';

/**
 * @returns the lock that this attempt set
 * @throws TooManyRequests while the account or the session may not try, SessionRequired if it has ended
 */
export async function countProof(queries: Queries, subject: Subject, limits: LockLimits, now: Date): Promise<Date | null> {
  const attempt = await countAttempt(queries, subject, limits, now);
  if (!attempt) throw problem('SessionRequired');
  if (attempt.kind === 'locked') throw lockedOut(attempt.until, limits, now);
  return attempt.lock;
}
