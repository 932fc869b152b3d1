/** Ends the server with grace when the operating system or Ctrl+C asks for it. */
import { constants } from 'node:os';
import type { Running } from './start.ts';

/**
 * Lets requests finish, stops what was started, then ends the process. A second signal changes nothing. Before it serves there is
 * nothing to finish: the process ends at once, and its database with it.
 * @returns tells whether the end has been asked for
 */
export function endOnSignal(starting: Promise<Running>): () => boolean {
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
      void running.close().finally(() => process.exit(0));
    });
  return () => ending;
}
