/** How many may read any number of rows at once: each holds a connection for as long as its receiver takes. */
import { problem } from '../http/problem.ts';

/** The other connections must stay free for everybody else. */
const MAX_READERS = 4;
/** A receiver that takes nothing for so long is gone. */
export const STALLED_MS = 30_000;

let readers = 0;

/** @returns how to leave again, once. @throws Busy while too many are inside */
export function enterReading(): () => void {
  if (readers >= MAX_READERS) throw problem('Busy', { retryAfterSeconds: 5 });
  readers += 1;
  return () => {
    readers -= 1;
  };
}
