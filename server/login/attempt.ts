/** A counted attempt to log in. */

/** A browser that has logged in to the account before. */
export interface KnownBrowser {
  readonly hash: Buffer;
  /** The lock that this attempt set on the browser. */
  readonly lock: Date | null;
}

export type Attempt =
  /** `lock`: the lock that this attempt set; removed if the password is right. */
  | { kind: 'counted'; failuresBefore: number; lock: Date | null; browser?: KnownBrowser }
  /** `isPending`: the attempt that set the lock is still being checked, and may turn out right. */
  | { kind: 'locked'; until: Date; isPending: boolean };

/** Maximum time between counting an attempt and its result. */
export const MAX_ATTEMPT_MS = 2000;
