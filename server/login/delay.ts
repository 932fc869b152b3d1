/**
 * Slows down who guesses slowly: one password at many names, from one address. Once more than LIMIT_FREE_LOGIN_FAILURES names have
 * failed within a quarter of an hour each further attempt waits longer, one at a time. A browser that has logged in to the account
 * before does not wait. An attempt that would hold its connection for too long is answered at once instead.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { nameKey } from '../db/nameKey.ts';
import { problem } from '../http/problem.ts';
import { sha256 } from '../session/tokens.ts';
import { excessOf, type AddressBuckets } from './address.ts';

const FIRST_MS = 250;
/** Failures that double the wait. */
const DOUBLED_AFTER = 10;
/** Waiting for others of the same address and the own delay together. */
const MAX_HOLD_MS = 9000;

export interface DelayedAttempt {
  readonly buckets: AddressBuckets;
  readonly userName: string;
  /** Token of the browser. */
  readonly known: string | undefined;
  readonly now: Date;
}

interface Line {
  waiting: number;
  /** When the last of them goes on. */
  endsAtMs: number;
}

/** @returns a function that resolves when the attempt may go on. @throws TooManyRequests if that would take too long */
export function loginDelay({ db, config }: Pick<Context, 'db' | 'config'>) {
  const { LIMIT_FREE_LOGIN_FAILURES: free, LIMIT_LOGIN_DELAY_MS: longestMs } = config;
  const lines = new Map<string, Line>();

  return async ({ buckets, userName, known, now }: DelayedAttempt): Promise<void> => {
    const over = await excessOf(db, buckets, free, now);
    if (over < 0 || (await isKnown(userName, known))) return;
    const nowMs = performance.now();
    const line = lines.get(buckets.failures) ?? { waiting: 0, endsAtMs: nowMs };
    // Those who wait may fail too.
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
