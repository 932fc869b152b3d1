/** How counted failures lock an account: after so many for a while, after very many until an administrator unlocks. */
import { sql, type RawBuilder } from 'kysely';
import { addMs, DAY, MINUTE } from '../clock.ts';
import type { Config } from '../config.ts';

export type LockLimits = Pick<
  Config,
  'LIMIT_FAILURES_TO_LOCK' | 'LIMIT_MFA_FAILURES_TO_LOCK' | 'LIMIT_LOCK_MINUTES' | 'LIMIT_FAILURES_HARD_STOP'
>;

/** "Until an administrator unlocks", as a time. */
const FOR_GOOD_MS = 36_500 * DAY;

/** Whether a lock has no end that anybody would wait for. */
export const isForGood = (until: Date, now: Date): boolean => until.getTime() - now.getTime() > FOR_GOOD_MS / 2;

/** When a lock that ends at `until` began. */
export const lockedSince = (until: Date, limits: LockLimits, now: Date): Date =>
  addMs(until, isForGood(until, now) ? -FOR_GOOD_MS : -limits.LIMIT_LOCK_MINUTES * MINUTE);

/** The new `locked_until` of a row whose counter becomes `failures`: every `toLock`-th one locks, and each from the hard stop on. */
export const lockAfter = (failures: RawBuilder<number>, toLock: number, limits: LockLimits, now: Date) => sql<Date | null>`CASE
  WHEN (${failures}) >= ${limits.LIMIT_FAILURES_HARD_STOP} THEN ${addMs(now, FOR_GOOD_MS)}::timestamptz
  WHEN (${failures}) % ${toLock}::integer = 0 THEN ${addMs(now, limits.LIMIT_LOCK_MINUTES * MINUTE)}::timestamptz
END`;

export const isUnlocked = (now: Date) => sql<boolean>`(locked_until IS NULL OR locked_until <= ${now})`;

/** A `locked_until` without the lock that an attempt set before it proved right; somebody else's stays. */
export const withoutOwnLock = (own: Date | null) =>
  sql<Date | null>`CASE WHEN locked_until IS NOT DISTINCT FROM ${own}::timestamptz THEN NULL ELSE locked_until END`;
