/** Limits that hold across processes: hits per bucket and window, counted in the store before the work is done. */
import { sql } from 'kysely';
import { addMs, MINUTE } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { isForGood, type LockLimits } from '../db/locks.ts';
import { problem, type Problem } from './problem.ts';

/** Whom a bucket per address counts: IPv4 as it is; of IPv6 the /64, because all of it is one customer's to choose from. */
export function addressBlock(ip: string): string {
  const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (!address.includes(':')) return address;
  const [left = '', right] = address.split('::');
  const groups = left.split(':').filter(Boolean);
  const after = (right ?? '').split(':').filter(Boolean);
  if (right !== undefined) groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

export interface Limit {
  bucket: string;
  /** How many hits a window allows. */
  limit: number;
  windowMs: number;
}

/** @throws TooManyRequests with the seconds until the window ends */
export async function throttle(queries: Queries, { bucket, limit, windowMs }: Limit, now: Date): Promise<void> {
  const { hits, resets_at: resetsAt } = await count(queries, bucket, windowMs, now, 1);
  if (hits > limit) throw tooMany(resetsAt, now);
}

/** Refuses when the bucket is full already, without counting: for limits on failures only. */
export async function refuseWhenFull(queries: Queries, { bucket, limit }: Limit, now: Date): Promise<void> {
  const row = await queries
    .selectFrom('throttles')
    .select(['hits', 'resets_at'])
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .executeTakeFirst();
  if (row && row.hits >= limit) throw tooMany(row.resets_at, now);
}

export async function count(queries: Queries, bucket: string, windowMs: number, now: Date, hits: number) {
  const resetsAt = addMs(now, windowMs);
  return queries
    .insertInto('throttles')
    .values({ bucket, hits, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql<number>`CASE WHEN throttles.resets_at <= ${now} THEN ${hits} ELSE throttles.hits + ${hits} END`,
        resets_at: sql<Date>`CASE WHEN throttles.resets_at <= ${now} THEN ${resetsAt} ELSE throttles.resets_at END`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
}

const tooMany = (resetsAt: Date, now: Date) =>
  problem('TooManyRequests', { retryAfterSeconds: (resetsAt.getTime() - now.getTime()) / 1000 });

/** The refusal of a try while the account is locked; where that has no end, the caller is told to come back after an ordinary lock. */
export const lockedOut = (until: Date, limits: LockLimits, now: Date): Problem =>
  isForGood(until, now)
    ? problem('TooManyRequests', { retryAfterSeconds: (limits.LIMIT_LOCK_MINUTES * MINUTE) / 1000 })
    : tooMany(until, now);
