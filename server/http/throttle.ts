/** Rate limits shared by all processes: hits per bucket and window, counted in the database before the work is done. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { addMs, MINUTE } from '../clock.ts';
import { limitTable, type RateLimitName } from '../config/limits.ts';
import type { Queries } from '../db/database.ts';
import { isPermanent, type LockLimits } from '../lockout/rule.ts';
import { canonicalAddress } from './ipAddress.ts';
import { problem, type Problem } from './problem.ts';

/**
 * The key of a bucket per address: an IPv4 address as it is; the /64 of an IPv6 address, because one customer may use all of it.
 */
export function addressBlock(ip: string): string {
  const address = canonicalAddress(ip) ?? ip;
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
  /** Whether callers share it who do not know each other; the refusal then says so. */
  isShared?: boolean;
}

/**
 * A limit of the table for one address, account or organisation.
 * @param key whose hits are counted; empty: those of all callers together
 */
export const limitOf = (config: Readonly<Record<RateLimitName, number>>, name: RateLimitName, key: string): Limit => ({
  bucket: `${name}:${key}`,
  limit: config[name],
  windowMs: limitTable[name].windowMs,
});

/** @throws TooManyRequests with the seconds until the window ends */
export async function throttle(queries: Queries, { bucket, limit, windowMs, isShared }: Limit, now: Date): Promise<void> {
  const { hits, resets_at: resetsAt } = await countHits(queries, bucket, windowMs, now, 1);
  if (hits > limit) throw tooMany(resetsAt, now, isShared ? 'address' : 'until');
}

/**
 * Checks without counting, for limits on failures only.
 * @throws TooManyRequests
 */
export async function refuseWhenFull(queries: Queries, { bucket, limit, isShared }: Limit, now: Date): Promise<void> {
  const row = await queries
    .selectFrom('throttles')
    .select(['hits', 'resets_at'])
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .executeTakeFirst();
  if (row && row.hits >= limit) throw tooMany(row.resets_at, now, isShared ? 'address' : 'until');
}

export const countHits = (queries: Queries, bucket: string, windowMs: number, now: Date, hits: number) =>
  addHits(queries, bucket, windowMs, now, hits).executeTakeFirstOrThrow();

/** The statement that counts hits, for use within another. */
export function addHits(queries: Queries, bucket: string, windowMs: number, now: Date, hits: number) {
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
    .returning(['hits', 'resets_at']);
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

const tooMany = (resetsAt: Date, now: Date, context?: 'address' | 'until') =>
  problem('TooManyRequests', {
    retryAfterSeconds: (resetsAt.getTime() - now.getTime()) / 1000,
    ...(context && { values: { context } }),
  });

interface Limited {
  readonly config: Readonly<Record<RateLimitName, number>>;
  readonly db: Queries;
}
interface Call {
  readonly request: Pick<FastifyRequest, 'ip'>;
  readonly now: Date;
}

/** Counts a call for its address. @throws TooManyRequests */
export const countForAddress = ({ config, db }: Limited, name: RateLimitName, { request, now }: Call): Promise<void> =>
  throttle(db, { ...limitOf(config, name, addressBlock(request.ip)), isShared: true }, now);

/** Takes a call back that was counted for its address, and has succeeded. */
export const giveBackForAddress = ({ config, db }: Limited, name: RateLimitName, { request, now }: Call): Promise<void> =>
  giveBack(db, limitOf(config, name, addressBlock(request.ip)).bucket, now);

/** The response while an account is locked. A permanent lock reports the duration of an ordinary one. */
export const lockedOut = (until: Date, limits: LockLimits, now: Date): Problem =>
  isPermanent(until, now)
    ? problem('TooManyRequests', { retryAfterSeconds: (limits.LIMIT_LOCK_MINUTES * MINUTE) / 1000 })
    : tooMany(until, now);
