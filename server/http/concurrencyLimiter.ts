/** Limits concurrent costly work: a few tasks run, others queue up to a maximum wait, the rest are rejected at once. */
import { problem, type Problem } from './problem.ts';

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
  settle: (admitted: boolean) => void;
}

interface WaitOptions {
  /** Time spent in another queue before this one, which counts. */
  waitedMs?: number;
  /** Aborts when the result is no longer needed: a task that waits leaves the queue. */
  signal?: AbortSignal | undefined;
}

/** @returns a function that runs a task. @throws Busy, or the reason of an aborted signal */
export function concurrencyLimiter({ parallel, maxWaitMs }: ConcurrencyLimits) {
  let running = 0;
  /** Tasks that are about to queue. */
  let expected = 0;
  let refused = 0;
  let averageMs = INITIAL_ESTIMATE_MS;
  const queue: Waiting[] = [];

  function startNext(): void {
    const next = queue.shift();
    if (!next) {
      running -= 1;
      return;
    }
    next.settle(true);
  }

  function enqueue(settle: (admitted: boolean) => void, { waitedMs = 0, signal }: WaitOptions): void {
    const leave = () => {
      queue.splice(queue.indexOf(waiting), 1);
      waiting.settle(false);
    };
    // Uses a timer, because a running task may hang.
    const timer = setTimeout(leave, maxWaitMs * MAX_WAIT_FACTOR - waitedMs);
    const waiting = {
      settle(admitted: boolean) {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        settle(admitted);
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    queue.push(waiting);
  }

  const isFull = (waitedMs = 0, notYetQueued = 0): boolean =>
    running + notYetQueued >= parallel && waitedMs + ((queue.length + notYetQueued + 1) * averageMs) / parallel > maxWaitMs;
  const busy = () => problem('Busy', { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) });

  async function acquire(waitOptions: WaitOptions): Promise<boolean> {
    waitOptions.signal?.throwIfAborted();
    if (running < parallel) {
      running += 1;
      return true;
    }
    if (isFull(waitOptions.waitedMs)) return false;
    return new Promise((resolve) => {
      enqueue(resolve, waitOptions);
    });
  }

  async function run<T>(task: () => Promise<T>, waitOptions: WaitOptions = {}): Promise<T> {
    if (!(await acquire(waitOptions))) {
      waitOptions.signal?.throwIfAborted();
      refused += 1;
      throw busy();
    }
    const startedAtMs = performance.now();
    try {
      return await task();
    } finally {
      averageMs += NEWEST_WEIGHT * (performance.now() - startedAtMs - averageMs);
      startNext();
    }
  }
  /** The error a new task would get now, without queueing one; undefined while there is room. */
  const refusal = (): Problem | undefined => {
    if (!isFull(0, expected)) return undefined;
    refused += 1;
    return busy();
  };
  /**
   * Does short work that comes before a task: meanwhile it counts as queued, so that of many callers at once most are refused before
   * they have cost anything. @throws Busy
   */
  async function beforeTask<T>(work: () => Promise<T>): Promise<T> {
    const found = refusal();
    if (found) throw found;
    expected += 1;
    try {
      return await work();
    } finally {
      expected -= 1;
    }
  }
  /** The load, for metrics; `refused` since the start. */
  const load = () => ({ running, waiting: queue.length, refused });
  return Object.assign(run, { beforeTask, refusal, load });
}
