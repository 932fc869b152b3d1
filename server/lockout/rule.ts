/** The rule of lockouts: temporary after some failures in a row, permanent (until an administrator unlocks) after many. */
import { sql, type RawBuilder } from 'kysely';
import { addMs, DAY, MINUTE } from '../clock.ts';
import type { Config } from '../config/config.ts';

export type LockLimits = Pick<
  Config,
  'LIMIT_FAILURES_TO_LOCK' | 'LIMIT_MFA_FAILURES_TO_LOCK' | 'LIMIT_LOCK_MINUTES' | 'LIMIT_FAILURES_HARD_STOP'
>;

const LOCK: RawBuilder<Date | null> = sql.ref('locked_until');

/** A permanent lock, as a duration. */
const PERMANENT_MS = 36_500 * DAY;

/** Whether a lock is permanent. */
export const isPermanent = (until: Date, now: Date): boolean => until.getTime() - now.getTime() > PERMANENT_MS / 2;

/** The start of a lock that ends at `until`. */
export const lockedSince = (until: Date, limits: LockLimits, now: Date): Date =>
  addMs(until, isPermanent(until, now) ? -PERMANENT_MS : -limits.LIMIT_LOCK_MINUTES * MINUTE);

/**
 * SQL of the new `locked_until` when the counter becomes `failures`: locks at every multiple of `toLock`, and permanently from
 * the hard stop on.
 */
export const lockAfter = (failures: RawBuilder<number>, toLock: number, limits: LockLimits, now: Date) => sql<Date | null>`CASE
  WHEN (${failures}) >= ${limits.LIMIT_FAILURES_HARD_STOP} THEN ${addMs(now, PERMANENT_MS)}::timestamptz
  WHEN (${failures}) % ${toLock}::integer = 0 THEN ${addMs(now, limits.LIMIT_LOCK_MINUTES * MINUTE)}::timestamptz
END`;

/** Whether wrong codes have locked an account, which stops known browsers too. */
export const isLockedByCodes = (wrongCodes: number, { LIMIT_MFA_FAILURES_TO_LOCK: toLock }: LockLimits): boolean =>
  wrongCodes > 0 && wrongCodes % toLock === 0;

/** The same in SQL, for a user's row. */
export const lockedByCodes = ({ LIMIT_MFA_FAILURES_TO_LOCK: toLock }: LockLimits) =>
  sql<boolean>`(mfa_failures > 0 AND mfa_failures % ${toLock}::integer = 0)`;

export const isUnlocked = (now: Date, lock = LOCK) => sql<boolean>`(${lock} IS NULL OR ${lock} <= ${now})`;

/** SQL that removes the lock that the attempt itself set, and keeps others. */
export const withoutOwnLock = (own: Date | null, lock = LOCK) =>
  sql<Date | null>`CASE WHEN ${lock} IS NOT DISTINCT FROM ${own}::timestamptz THEN NULL ELSE ${lock} END`;
