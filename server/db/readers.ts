/** How many may read any number of rows at once: each holds a connection for as long as its receiver takes. */
import { problem } from '../http/problem.ts';

/** The other connections must stay free for everybody else. */
const MAX_READERS = 4;
/** Half of the places, so that nobody keeps everybody else out. */
const MAX_OF_ONE = 2;
/** A receiver that takes nothing for so long is gone. */
export const STALLED_MS = 30_000;

const RETRY_AFTER_SECONDS = 5;

/** Whoever is inside, once for each place they hold. */
const inside: (string | null)[] = [];

/**
 * @param reader who asks, by user name; null: the product itself
 * @returns how to leave again, once.
 * @throws TooManyDownloads while they hold their half, Busy while all places are taken
 */
export function enterReading(reader: string | null): () => void {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if (reader !== null && inside.filter((one) => one === reader).length >= MAX_OF_ONE)
    throw problem('TooManyDownloads', { retryAfterSeconds });
  if (inside.length >= MAX_READERS) throw problem('Busy', { retryAfterSeconds });
  inside.push(reader);
  return () => {
    inside.splice(inside.indexOf(reader), 1);
  };
}
