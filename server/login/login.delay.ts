/**
 * Slows down who guesses slowly: one password at many names, from one address. After LIMIT_FREE_LOGIN_FAILURES within a quarter of
 * an hour each further attempt waits longer, one at a time. A browser that has logged in to the account before does not wait.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { nameKeySql } from '../db/nameKey.ts';
import { countHits } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';
import { keyedMutex } from './login.keyedMutex.ts';

const FIRST_MS = 250;
/** Failures that double the wait. */
const DOUBLED_AFTER = 10;
/** Attempts of one address that may wait for each other, as a multiple of the longest delay. */
const QUEUE_FACTOR = 3;

export interface DelayedAttempt {
  /** Failures are counted there. */
  readonly bucket: string;
  readonly windowMs: number;
  readonly userName: string;
  /** Token of the browser. */
  readonly known: string | undefined;
  readonly now: Date;
}

/** @returns a function that resolves when the attempt may go on. @throws Busy while too many of the same address wait */
export function loginDelay({ db, config }: Pick<Context, 'db' | 'config'>) {
  const { LIMIT_FREE_LOGIN_FAILURES: free, LIMIT_LOGIN_DELAY_MS: longestMs } = config;
  const inTurn = keyedMutex(longestMs * QUEUE_FACTOR);

  return async ({ bucket, windowMs, userName, known, now }: DelayedAttempt): Promise<void> => {
    const failures = async () => (await countHits(db, bucket, windowMs, now, 0)).hits;
    if ((await failures()) < free || (await isKnown(userName, known))) return;
    await inTurn(bucket, async () => {
      await delay(delayMs((await failures()) - free, longestMs));
    });
  };

  async function isKnown(userName: string, token: string | undefined): Promise<boolean> {
    if (token === undefined) return false;
    const row = await db
      .selectFrom('known_browsers as b')
      .innerJoin('users as u', 'u.user_id', 'b.user_id')
      .select('u.user_id')
      .where('b.browser_hash', '=', sha256(token))
      .where((user) =>
        user.or([
          user('u.user_name_key', '=', nameKeySql(userName.trim())),
          user('u.email_key', '=', nameKeySql(userName.trim())),
        ]),
      )
      .executeTakeFirst();
    return row !== undefined;
  }
}

/** @param over failures beyond the free ones */
export const delayMs = (over: number, longestMs: number): number =>
  Math.min(longestMs, FIRST_MS * 2 ** (Math.max(0, over) / DOUBLED_AFTER));
