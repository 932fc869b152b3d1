/** Limits concurrent costly work: a few tasks run, others queue up to a maximum wait, the rest are rejected at once. */
import { problem, type Problem } from '../http/problem.ts';

export interface ConcurrencyLimits {
  /** Maximum number of running tasks. */
  parallel: number;
  /** Maximum wait. A caller whose expected wait, by the recent average, is longer is rejected on arrival. */
  maxWaitMs: number;
}

/** Initial estimate of a task's duration, and the weight of the newest one in the moving average. */
const INITIAL_ESTIMATE_MS = 100;
const NEWEST_WEIGHT = 0.1;
/** A queued task is kept when the average rises, up to this multiple of the maximum wait. */
const MAX_WAIT_FACTOR = 1.4;

interface Waiting {
  queuedAtMs: number;
  settle: (admitted: boolean) => void;
}

/** @returns a function that runs a task. @throws Busy */
export function concurrencyLimiter({ parallel, maxWaitMs }: ConcurrencyLimits) {
  let running = 0;
  let averageMs = INITIAL_ESTIMATE_MS;
  const queue: Waiting[] = [];

  /** Starts the next queued task; rejects those that have waited too long. */
  function startNext(): void {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const isExpired = performance.now() - next.queuedAtMs > maxWaitMs * MAX_WAIT_FACTOR;
      next.settle(!isExpired);
      if (!isExpired) return;
    }
    running -= 1;
  }

  const isFull = (): boolean => running >= parallel && ((queue.length + 1) * averageMs) / parallel > maxWaitMs;
  const busy = () => problem('Busy', { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) });

  async function acquire(): Promise<boolean> {
    if (running < parallel) {
      running += 1;
      return true;
    }
    if (isFull()) return false;
    return new Promise((resolve) => queue.push({ queuedAtMs: performance.now(), settle: resolve }));
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (!(await acquire())) throw busy();
    const startedAtMs = performance.now();
    try {
      return await task();
    } finally {
      averageMs += NEWEST_WEIGHT * (performance.now() - startedAtMs - averageMs);
      startNext();
    }
  }
  /** The error a new task would get now, without queueing one; undefined while there is room. */
  const refusal = (): Problem | undefined => (isFull() ? busy() : undefined);
  return Object.assign(run, { refusal });
}
