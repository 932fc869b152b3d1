/** One sign-in attempt at a time for each name within this process: the counter then never holds more than one open guess of ours. */
import { problem } from '../http/problem.ts';

const MAX_WAITING = 50;

export function keyedMutex() {
  const lines = new Map<string, (() => void)[]>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(name);
    if (!line) lines.set(name, []);
    else if (line.length >= MAX_WAITING) throw problem('Busy', { retryAfterSeconds: 2 });
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = lines.get(name)?.shift();
      if (next) next();
      else lines.delete(name);
    }
  };
}
