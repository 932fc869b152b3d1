/** Ways to log in as the overview counts them, without schemas. */

/**
 * The action of the audit whose events are counted for each way: password, the code that follows it, a recovery code, a passkey, the
 * organisation's identity provider.
 */
export const logInActions = {
  password: 'Login.Login',
  code: 'Mfa.Login',
  recoveryCode: 'Mfa.RecoveryCode',
  passkey: 'Passkeys.Login',
  provider: 'Connections.LogIn',
} as const;

export type LogInWay = keyof typeof logInActions;

export const logInWays = ['password', 'code', 'recoveryCode', 'passkey', 'provider'] as const satisfies readonly LogInWay[];

interface Failed {
  readonly failed: number;
}

/** Failed logins of a day, and of a usual one. */
interface FailedLogIns {
  readonly events: number;
  readonly usual: number;
  readonly isUnusual: boolean;
}

/** Users mistype: a day with fewer failures does not suggest guessing, however quiet the others are. */
const MIN_UNUSUAL_FAILURES = 20;
const TIMES_USUAL = 2;

/** The median: one bad day does not change what is usual. */
export function usualOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param hours the last 24 @param days the current one last, which is not a usual one */
export function failedLogIns(hours: readonly Failed[], days: readonly Failed[]): FailedLogIns {
  const events = hours.reduce((total, { failed }) => total + failed, 0);
  const usual = usualOf(days.slice(0, -1).map(({ failed }) => failed));
  return { events, usual, isUnusual: events >= MIN_UNUSUAL_FAILURES && events >= TIMES_USUAL * usual };
}
