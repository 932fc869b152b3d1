/** When a read is tried again, and after how long. */
import type { ClientProblem } from './clientProblem.ts';

/** Milliseconds before the second and the third attempt of a read. */
export const BACKOFFS_MS = [300, 900] as const;
/** A longer `Retry-After`, in seconds, is reported to the user instead of waited for. */
const MAX_RETRY_AFTER_S = 2;

export function isRetryable(problem: ClientProblem): boolean {
  if (problem.kind === 'network') return true;
  if (problem.kind !== 'problem' && problem.kind !== 'unreadable') return false;
  return problem.status >= 500 && (problem.kind === 'unreadable' || (problem.retryAfter ?? 0) <= MAX_RETRY_AFTER_S);
}

export const retryDelayMs = (backoffMs: number, problem: ClientProblem): number =>
  problem.kind === 'problem' && problem.retryAfter ? problem.retryAfter * 1000 : backoffMs;
