/**
 * Counts codes before they are looked at, so that parallel guesses can't pass: for the half-done sign-in, which ends after a
 * few, and for the account, so that opening many of them buys no more guesses. A right code takes everything back.
 */
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Queries } from '../db/database.ts';
import { isUnlocked, lockAfter, type LockLimits } from '../db/locks.ts';

export type CodeAttempt =
  /** `last`: a wrong code now ends the sign-in. `lock`: what this attempt itself locked, until it proves right. */
  | { readonly kind: 'counted'; readonly last: boolean; readonly failures: number; readonly lock: Date | null }
  | { readonly kind: 'locked'; readonly until: Date }
  /** The sign-in has had its tries, or has ended otherwise. */
  | { readonly kind: 'ended' };

type Limits = LockLimits & Pick<Config, 'LIMIT_MFA_FAILURES'>;

export async function countCode(
  queries: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
  limits: Limits,
  now: Date,
): Promise<CodeAttempt> {
  const tries = await countForSession(queries, sessionId, limits.LIMIT_MFA_FAILURES);
  if (tries === undefined) return { kind: 'ended' };
  const counted = await countForAccount(queries, userId, limits, now);
  if (counted) return { kind: 'counted', last: tries >= limits.LIMIT_MFA_FAILURES, ...counted };
  const row = await queries.selectFrom('users').select('locked_until').where('user_id', '=', userId).executeTakeFirst();
  return { kind: 'locked', until: row?.locked_until ?? now };
}

async function countForSession(queries: Queries, sessionId: string, limit: number): Promise<number | undefined> {
  const row = await queries
    .updateTable('sessions')
    .set({ mfa_failures: sql<number>`mfa_failures + 1` })
    .where('session_id', '=', sessionId)
    .where('kind', '=', 'pending')
    .where('mfa_failures', '<', limit)
    .returning('mfa_failures')
    .executeTakeFirst();
  return row?.mfa_failures;
}

/** @returns undefined for a locked account, which counts nothing */
export async function countForAccount(
  queries: Queries,
  userId: string,
  limits: LockLimits,
  now: Date,
): Promise<{ failures: number; lock: Date | null } | undefined> {
  const next = sql<number>`mfa_failures + 1`;
  return queries
    .updateTable('users')
    .set({ mfa_failures: next, locked_until: lockAfter(next, limits.LIMIT_MFA_FAILURES_TO_LOCK, limits, now) })
    .where('user_id', '=', userId)
    .where(isUnlocked(now))
    .returning(['mfa_failures as failures', 'locked_until as lock'])
    .executeTakeFirst();
}

/** The code was wrong: the count stands, and the time of the failure is told at the next sign-in. */
export async function settleWrongCode(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries.updateTable('users').set({ last_failed_at: now }).where('user_id', '=', userId).execute();
}
