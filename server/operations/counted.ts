/**
 * Acts that count where two pairs of eyes are required: within an hour an administrator alone does them to a few users, whether by
 * single calls, by a bulk, or by a list. Each further user needs an approval, of their own or in a bulk request that names them.
 */
import { sql, type SqlBool } from 'kysely';
import { addMs, HOUR } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { mayStillDecide, type ActDetail, type Approval, type ApprovalTarget, type AskingCall } from './acts.ts';
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

/** All or none of them. @returns false if these would be too many users */
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

/**
 * Once for each person. The approver must still be allowed to, for the account as it is now: one that was a system administrator's
 * meanwhile needs a system administrator's approval. The locked request ends with the last of its people.
 */
export async function useBulkApproval(
  tx: Transaction,
  { name, person, origin, now }: AskingCall,
  target: ApprovalTarget,
  detail: ActDetail,
): Promise<Approval | null> {
  // What an administrator asked for is not for who acts as them.
  if (origin.onBehalfOf !== null) return null;
  const asked = JSON.stringify({ action: name, ...detail });
  const { rows } = await sql<{ request: string; approvedBy: string; reason: string }>`
    WITH request AS (
      SELECT a.operation_id, a.reason, u.user_name FROM operations a JOIN users u ON u.user_id = a.decided_by
       WHERE a.requested_by = ${person.userId} AND a.action = 'Approvals.Bulk' AND a.state = 'approved' AND a.expires_at > ${now}
         AND a.detail = ${asked}::jsonb AND a.decided_by <> a.requested_by AND u.enabled AND ${mayStillDecide}
         AND (a.system_only OR NOT ${target.systemOnly}::boolean)
         AND EXISTS (SELECT FROM operation_targets t WHERE t.operation_id = a.operation_id AND ${isOpenFor(target)})
       ORDER BY a.expires_at LIMIT 1 FOR UPDATE OF a)
    UPDATE operation_targets t SET outcome = 'done' FROM request
     WHERE t.operation_id = request.operation_id AND ${isOpenFor(target)}
    RETURNING request.operation_id AS request, request.user_name AS "approvedBy", request.reason`.execute(tx);
  const [used] = rows;
  if (!used) return null;
  await sql`UPDATE operations SET state = 'done' WHERE operation_id = ${used.request} AND NOT EXISTS (
    SELECT FROM operation_targets t WHERE t.operation_id = ${used.request} AND t.outcome IS NULL)`.execute(tx);
  return { ...used };
}

const isOpenFor = ({ id, state }: ApprovalTarget) =>
  sql<SqlBool>`t.user_id = ${id} AND t.target_state = ${state} AND t.outcome IS NULL`;
