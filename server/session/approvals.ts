/**
 * Acts that need two administrators: one asks, another approves within a day. Acts with which a system administrator's account could
 * be taken over always do; with two pairs of eyes (FOUR_EYES, or the organisation's own rule) further ones.
 */
import { sql, type SqlBool } from 'kysely';
import type { ApprovableAction, ApprovalDetail } from '../../api/contract/approvals.ts';
import { SYSTEM_ADMINISTRATION, type Person } from '../../api/contract/person.ts';
import { isForSystemAdministrators } from '../../api/contract/users.policy.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/audit.append.ts';
import { addMs, HOUR } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { asTarget } from '../db/target.ts';
import { problem } from '../http/problem.ts';
import { notifyApprovers } from './approvals.mail.ts';

const APPROVAL_MS = 24 * HOUR;

export interface AskingCall {
  readonly name: ApprovableAction;
  readonly person: Person;
  readonly query: { readonly reason?: string | undefined };
  readonly origin: AuditOrigin;
  readonly now: Date;
}

/** What is acted on: a user or an organisation. */
export interface ApprovalTarget {
  readonly id: string;
  readonly userId: string | null;
  readonly name: string;
  readonly organisationId: string;
  /** What must not have changed when it is approved. */
  readonly state: string;
  readonly systemOnly: boolean;
  /** Of a bulk request: how many people, the first of whom `name` lists. */
  readonly people?: number;
}

export interface Needs {
  /** Needs two system administrators, always; then the same call by another one approves it. */
  readonly always?: boolean;
  /** Needs two administrators where two pairs of eyes are required. */
  readonly fourEyes: boolean;
  /** May be decided by system administrators only, for any target. */
  readonly systemOnly?: boolean;
}

export const asApprovalTarget = (
  row: Parameters<typeof asTarget>[0] & { user_name: string | null; email: string },
): ApprovalTarget => ({
  id: row.user_id,
  userId: row.user_id,
  name: row.user_name ?? row.email,
  organisationId: row.organisation_id,
  state: JSON.stringify([row.organisation_id, [...row.roles].sort(), row.enabled, row.email]),
  systemOnly: isForSystemAdministrators(asTarget(row)),
});

export async function requiresFourEyes(
  config: Pick<Config, 'FOUR_EYES'>,
  queries: Queries,
  organisationId: string,
): Promise<boolean> {
  if (config.FOUR_EYES === 'on') return true;
  const row = await queries
    .selectFrom('organisations')
    .select('four_eyes')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.four_eyes === true;
}

/**
 * Call it with the target locked, right before the change. Without an approval the caller's request is recorded and mailed to those
 * who may decide; the transaction has to commit before `ApprovalNeeded` is returned to the caller.
 * @param detail what exactly is asked for
 * @returns whether the act may go on
 * @throws ReasonRequired, Impersonating
 */
export async function approveOrRequest(
  { config }: { readonly config: Pick<Config, 'FOUR_EYES'> },
  tx: Transaction,
  call: AskingCall,
  target: ApprovalTarget,
  detail: ApprovalDetail,
  needs: Needs,
): Promise<boolean> {
  const fourEyes = await requiresFourEyes(config, tx, target.organisationId);
  if (!needs.always && !(fourEyes && needs.fourEyes)) return true;
  // The administrator behind an impersonation could approve their own request under the other name.
  if (call.origin.onBehalfOf !== null) throw problem('Impersonating');
  if (await useApproval(tx, call, target, detail)) return true;
  // With four eyes a call must not approve another's request by accident, and an API key approves nothing.
  if (!fourEyes && (await useRequestOfAnother(tx, call, target, detail))) return true;
  const reason = oneLine(call.query.reason ?? '');
  if (fourEyes && reason === '') throw problem('ReasonRequired');
  const requestId = await recordRequest(tx, call, needs.systemOnly ? { ...target, systemOnly: true } : target, detail, reason);
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    outcome: 'refused',
    target: target.name,
    targetUserId: target.userId,
    organisationId: target.organisationId,
    details: { code: 'ApprovalNeeded', request: requestId, ...(reason === '' ? {} : { reason }) },
  });
  return false;
}

/** Asked again for the same, it replaces the open request. @returns its id */
export async function recordRequest(
  tx: Transaction,
  { name, person, now }: Pick<AskingCall, 'name' | 'person' | 'now'>,
  target: ApprovalTarget,
  detail: ApprovalDetail,
  reason: string,
): Promise<string> {
  const asked = {
    organisation_id: target.organisationId,
    target: target.people === undefined ? target.name : '',
    detail: JSON.stringify(detail),
    target_state: target.state,
    reason,
    system_only: target.systemOnly,
    requested_at: now,
    expires_at: addMs(now, APPROVAL_MS),
  };
  // A new id: an approver who has read the former request can't approve this one by it.
  const { request_id: requestId } = await tx
    .insertInto('approval_requests')
    .values({ action: name, target_id: target.id, requested_by: person.userId, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(['action', 'target_id', 'requested_by'])
        .where('state', '=', 'open')
        .doUpdateSet({ ...asked, request_id: sql<string>`gen_random_uuid()` }),
    )
    .returning('request_id')
    .executeTakeFirstOrThrow();
  await notifyApprovers(tx, person, target, reason, now);
  return requestId;
}

/** What another administrator has approved for this requester, who is to do it; the approver must still be one. */
async function useApproval(tx: Transaction, call: AskingCall, target: ApprovalTarget, detail: ApprovalDetail): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE approval_requests a SET state = 'done' FROM users u
     WHERE ${sameRequest(call, target, detail)} AND a.state = 'approved' AND a.requested_by = ${call.person.userId}
       AND a.target_state = ${target.state} AND a.decided_by <> a.requested_by
       AND u.user_id = a.decided_by AND u.enabled AND ${mayStillDecide}`.execute(tx);
  return numAffectedRows > 0n;
}

/** The requester must still be a system administrator. */
async function useRequestOfAnother(
  tx: Transaction,
  call: AskingCall,
  target: ApprovalTarget,
  detail: ApprovalDetail,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE approval_requests a SET state = 'done', decided_by = ${call.person.userId}::uuid, decided_at = ${call.now}::timestamptz FROM users u
     WHERE ${sameRequest(call, target, detail)} AND a.state = 'open' AND a.requested_by <> ${call.person.userId}
       AND u.user_id = a.requested_by AND u.enabled AND u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`.execute(tx);
  return numAffectedRows > 0n;
}

const sameRequest = ({ name, now }: AskingCall, target: ApprovalTarget, detail: ApprovalDetail) =>
  sql<SqlBool>`a.action = ${name} AND a.target_id = ${target.id} AND a.detail = ${JSON.stringify(detail)}::jsonb AND a.expires_at > ${now}`;

/** Of `users as u` about `approval_requests as a`. */
export const mayStillDecide = sql<SqlBool>`(u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]
  OR NOT a.system_only AND u.organisation_id = a.organisation_id AND u.roles @> '{SubscriberAdministration}')`;

/** Line breaks and other control characters would forge lines of the mail and of an export. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
