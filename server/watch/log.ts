/** The log: JSON lines. In an outage every request logs the same, so repeated lines are counted instead of written. */
import pino from 'pino';
import type { Config } from '../config/config.ts';

/** Lines with the same text written per window; the first of the next window tells how many were left out. */
const MAX_SAME_LINES = 5;
const WINDOW_MS = 10_000;
const WARN = 40;

interface Repeated {
  startedAtMs: number;
  written: number;
  leftOut: number;
}

export function openLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): pino.Logger {
  const repeated = new Map<string, Repeated>();
  return pino({
    level: LOG_LEVEL,
    hooks: {
      logMethod(args, write, level) {
        if (level < WARN) {
          write.apply(this, args);
          return;
        }
        const [first, second] = args as unknown[];
        const text = [first, second, (first as Error | undefined)?.message].find((one) => typeof one === 'string') ?? '';
        const before = repeated.get(text);
        const isNew = !before || performance.now() - before.startedAtMs > WINDOW_MS;
        if (isNew) {
          repeated.set(text, { startedAtMs: performance.now(), written: 1, leftOut: 0 });
          if (before && before.leftOut > 0)
            write.apply(this, [
              { line: text, leftOut: before.leftOut },
              'Repeated lines were left out',
            ] as unknown as typeof args);
        } else if (before.written >= MAX_SAME_LINES) {
          before.leftOut += 1;
          return;
        } else before.written += 1;
        write.apply(this, args);
      },
    },
  });
}
