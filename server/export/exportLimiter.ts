/** Limits concurrent row streams: each holds a connection for as long as its client reads. */
import type { Config } from '../config/config.ts';
import { problem } from '../http/problem.ts';

const RETRY_AFTER_SECONDS = 5;

export type ExportLimits = Pick<Config, 'LIMIT_EXPORTS' | 'LIMIT_EXPORTS_PER_USER'>;

/** One entry for each open stream; null: opened by the server itself. */
const openStreams: (string | null)[] = [];

/**
 * @returns a function that frees the slot; call it once.
 * @throws TooManyDownloads while this user has the maximum open, Busy while all slots are taken
 */
export function acquireExportSlot({ LIMIT_EXPORTS, LIMIT_EXPORTS_PER_USER }: ExportLimits, userName: string | null): () => void {
  const retryAfterSeconds = RETRY_AFTER_SECONDS;
  if (userName !== null && openStreams.filter((one) => one === userName).length >= LIMIT_EXPORTS_PER_USER)
    throw problem('TooManyDownloads', { retryAfterSeconds });
  if (openStreams.length >= LIMIT_EXPORTS) throw problem('Busy', { retryAfterSeconds });
  openStreams.push(userName);
  return () => {
    openStreams.splice(openStreams.indexOf(userName), 1);
  };
}
