/**
 * Counts consecutive failures on the row of the subject that is guessed at, so that they are shown and deleted with it. An attempt is counted
 * before it is checked, so that parallel guesses can't exceed the limit; a right one undoes its count. The attempt that reaches the limit
 * locks at once. Attempts on a locked subject are not counted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { sha256 } from '../session/tokens.ts';
import { isUnlocked, lockAfter, lockedSince, withoutOwnLock, type LockLimits } from './rule.ts';

/** A subject of guessing. */
export interface Subject {
  readonly table: 'users' | 'known_browsers' | 'unknown_sign_ins' | 'sessions';
  /** The columns of the counter and the lock. */
  readonly failures: string;
  readonly lockedUntil: string;
  /** A column that is cleared with the failures. */
  readonly lastFailedAt?: 'last_failed_at';
  readonly isRow: RawBuilder<boolean>;
  /** The limit of failures that locks. */
  readonly toLock: keyof LockLimits;
  /** Key of a subject without a row before its first failure. */
  readonly key?: Buffer;
}

const columns = {
  failures: 'failures',
  lockedUntil: 'locked_until',
  lastFailedAt: 'last_failed_at',
  toLock: 'LIMIT_FAILURES_TO_LOCK',
} as const;

export const passwordOf = (userId: string): Subject => ({
  ...columns,
  table: 'users',
  failures: 'failed_sign_ins',
  isRow: sql`user_id = ${userId}`,
});

/** Wrong codes lock the account as wrong passwords do. */
export const codeOf = (userId: string): Subject => ({
  table: 'users',
  failures: 'mfa_failures',
  lockedUntil: 'locked_until',
  isRow: sql`user_id = ${userId}`,
  toLock: 'LIMIT_MFA_FAILURES_TO_LOCK',
});

/** A name that no account has: it is locked like those of accounts, so that a lock does not reveal which exist. */
export const unknownNameOf = (name: string): Subject => {
  const key = sha256(nameKey(name));
  return { ...columns, table: 'unknown_sign_ins', isRow: sql`name_hash = ${key}`, key };
};

/** A browser that has logged in to the account before (OWASP's device cookie). */
export const browserOf = (userId: string, token: string): Subject => ({
  ...columns,
  table: 'known_browsers',
  isRow: sql`user_id = ${userId} AND browser_hash = ${sha256(token)}`,
});

/** Proofs of identity in a session. */
export const proofIn = (sessionId: string): Subject => ({
  table: 'sessions',
  failures: 'proof_failures',
  lockedUntil: 'proof_locked_until',
  isRow: sql`session_id = ${sessionId}`,
  toLock: 'LIMIT_FAILURES_TO_LOCK',
});

export interface Counted {
  readonly kind: 'counted';
  /** Failures including this one. */
  readonly failures: number;
  /** The lock that this attempt set; removed if it turns out right. */
  readonly lock: Date | null;
}

export type Attempt =
  | Counted
  /** `isPending`: the attempt that set the lock is still being checked, and may turn out right. */
  | { readonly kind: 'locked'; readonly until: Date; readonly isPending: boolean };

/** Maximum time between counting an attempt and its result. */
export const MAX_ATTEMPT_MS = 2000;

const RECHECK_MS = 100;

/** Repeats a count as long as the attempt that set the lock is still being checked, because it may turn out right. */
export async function countOnceDecided<Result extends { readonly attempt: Attempt | undefined }>(
  count: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const result = await count();
    const { attempt } = result;
    if (attempt?.kind !== 'locked' || !attempt.isPending) return result;
    await delay(RECHECK_MS);
  }
}

