/**
 * Acts that count where two pairs of eyes are required: within an hour an administrator alone does them to a few users, whether by
 * single calls, by operations on many, or by a list. Each further user needs an approval.
 */
import { sql, type SqlBool } from 'kysely';
import { addMs, HOUR } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { AskingCall } from './acts.ts';
import { actorOf } from './sponsors.ts';

const COUNTED_MS = HOUR;

/** Advisory lock, with the administrator as its second key: acts of the same one are counted one after the other. */
const COUNT_LOCK = 7_406_034;

/** How many others the administrator has acted on alone within the last hour. */
export async function countOthers(queries: Queries, actorId: string, userIds: readonly string[], now: Date): Promise<number> {
  const { others } = await queries
    .selectFrom('four_eyes_acts')
    .select(sql<number>`count(*)::int`.as('others'))
    .where(isRecentActOn(actorId, userIds, now))
    .executeTakeFirstOrThrow();
  return others;
}

const isRecentActOn = (actorId: string, userIds: readonly string[], now: Date) =>
  sql<SqlBool>`actor_id = ${actorId} AND acted_at > ${addMs(now, -COUNTED_MS)} AND user_id <> ALL (${userIds}::uuid[])`;

/** Counts all of these users or none. @returns false if they would be too many */
export async function countUsers(
  { FOUR_EYES_BULK: limit }: Pick<Config, 'FOUR_EYES_BULK'>,
  tx: Transaction,
  call: Pick<AskingCall, 'person' | 'session' | 'now'>,
  userIds: readonly string[],
): Promise<boolean> {
  if (userIds.length === 0) return true;
  if (userIds.length > limit) return false;
  const actorId = actorOf(call);
  await sql`SELECT pg_advisory_xact_lock(${COUNT_LOCK}::int, hashtext(${actorId}))`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO four_eyes_acts (actor_id, user_id, acted_at)
    SELECT ${actorId}::uuid, user_id, ${call.now}::timestamptz FROM unnest(${userIds}::uuid[]) AS one (user_id)
     WHERE (SELECT count(*) FROM four_eyes_acts WHERE ${isRecentActOn(actorId, userIds, call.now)}) + ${userIds.length} <= ${limit}
    ON CONFLICT (actor_id, user_id) DO UPDATE SET acted_at = greatest(four_eyes_acts.acted_at, excluded.acted_at)`.execute(tx);
  return numAffectedRows > 0n;
}

export async function forgetOldActs(queries: Queries, now: Date): Promise<void> {
  await queries.deleteFrom('four_eyes_acts').where('acted_at', '<', addMs(now, -COUNTED_MS)).execute();
}
