/** What a login says of a lock, and of the failures before it. */
import type { Outcome } from '../../api/contract/login.ts';
import { isPermanent } from './rule.ts';

/** @param until end of a lock; a permanent one has none to tell */
export function rejection(reason: NonNullable<Outcome['reason']>, now: Date, until?: Date | null): Outcome {
  if (!until || isPermanent(until, now)) return { outcome: 'Rejected', reason };
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000);
  return { outcome: 'Rejected', reason, retryAfterSeconds: Math.max(1, seconds) };
}

/** Shown after a complete login. */
export const failuresBefore = (failures: number, lastFailedAt: Date | null): Pick<Outcome, 'failedSignIns' | 'lastFailedAt'> =>
  failures > 0 ? { failedSignIns: failures, ...(lastFailedAt ? { lastFailedAt: lastFailedAt.toISOString() } : {}) } : {};
