/**
 * Counts proofs of identity in a session, before they are checked. The counter is the session's own: failed logins from elsewhere
 * must not keep a logged-in user from proving who they are, and a stolen session gives no more guesses than a login.
 */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { lockAfter, lockedSince, type LockLimits } from '../db/locks.ts';

export type ProofAttempt =
  /** `lock`: the lock that this attempt set; removed if the proof is right. */
  | { readonly kind: 'counted'; readonly lock: Date | null }
  /** `isPending`: the attempt that set the lock may still be being checked. */
  | { readonly kind: 'locked'; readonly until: Date; readonly isPending: boolean }
  | { readonly kind: 'ended' };

/** Maximum time between counting an attempt and its result. */
const MAX_ATTEMPT_MS = 2000;

export async function countProof(queries: Queries, sessionId: string, limits: LockLimits, now: Date): Promise<ProofAttempt> {
  const next = sql<number>`proof_failures + 1`;
  const counted = await queries
    .updateTable('sessions')
    .set({ proof_failures: next, proof_locked_until: lockAfter(next, limits.LIMIT_FAILURES_TO_LOCK, limits, now) })
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`(proof_locked_until IS NULL OR proof_locked_until <= ${now})`)
    .returning('proof_locked_until as lock')
    .executeTakeFirst();
  if (counted) return { kind: 'counted', lock: counted.lock };
  const row = await queries
    .selectFrom('sessions')
    .select('proof_locked_until as until')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return { kind: 'ended' };
  const until = row.until ?? now;
  const age = now.getTime() - lockedSince(until, limits, now).getTime();
  return { kind: 'locked', until, isPending: row.until === null || Math.abs(age) < MAX_ATTEMPT_MS };
}

/** A right proof clears the wrong ones before it; keeps a lock set by another attempt. */
export async function clearProofFailures(queries: Queries, sessionId: string, lock: Date | null): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({
      proof_failures: 0,
      proof_locked_until: sql<Date | null>`CASE WHEN proof_locked_until IS NOT DISTINCT FROM ${lock}::timestamptz THEN NULL ELSE proof_locked_until END`,
    })
    .where('session_id', '=', sessionId)
    .execute();
}
