/** Rate limits shared by all processes: hits per bucket and window, counted in the database before the work is done. */
import { sql } from 'kysely';
import { addMs, MINUTE } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import { isPermanent, type LockLimits } from '../lockout/rule.ts';
import { problem, type Problem } from './problem.ts';

/**
 * The key of a bucket per address: an IPv4 address as it is; the /64 of an IPv6 address, because one customer may use all of it.
 */
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
  /** Hits allowed per window. */
  limit: number;
  windowMs: number;
}

/** @throws TooManyRequests with the seconds until the window ends */
export async function throttle(queries: Queries, { bucket, limit, windowMs }: Limit, now: Date): Promise<void> {
  const { hits, resets_at: resetsAt } = await countHits(queries, bucket, windowMs, now, 1);
  if (hits > limit) throw tooMany(resetsAt, now);
}

/**
 * Checks without counting, for limits on failures only.
 * @throws TooManyRequests
 */
export async function refuseWhenFull(queries: Queries, { bucket, limit }: Limit, now: Date): Promise<void> {
  const row = await queries
    .selectFrom('throttles')
    .select(['hits', 'resets_at'])
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .executeTakeFirst();
  if (row && row.hits >= limit) throw tooMany(row.resets_at, now);
}

export async function countHits(queries: Queries, bucket: string, windowMs: number, now: Date, hits: number) {
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

/** Takes hits back. */
export async function giveBack(queries: Queries, bucket: string, now: Date, hits = 1): Promise<void> {
  await queries
    .updateTable('throttles')
    .set({ hits: sql<number>`greatest(hits - ${hits}, 0)` })
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .where('hits', '>', 0)
    .execute();
}

const tooMany = (resetsAt: Date, now: Date) =>
  problem('TooManyRequests', { retryAfterSeconds: (resetsAt.getTime() - now.getTime()) / 1000 });

/** The response while an account is locked. A permanent lock reports the duration of an ordinary one. */
export const lockedOut = (until: Date, limits: LockLimits, now: Date): Problem =>
  isPermanent(until, now)
    ? problem('TooManyRequests', { retryAfterSeconds: (limits.LIMIT_LOCK_MINUTES * MINUTE) / 1000 })
    : tooMany(until, now);
