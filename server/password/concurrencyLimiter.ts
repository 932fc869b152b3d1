/** A gate before costly work: a few at a time, the others in line for as long as somebody would wait, the rest turned away at once. */
import { problem, type Problem } from '../http/problem.ts';

export interface ConcurrencyLimits {
  /** How many may be inside. */
  parallel: number;
  /** How long anybody should wait. Who would have to wait longer, by the pace of late, is turned away on arrival. */
  patienceMs: number;
}

/** What a task is taken to need before any was seen, and how much the newest one tells of the next. */
const FIRST_GUESS_MS = 100;
const WEIGHT = 0.1;
/** Who was let into the line stays in it though the pace slackens, up to so many times the patience. */
const SLACK = 1.4;

interface Waiting {
  since: number;
  enter: (admitted: boolean) => void;
}

/** @returns runs a task inside. @throws Busy */
export function concurrencyLimiter({ parallel, patienceMs }: ConcurrencyLimits) {
  let inside = 0;
  let paceMs = FIRST_GUESS_MS;
  const line: Waiting[] = [];

  /** The next in line comes in; whose time has run out meanwhile is sent away. */
  function leave(): void {
    for (let next = line.shift(); next; next = line.shift()) {
      const late = performance.now() - next.since > patienceMs * SLACK;
      next.enter(!late);
      if (!late) return;
    }
    inside -= 1;
  }

  const isFull = (): boolean => inside >= parallel && ((line.length + 1) * paceMs) / parallel > patienceMs;
  const busy = () => problem('Busy', { retryAfterSeconds: Math.ceil(patienceMs / 1000) });

  async function enter(): Promise<boolean> {
    if (inside < parallel) {
      inside += 1;
      return true;
    }
    if (isFull()) return false;
    return new Promise((resolve) => line.push({ since: performance.now(), enter: resolve }));
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    if (!(await enter())) throw busy();
    const began = performance.now();
    try {
      return await task();
    } finally {
      paceMs += WEIGHT * (performance.now() - began - paceMs);
      leave();
    }
  }
  /** Whoever would be turned away, before anything was done for them: the answer they would get. */
  const refusal = (): Problem | undefined => (isFull() ? busy() : undefined);
  return Object.assign(run, { refusal });
}
