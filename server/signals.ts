/** Ends a running server with grace when the operating system or Ctrl+C asks for it. */
import type { Running } from './start.ts';

/** Lets requests finish, stops what was started, then ends the process. A second signal changes nothing. */
export function endOnSignal(running: Running): void {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void running.close().finally(() => process.exit(0));
    });
}
