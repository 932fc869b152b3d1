/** Limits concurrent row streams: each holds a connection for as long as its client reads. */
import { problem } from '../http/problem.ts';

/** The other connections of the pool stay free for all other calls. */
const MAX_STREAMS = 4;
/** Half of the maximum, so that one user cannot keep all others out. */
const MAX_STREAMS_PER_USER = 2;
const RETRY_AFTER_SECONDS = 5;

/** One entry for each open stream; null: opened by the server itself. */
const openStreams: (string | null)[] = [];

/**
 * @returns a function that frees the slot; call it once.
 * @throws TooManyDownloads while this user has the maximum open, Busy while all slots are taken
 */
export function acquireExportSlot(userName: string | null): () => void {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if (userName !== null && openStreams.filter((one) => one === userName).length >= MAX_STREAMS_PER_USER)
    throw problem('TooManyDownloads', { retryAfterSeconds });
  if (openStreams.length >= MAX_STREAMS) throw problem('Busy', { retryAfterSeconds });
  openStreams.push(userName);
  return () => {
    openStreams.splice(openStreams.indexOf(userName), 1);
  };
}
