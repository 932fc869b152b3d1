/** Serialises the login attempts per name in this process, so that the counter includes one open attempt at most. */
import { isStoreLost } from '../db/storeLost.ts';
import { problem } from '../http/problem.ts';

/** Bounds the memory of a queue; the wait bounds its time. */
const MAX_WAITING = 50;

interface Waiting {
  start: () => void;
  refuse: (reason: unknown) => void;
}

/**
 * @param maxWaitMs maximum wait for a turn; then Busy, so that a popular name is refused as soon as any other
 * @returns a function that runs `work` in its turn and passes it the time waited
 */
export function keyedMutex(maxWaitMs: number) {
  const queues = new Map<string, Waiting[]>();
  const busy = () => problem('Busy', { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) });

  const turn = (queue: Waiting[]) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(busy());
      }, maxWaitMs);
      const waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (reason: unknown) => {
          clearTimeout(timer);
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the error of the attempt before
          reject(reason);
        },
      };
      queue.push(waiting);
    });

  return async <T>(name: string, work: (waitedMs: number) => Promise<T>): Promise<T> => {
    const queue = queues.get(name);
    const queuedAtMs = performance.now();
    if (!queue) queues.set(name, []);
    else if (queue.length >= MAX_WAITING) throw busy();
    else await turn(queue);
    try {
      return await work(performance.now() - queuedAtMs);
    } catch (error) {
      // The next attempts would each wait for the database as long, one after the other.
      if (isStoreLost(error)) for (const waiting of queues.get(name)?.splice(0) ?? []) waiting.refuse(error);
      throw error;
    } finally {
      const next = queues.get(name)?.shift();
      if (next) next.start();
      else queues.delete(name);
    }
  };
}
