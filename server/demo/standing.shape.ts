/** What there is to say about how somebody stands in the directory. */

/** All days count back from now. */
export interface Standing {
  readonly organisation: number;
  readonly roles: readonly string[];
  readonly createdDays: number;
  readonly disabledDays: number | null;
  readonly lockedMinutes: number | null;
  /** Signs in on the days `phase`, `phase + period`, … before today; 0: not within the time that the audit covers. */
  readonly period: number;
  readonly phase: number;
  /** Signed in now. */
  readonly live: boolean;
  /** For those who have not come for long; null for others, and for those who never came. */
  readonly dormantDays: number | null;
  readonly mfa: boolean;
  readonly mfaOverride: boolean | null;
}
