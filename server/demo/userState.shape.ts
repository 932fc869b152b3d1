/** The state of a demo user. */

/** All days count back from now. */
export interface UserState {
  readonly organisation: number;
  readonly roles: readonly string[];
  readonly createdDays: number;
  readonly disabledDays: number | null;
  readonly lockedMinutes: number | null;
  /** The user logs in on the days `phase`, `phase + period`, … before today; 0: not within the days of the audit. */
  readonly period: number;
  readonly phase: number;
  /** Logged in now. */
  readonly live: boolean;
  /** Days since the last login of dormant users; null for others and for those who never logged in. */
  readonly dormantDays: number | null;
  readonly mfa: boolean;
  readonly mfaOverride: boolean | null;
}