/** @returns undefined if there is no such row */
export async function countAttempt(
  queries: Queries,
  subject: Subject,
  limits: LockLimits,
  now: Date,
): Promise<Attempt | undefined> {
  const counted = await (subject.key ? countFirst : countUnlessLocked)(queries, subject, limits, now);
  if (counted) return counted;
  const { table, lockedUntil, lastFailedAt, isRow } = subject;
  const { rows } = await sql<{ until: Date | null; failed: Date | null }>`
    SELECT ${sql.ref(lockedUntil)} AS until, ${lastFailedAt ? sql.ref(lastFailedAt) : sql`NULL::timestamptz`} AS failed FROM ${sql.table(table)} WHERE ${isRow}`.execute(
    queries,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { until, failed } = row;
  // The lock was removed meanwhile: the next attempt is counted.
  if (!until || until <= now) return { kind: 'locked', until: now, isPending: true };
  const since = lockedSince(until, limits, now).getTime();
  const isAnswered = failed !== null && failed.getTime() >= since;
  // The value is absolute, because the locking attempt may have read the clock after this one.
  return { kind: 'locked', until, isPending: !isAnswered && Math.abs(now.getTime() - since) < MAX_ATTEMPT_MS };
}

/** @param isCounted whether failures of a locked row count all the same; its lock stays */
export async function countUnlessLocked(
  queries: Queries,
  { table, failures, lockedUntil, isRow, toLock }: Subject,
  limits: LockLimits,
  now: Date,
  isCounted = sql<boolean>`false`,
): Promise<Counted | undefined> {
  const [count, lock] = [sql.ref<number>(failures), sql.ref<Date | null>(lockedUntil)];
  const lockAt = (after: typeof count) => lockAfter(after, limits[toLock], limits, now);
  const next = sql<number>`${count} + 1`;
  const { rows } = await sql<Omit<Counted, 'kind'>>`UPDATE ${sql.table(table)}
    SET ${count} = ${next}, ${lock} = CASE WHEN ${isUnlocked(now, lock)} THEN ${lockAt(next)} ELSE coalesce(${lockAt(next)}, ${lock}) END
    WHERE ${isRow} AND (${isUnlocked(now, lock)} OR ${isCounted})
    RETURNING ${count} AS failures, ${lockAt(count)} AS lock`.execute(queries);
  return rows[0] && { kind: 'counted', ...rows[0] };
}

/** Counts an attempt on a subject that may have no row yet, at the same cost. */
async function countFirst(
  queries: Queries,
  { key, toLock }: Subject,
  limits: LockLimits,
  now: Date,
): Promise<Counted | undefined> {
  const { rows } = await sql<
    Omit<Counted, 'kind'>
  >`INSERT INTO unknown_sign_ins AS s (name_hash, failures, last_failed_at, locked_until)
    VALUES (${key}, 1, ${now}, ${lockAfter(sql`1`, limits[toLock], limits, now)})
    ON CONFLICT (name_hash) DO UPDATE
    SET failures = s.failures + 1, locked_until = ${lockAfter(sql`s.failures + 1`, limits[toLock], limits, now)}
    WHERE ${isUnlocked(now, sql.ref('s.locked_until'))}
    RETURNING failures, locked_until AS lock`.execute(queries);
  return rows[0] && { kind: 'counted', ...rows[0] };
}

/** Records a wrong attempt with its time, which is shown at the next login. Costs the same for an unknown name. */
export async function recordFailure(queries: Queries, { table, isRow }: Subject, now: Date): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET last_failed_at = ${now} WHERE ${isRow}`.execute(queries);
}

/** Records a right attempt: clears the failures before it, and keeps a lock that other attempts set. */
export async function clearFailures(
  queries: Queries,
  { table, failures, lockedUntil, lastFailedAt, isRow }: Subject,
  ownLock: Date | null,
): Promise<void> {
  const lock = sql.ref<Date | null>(lockedUntil);
  const changes = [
    sql`${sql.ref(failures)} = 0`,
    sql`${lock} = ${withoutOwnLock(ownLock, lock)}`,
    ...(lastFailedAt ? [sql`${sql.ref(lastFailedAt)} = NULL`] : []),
  ];
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(changes)} WHERE ${isRow}`.execute(queries);
}
