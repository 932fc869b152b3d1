/** Serialises the login attempts per name in this process, so that the counter includes one open attempt at most. */
import { problem } from '../http/problem.ts';

const MAX_WAITING = 50;

export function keyedMutex() {
  const queues = new Map<string, (() => void)[]>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name);
    if (!queue) queues.set(name, []);
    else if (queue.length >= MAX_WAITING) throw problem('Busy', { retryAfterSeconds: 2 });
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queues.get(name)?.shift();
      if (next) next();
      else queues.delete(name);
    }
  };
}
