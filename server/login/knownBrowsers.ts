/**
 * Failures of a browser that has logged in to the account before (OWASP's device cookie): it is locked by its own failures only, so
 * that strangers who guess at a name do not lock its owner out. Its failures count for the account as well.
 */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import { isUnlocked, lockAfter, lockedSince, withoutOwnLock, type LockLimits } from '../db/locks.ts';
import { sha256 } from '../session/tokens.ts';
import { MAX_ATTEMPT_MS, type Attempt, type KnownBrowser } from './attempt.ts';

/** @returns undefined for a browser that is not known to the account: the account's own counter decides */
export async function countKnownBrowser(
  queries: Queries,
  userId: string,
  token: string | undefined,
  limits: LockLimits,
  now: Date,
): Promise<Attempt | undefined> {
  if (token === undefined) return undefined;
  const hash = sha256(token);
  const next = sql<number>`failures + 1`;
  const counted = await queries
    .updateTable('known_browsers')
    .set({ failures: next, locked_until: lockAfter(next, limits.LIMIT_FAILURES_TO_LOCK, limits, now) })
    .where('user_id', '=', userId)
    .where('browser_hash', '=', hash)
    .where(isUnlocked(now))
    .returning('locked_until as lock')
    .executeTakeFirst();
  if (counted) {
    const account = await countForAccount(queries, userId, limits, now);
    return { kind: 'counted', failuresBefore: account.failures - 1, lock: account.lock, browser: { hash, lock: counted.lock } };
  }
  const row = await queries
    .selectFrom('known_browsers')
    .select(['locked_until', 'last_failed_at'])
    .where('user_id', '=', userId)
    .where('browser_hash', '=', hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const until = row.locked_until;
  if (!until || until <= now) return { kind: 'locked', until: now, isPending: true };
  const since = lockedSince(until, limits, now).getTime();
  const answered = row.last_failed_at !== null && row.last_failed_at.getTime() >= since;
  return { kind: 'locked', until, isPending: !answered && Math.abs(now.getTime() - since) < MAX_ATTEMPT_MS };
}

/** Whether the browser has logged in to the account before and has no lock of its own. */
export async function isUnlockedBrowser(
  queries: Queries,
  userId: string,
  token: string | undefined,
  now: Date,
): Promise<boolean> {
  if (token === undefined) return false;
  const row = await queries
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('browser_hash', '=', sha256(token))
    .where(isUnlocked(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts although the account may be locked, and keeps that lock. */
function countForAccount(queries: Queries, userId: string, limits: LockLimits, now: Date) {
  const lockAt = (failures: string) => lockAfter(sql.raw<number>(failures), limits.LIMIT_FAILURES_TO_LOCK, limits, now);
  return queries
    .updateTable('users')
    .set({
      failed_sign_ins: sql<number>`failed_sign_ins + 1`,
      locked_until: sql<Date>`coalesce(${lockAt('failed_sign_ins + 1')}, locked_until)`,
    })
    .where('user_id', '=', userId)
    .returning(['failed_sign_ins as failures', lockAt('failed_sign_ins').as('lock')])
    .executeTakeFirstOrThrow();
}

export async function recordBrowserFailure(queries: Queries, userId: string, { hash }: KnownBrowser, now: Date): Promise<void> {
  await queries
    .updateTable('known_browsers')
    .set({ last_failed_at: now })
    .where('user_id', '=', userId)
    .where('browser_hash', '=', hash)
    .execute();
}

export async function clearBrowserFailures(queries: Queries, userId: string, { hash, lock }: KnownBrowser): Promise<void> {
  await queries
    .updateTable('known_browsers')
    .set({ failures: 0, last_failed_at: null, locked_until: withoutOwnLock(lock) })
    .where('user_id', '=', userId)
    .where('browser_hash', '=', hash)
    .execute();
}
