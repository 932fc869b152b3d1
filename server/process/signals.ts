/** Graceful shutdown on SIGTERM and SIGINT. */
import { constants } from 'node:os';
import type { Running } from '../start.ts';

/** Maximum time of a shutdown, whatever hangs. */
const MAX_STOP_MS = 9500;

/**
 * Lets requests finish, stops what was started, then ends the process. Further signals are ignored. During start-up the process
 * ends at once, and with it its database.
 * @param afterwards called once the server has stopped
 * @returns a function that tells whether a shutdown was requested
 */
export function endOnSignal(starting: Promise<Running>, afterwards?: () => Promise<void>): () => boolean {
  let running: Running | undefined;
  let ending = false;
  starting.then(
    (started) => (running = started),
    () => undefined,
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (running === undefined) process.exit(128 + constants.signals[signal]);
      if (ending) return;
      ending = true;
      setTimeout(() => {
        console.error('Stopping takes too long; the process ends now');
        process.exit(1);
      }, MAX_STOP_MS).unref();
      void running
        .close()
        .then(afterwards)
        .finally(() => process.exit(0));
    });
  return () => ending;
}
