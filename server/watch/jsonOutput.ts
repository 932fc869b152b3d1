/**
 * Makes every line that the process writes JSON where NODE_ENV is production, for a collector of logs, including what packages
 * write to the console, Node's warnings, and an error that ends the process. Imported before everything that may write.
 */
import { format } from 'node:util';
import pino from 'pino';

const LEVELS = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const;

/** Each output becomes one line: a stack or a text of several lines is a value in it. */
function writeOnlyJson(): void {
  const log = pino();
  const writer =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...args: unknown[]) => {
      const [first] = args;
      if (first instanceof Error && args.length === 1) log[level](first);
      else log[level](format(...args));
    };
  Object.assign(console, Object.fromEntries(Object.entries(LEVELS).map(([method, level]) => [method, writer(level)])));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    log.warn(warning);
  });
  process.on('uncaughtException', (error) => {
    log.fatal(error);
    process.exit(1);
  });
}

if (process.env.NODE_ENV === 'production') writeOnlyJson();
