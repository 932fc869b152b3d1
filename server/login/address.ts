/**
 * What an address has done in the last quarter of an hour, counted for all processes together. One password tried at many names
 * leaves many names that failed; people behind one address mistype their own, and log in a moment later, which takes their failures
 * back. Only the name that failed can do so: an account of the guesser's own outweighs nothing.
 */
import { MINUTE } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { addressBlock, countHits, giveBack } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';

export const ADDRESS_WINDOW_MS = 15 * MINUTE;

/** Failures of one name that count no more than a name: who mistypes does so more than once. */
const FAILURES_PER_NAME = 3;

/** @param who an account's id, under whichever of its names it was tried, or a name that nobody has */
export const bucketsOf = (ip: string, who: string) => {
  const address = addressBlock(ip);
  const key = sha256(who).toString('base64url').slice(0, 22);
  return {
    failures: `login:${address}`,
    failedNames: `loginFailed:${address}`,
    failedName: `loginFailed:${address}:${key}`,
    enteredNames: `loginEntered:${address}`,
    enteredName: `loginEntered:${address}:${key}`,
  };
};

export type AddressBuckets = ReturnType<typeof bucketsOf>;

export async function recordAddressFailure(queries: Queries, buckets: AddressBuckets, now: Date): Promise<void> {
  const count = (bucket: string) => countHits(queries, bucket, ADDRESS_WINDOW_MS, now, 1);
  await count(buckets.failures);
  if ((await count(buckets.failedName)).hits === 1) await count(buckets.failedNames);
}

/** Takes back the failures of a name that has logged in. */
export async function recordAddressSuccess(queries: Queries, buckets: AddressBuckets, now: Date): Promise<void> {
  const failed = await queries
    .deleteFrom('throttles')
    .where('bucket', '=', buckets.failedName)
    .where('resets_at', '>', now)
    .returning('hits')
    .executeTakeFirst();
  if (failed) {
    await giveBack(queries, buckets.failures, now, failed.hits);
    await giveBack(queries, buckets.failedNames, now);
  }
  const count = (bucket: string) => countHits(queries, bucket, ADDRESS_WINDOW_MS, now, 1);
  if ((await count(buckets.enteredName)).hits === 1) await count(buckets.enteredNames);
}

/**
 * By how much an address has failed more often than it may, in names or in as many times the failures.
 * @param free names that may fail at an address where nobody logs in; each that does log in allows one more
 * @returns negative while it may
 */
export async function excessOf(queries: Queries, buckets: AddressBuckets, free: number, now: Date): Promise<number> {
  const rows = await queries
    .selectFrom('throttles')
    .select(['bucket', 'hits'])
    .where('bucket', 'in', [buckets.failures, buckets.failedNames, buckets.enteredNames])
    .where('resets_at', '>', now)
    .execute();
  const hits = (bucket: string) => rows.find((row) => row.bucket === bucket)?.hits ?? 0;
  const allowed = free + hits(buckets.enteredNames);
  return Math.max(hits(buckets.failedNames) - allowed, hits(buckets.failures) - FAILURES_PER_NAME * allowed);
}
