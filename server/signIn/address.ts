/**
 * Counts the logins of an address in the last quarter of an hour, for all processes together, and slows it down. Failures of all
 * kinds of login count into one bucket, and beyond LIMIT_LOGINS_PER_ADDRESS of them the address is refused. One password tried at
 * many names leaves many names that failed; people behind one address mistype their own, and log in a moment later, which takes
 * their failures back. Only the name that failed can do so: an account of the guesser's own outweighs nothing. Once more than
 * LIMIT_FREE_LOGIN_FAILURES names have failed each further attempt waits longer, one at a time. A browser that has logged in to the
 * account before does not wait. An attempt that would hold its connection for too long is answered at once instead.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { problem } from '../http/problem.ts';
import { addHits, addressBlock, countHits, giveBack, refuseWhenFull } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';

const ADDRESS_WINDOW_MS = 15 * MINUTE;

/** Failures of one name that count no more than a name: users who mistype do so more than once. */
const FAILURES_PER_NAME = 3;

const FIRST_MS = 250;
/** Failures that double the wait. */
const DOUBLED_AFTER = 10;
/** Maximum of the wait for others of the same address and the own delay together. */
const MAX_HOLD_MS = 9000;

interface Call {
  readonly request: Pick<FastifyRequest, 'ip'>;
  readonly now: Date;
}

const failuresOf = (ip: string): string => `login:${addressBlock(ip)}`;

/** @throws TooManyRequests while too many logins from the address of a call have failed */
export const refuseFailingAddress = ({ db, config }: Pick<Context, 'db' | 'config'>, { request, now }: Call): Promise<void> =>
  refuseWhenFull(
    db,
    { bucket: failuresOf(request.ip), limit: config.LIMIT_LOGINS_PER_ADDRESS, windowMs: ADDRESS_WINDOW_MS, isShared: true },
    now,
  );

/** Counts a failed login from the address of a call. */
export async function countAddressFailure(queries: Queries, { request, now }: Call): Promise<void> {
  await countHits(queries, failuresOf(request.ip), ADDRESS_WINDOW_MS, now, 1);
}

/** @param who an account's id, whichever of its names was tried, or a name that no account has */
export const bucketsOf = (ip: string, who: string) => {
  const address = addressBlock(ip);
  const key = sha256(who).toString('base64url').slice(0, 22);
  return {
    failures: failuresOf(ip),
    failedNames: `loginFailed:${address}`,
    failedName: `loginFailed:${address}:${key}`,
    enteredNames: `loginEntered:${address}`,
    enteredName: `loginEntered:${address}:${key}`,
  };
};

type AddressBuckets = ReturnType<typeof bucketsOf>;

/** Counts a failed password, including which name has failed. */
export async function recordAddressFailure(queries: Queries, buckets: AddressBuckets, now: Date): Promise<void> {
  const count = (bucket: string) => countHits(queries, bucket, ADDRESS_WINDOW_MS, now, 1);
  await count(buckets.failures);
  if ((await count(buckets.failedName)).hits === 1) await count(buckets.failedNames);
}

/** Takes back the failures of a name that has logged in. */
export async function recordAddressSuccess(queries: Queries, buckets: AddressBuckets, now: Date): Promise<void> {
  const { rows } = await sql<{ failures: number | null; entries: number }>`
    WITH failed AS (${queries
      .deleteFrom('throttles')
      .where('bucket', '=', buckets.failedName)
      .where('resets_at', '>', now)
      .returning('hits')}),
         entered AS (${addHits(queries, buckets.enteredName, ADDRESS_WINDOW_MS, now, 1)})
    SELECT (SELECT hits FROM failed) AS failures, hits AS entries FROM entered`.execute(queries);
  const { failures = null, entries } = rows[0] ?? {};
  if (failures !== null) {
    await giveBack(queries, buckets.failures, now, failures);
    await giveBack(queries, buckets.failedNames, now);
  }
  if (entries === 1) await countHits(queries, buckets.enteredNames, ADDRESS_WINDOW_MS, now, 1);
}

/**
 * The excess of an address's failures over its limit, in names or in the corresponding number of failures.
 * @param free names that may fail at an address where nobody logs in; each that does log in allows one more
 * @returns a negative number below the limit
 */
async function excessOf(queries: Queries, buckets: AddressBuckets, free: number, now: Date): Promise<number> {
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

interface DelayedAttempt {
  readonly buckets: AddressBuckets;
  readonly userName: string;
  /** The browser's token. */
  readonly known: string | undefined;
  readonly now: Date;
}

interface Line {
  waiting: number;
  /** When the last attempt of the queue may continue. */
  endsAtMs: number;
}

/** @returns a function that resolves when the attempt may continue. @throws TooManyRequests if that would take too long, Busy */
export function addressDelay({ db, config, passwords }: Pick<Context, 'db' | 'config' | 'passwords'>) {
  const { LIMIT_FREE_LOGIN_FAILURES: free, LIMIT_LOGIN_DELAY_MS: longestMs } = config;
  const lines = new Map<string, Line>();

  return async ({ buckets, userName, known, now }: DelayedAttempt): Promise<void> => {
    const over = await passwords.beforeSlot(() => excessOf(db, buckets, free, now));
    if (over < 0 || (await isKnown(userName, known))) return;
    const nowMs = performance.now();
    const line = lines.get(buckets.failures) ?? { waiting: 0, endsAtMs: nowMs };
    // Attempts that wait may fail too.
    const waitMs = Math.max(0, line.endsAtMs - nowMs) + delayMs(over + line.waiting, longestMs);
    if (waitMs > MAX_HOLD_MS) throw problem('TooManyRequests', { retryAfterSeconds: waitMs / 1000 });
    lines.set(buckets.failures, line);
    line.waiting += 1;
    line.endsAtMs = nowMs + waitMs;
    await delay(waitMs);
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(buckets.failures);
  };

  async function isKnown(userName: string, token: string | undefined): Promise<boolean> {
    if (token === undefined) return false;
    const row = await db
      .selectFrom('known_browsers as b')
      .innerJoin('users as u', 'u.user_id', 'b.user_id')
      .select('u.user_id')
      .where('b.browser_hash', '=', sha256(token))
      .where((user) => user.or([user('u.user_name_key', '=', nameKey(userName)), user('u.email_key', '=', nameKey(userName))]))
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** @param over failures beyond the free ones */
export const delayMs = (over: number, longestMs: number): number =>
  Math.min(longestMs, FIRST_MS * 2 ** (Math.max(0, over) / DOUBLED_AFTER));
