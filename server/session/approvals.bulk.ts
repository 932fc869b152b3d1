/**
 * Acts that count where two pairs of eyes are required: within an hour an administrator alone does them to a few people, whether by
 * single calls or by a bulk. Each further person needs an approval, of their own or in a bulk request that names them.
 */
import { sql, type SqlBool } from 'kysely';
import type { ApprovalDetail, CountedAction } from '../../api/contract/approvals.ts';
import { addMs, HOUR } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import {
  approveOrRequest,
  mayStillDecide,
  requiresFourEyes,
  type ApprovalTarget,
  type AskingCall,
  type Needs,
} from './approvals.ts';
import type { SessionState } from './principal.ts';

const COUNTED_MS = HOUR;

/** Advisory lock, with the administrator as its second key: acts of the same one are counted one after the other. */
const COUNT_LOCK = 7_406_034;

export interface CountedCall extends AskingCall {
  readonly name: CountedAction;
  readonly session: SessionState | null;
}

type Limits = Pick<Config, 'FOUR_EYES' | 'FOUR_EYES_BULK'>;

/**
 * As `approveOrRequest`, for an act that counts.
 * @returns details for the audit; null if it was asked for
 * @throws ReasonRequired, Impersonating
 */
export async function approveCounted(
  { config }: { readonly config: Limits },
  tx: Transaction,
  call: CountedCall,
  target: ApprovalTarget,
  detail: ApprovalDetail,
  needs: Needs,
): Promise<Record<string, unknown> | null> {
  const isSystemOnly = target.systemOnly || needs.systemOnly === true;
  const approval = await useBulkApproval(tx, call, { ...target, systemOnly: isSystemOnly }, detail);
  if (approval) return approval;
  const isLimited = await requiresFourEyes(config, tx, target.organisationId);
  if (isLimited && !needs.always && !needs.fourEyes && (await countAct(config, tx, call, target.id))) return {};
  return (await approveOrRequest({ config }, tx, call, target, detail, { ...needs, fourEyes: isLimited })) ? {} : null;
}

/** Whom an act counts for: the administrator behind an impersonation too. */
export const actorOf = ({ person, session }: Pick<CountedCall, 'person' | 'session'>): string =>
  session?.impersonation?.by.userId ?? person.userId;

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

/** @returns false if this would be one person too many */
async function countAct({ FOUR_EYES_BULK: limit }: Limits, tx: Transaction, call: CountedCall, userId: string): Promise<boolean> {
  const actorId = actorOf(call);
  await sql`SELECT pg_advisory_xact_lock(${COUNT_LOCK}::int, hashtext(${actorId}))`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO four_eyes_acts (actor_id, user_id, acted_at)
    SELECT ${actorId}::uuid, ${userId}::uuid, ${call.now}::timestamptz
     WHERE (SELECT count(*) FROM four_eyes_acts WHERE ${isRecentActOn(actorId, [userId], call.now)}) < ${limit}
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
async function useBulkApproval(
  tx: Transaction,
  { name, person, origin, now }: CountedCall,
  target: ApprovalTarget,
  detail: ApprovalDetail,
): Promise<Record<string, unknown> | null> {
  // What an administrator asked for is not for who acts as them.
  if (origin.onBehalfOf !== null) return null;
  const asked = JSON.stringify({ action: name, ...detail } satisfies ApprovalDetail);
  const { rows } = await sql<{ request: string; approvedBy: string; reason: string }>`
    WITH request AS (
      SELECT a.request_id, a.reason, u.user_name FROM approval_requests a JOIN users u ON u.user_id = a.decided_by
       WHERE a.requested_by = ${person.userId} AND a.action = 'Approvals.Bulk' AND a.state = 'approved' AND a.expires_at > ${now}
         AND a.detail = ${asked}::jsonb AND a.decided_by <> a.requested_by AND u.enabled AND ${mayStillDecide}
         AND (a.system_only OR NOT ${target.systemOnly}::boolean)
         AND EXISTS (SELECT FROM approval_targets t WHERE t.request_id = a.request_id AND ${isOpenFor(target)})
       ORDER BY a.expires_at LIMIT 1 FOR UPDATE OF a)
    UPDATE approval_targets t SET done_at = ${now}::timestamptz FROM request
     WHERE t.request_id = request.request_id AND ${isOpenFor(target)}
    RETURNING request.request_id AS request, request.user_name AS "approvedBy", request.reason`.execute(tx);
  const [used] = rows;
  if (!used) return null;
  await sql`UPDATE approval_requests SET state = 'done' WHERE request_id = ${used.request} AND NOT EXISTS (
    SELECT FROM approval_targets t WHERE t.request_id = ${used.request} AND t.done_at IS NULL)`.execute(tx);
  return { ...used };
}

const isOpenFor = ({ id, state }: ApprovalTarget) =>
  sql<SqlBool>`t.user_id = ${id} AND t.target_state = ${state} AND t.done_at IS NULL`;
