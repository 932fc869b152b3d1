/**
 * Counts codes before they are checked, so that parallel guesses can't exceed the limits: per pending session, which ends after a
 * few, and per account, so that opening more sessions gives no more guesses. A right code clears both.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Queries } from '../db/database.ts';
import { isUnlocked, lockAfter, type LockLimits } from '../db/locks.ts';

export type CodeAttempt =
  /** `last`: a wrong code ends the pending session. `lock`: the lock that this attempt set; removed if the code is right. */
  | { readonly kind: 'counted'; readonly last: boolean; readonly failures: number; readonly lock: Date | null }
  | { readonly kind: 'locked'; readonly until: Date }
  /** The pending session has ended, or its tries are used up. */
  | { readonly kind: 'ended' };

type Limits = LockLimits & Pick<Config, 'LIMIT_MFA_FAILURES'>;

export async function countCode(
  queries: Queries,
  { userId, sessionId, isKnown }: { userId: string; sessionId: string; isKnown: boolean },
  limits: Limits,
  now: Date,
): Promise<CodeAttempt> {
  const tries = await countForSession(queries, sessionId, limits.LIMIT_MFA_FAILURES);
  if (tries === undefined) return { kind: 'ended' };
  const counted = await countForAccount(queries, userId, limits, now, isKnown);
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

/**
 * @param isKnown whether the browser has logged in to the account before: a lock that wrong passwords set does not stop it
 * @returns undefined for a locked account; nothing is counted
 */
export async function countForAccount(
  queries: Queries,
  userId: string,
  limits: LockLimits,
  now: Date,
  isKnown = false,
): Promise<{ failures: number; lock: Date | null } | undefined> {
  const next = sql<number>`mfa_failures + 1`;
  const toLock = limits.LIMIT_MFA_FAILURES_TO_LOCK;
  const isLockedByCodes = sql<boolean>`(mfa_failures > 0 AND mfa_failures % ${toLock}::integer = 0)`;
  const lockAt = (failures: RawBuilder<number>) => lockAfter(failures, toLock, limits, now);
  return queries
    .updateTable('users')
    .set({ mfa_failures: next, locked_until: sql<Date>`coalesce(${lockAt(next)}, locked_until)` })
    .where('user_id', '=', userId)
    .where(isKnown ? sql<boolean>`(${isUnlocked(now)} OR NOT ${isLockedByCodes})` : isUnlocked(now))
    .returning(['mfa_failures as failures', lockAt(sql<number>`mfa_failures`).as('lock')])
    .executeTakeFirst();
}

/** Wrong code: stores the time of the failure, which is shown at the next login. */
export async function recordWrongCode(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries.updateTable('users').set({ last_failed_at: now }).where('user_id', '=', userId).execute();
}
