/**
 * Acts that need two administrators: one asks, another approves within a day. Their effects (`api/contract/effects.ts`) decide
 * which these are, for every kind of call.
 */
import { sql } from 'kysely';
import type { ApprovableAction } from '../../api/contract/approvals.shapes.ts';
import type { Effect } from '../../api/contract/call.ts';
import { secondPersonFor, type SecondPersonRule } from '../../api/contract/effects.ts';
import { operations } from '../../api/contract/index.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { addMs, HOUR } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { mayStillDecide, type Act, type ActDetail, type Approval, type ApprovalTarget, type AskingCall } from './acts.ts';
import { isAllowedAlone, requiresFourEyes, type FourEyesConfig } from './fourEyes.ts';
import { findBefore } from './before.ts';
import { notifyApprovers } from './notify.ts';

const APPROVAL_MS = 24 * HOUR;
/**
 * The time in which an open request is mailed at most once, and one administrator's requests are mailed at most MAX_MAILED_REQUESTS
 * times.
 */
const MAIL_AGAIN_MS = HOUR;
const MAX_MAILED_REQUESTS = 20;

/**
 * Call it with the target locked, right before the change. Without the approval that the act needs, the caller's request is
 * recorded and mailed to those who may decide; the transaction has to commit before `ApprovalNeeded` is returned to the caller.
 * @returns details for the event of the act; null if a request was recorded, and the act must not be done now
 * @throws ReasonRequired, Impersonating
 */
export async function approveOrRequest(
  { config }: { readonly config: FourEyesConfig },
  tx: Transaction,
  call: AskingCall,
  act: Act,
): Promise<Approval | null> {
  requireDeclared(call.name, act.effects);
  const rule = secondPersonFor(act.effects, act.concerned);
  const target = rule.systemOnly || act.systemOnly ? { ...act.target, systemOnly: true } : act.target;
  return findApproval({ config }, tx, call, { ...act, target }, rule);
}

/**
 * Returns what a transaction has changed, unless it has recorded a request instead (null), which must not be rolled back: call it
 * after the commit.
 * @throws ApprovalNeeded
 */
export function requireApproved<T>(changed: T | null): T {
  if (changed === null) throw problem('ApprovalNeeded');
  return changed;
}

/** An effect that the contract does not declare would be missing in `docs/security.md`. */
function requireDeclared(name: ApprovableAction, effects: readonly Effect[]): void {
  const declared: readonly Effect[] = operations[name].effects;
  const missing = effects.filter((effect) => !declared.includes(effect));
  if (missing.length > 0) throw new Error(`${name} does not declare: ${missing.join(', ')}`);
}

async function findApproval(
  { config }: Parameters<typeof approveOrRequest>[0],
  tx: Transaction,
  call: AskingCall,
  act: Act,
  rule: SecondPersonRule,
): Promise<Approval | null> {
  const { target, detail } = act;
  const reason = oneLine(call.query.reason ?? '');
  if (await isAllowedAlone(config, tx, call, act)) return reason === '' ? {} : { reason };
  // The administrator behind an impersonation could approve their own request under the other name.
  if (call.origin.onBehalfOf !== null) throw problem('Impersonating');
  const approval = await useApproval(tx, call, target, detail);
  if (approval) return approval;
  if (reason === '' && (!rule.always || (await requiresFourEyes(config, tx, target.organisationId))))
    throw problem('ReasonRequired');
  const requestId = await recordRequest(tx, call, act, reason);
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    outcome: 'refused',
    target: target.name,
    targetUserId: target.userId,
    organisationId: target.organisationId,
    details: { code: 'ApprovalNeeded', request: requestId, ...(reason === '' ? {} : { reason }) },
  });
  return null;
}

/** Records a request; one for the same act replaces the open one. @returns its id */
export async function recordRequest(
  tx: Transaction,
  { name, person, now }: Pick<AskingCall, 'name' | 'person' | 'now'>,
  { target, detail, before, effects }: Pick<Act, 'target' | 'detail' | 'before' | 'effects'>,
  reason: string,
): Promise<string> {
  const asked = {
    organisation_id: target.organisationId,
    target: target.people === undefined ? target.name : '',
    detail: JSON.stringify(detail),
    before: JSON.stringify(before ?? (await findBefore(tx, target.userId))),
    effects: [...effects],
    target_state: target.state,
    reason,
    system_only: target.systemOnly,
    requested_at: now,
    expires_at: addMs(now, APPROVAL_MS),
  };
  // A new id: an approver who has read the former request can't approve this one by it.
  const { operation_id: requestId, notified_at: notifiedAt } = await tx
    .insertInto('operations')
    .values({ action: name, target_id: target.id, requested_by: person.userId, ...asked })
    .onConflict((conflict) =>
      conflict
        .columns(['action', 'target_id', 'requested_by'])
        .where('state', '=', 'awaitingApproval')
        .doUpdateSet({ ...asked, operation_id: sql<string>`gen_random_uuid()` }),
    )
    .returning(['operation_id', 'notified_at'])
    .executeTakeFirstOrThrow();
  const isDue = notifiedAt === null || notifiedAt <= addMs(now, -MAIL_AGAIN_MS);
  if (isDue && (await countMailed(tx, person.userId, now)) < MAX_MAILED_REQUESTS) {
    await notifyApprovers(tx, person, target, reason, now);
    await tx.updateTable('operations').set({ notified_at: now }).where('operation_id', '=', requestId).execute();
  }
  return requestId;
}

/** The free text of requests must not become a way to mail every administrator. */
async function countMailed(tx: Transaction, requesterId: string, now: Date): Promise<number> {
  const { mailed } = await tx
    .selectFrom('operations')
    .select(sql<number>`count(*)::int`.as('mailed'))
    .where('requested_by', '=', requesterId)
    .where('notified_at', '>', addMs(now, -MAIL_AGAIN_MS))
    .executeTakeFirstOrThrow();
  return mailed;
}

/** Uses an approval that this requester has for exactly this act; its approver must still be an administrator who may decide it. */
async function useApproval(
  tx: Transaction,
  { name, person, now }: AskingCall,
  target: ApprovalTarget,
  detail: ActDetail,
): Promise<Approval | null> {
  const { rows } = await sql<{ request: string; approvedBy: string; reason: string }>`
    UPDATE operations a SET state = 'done' FROM users u
     WHERE a.action = ${name} AND a.target_id = ${target.id} AND a.detail = ${JSON.stringify(detail)}::jsonb AND a.expires_at > ${now}
       AND a.state = 'approved' AND a.requested_by = ${person.userId}
       AND a.target_state = ${target.state} AND a.decided_by <> a.requested_by
       AND u.user_id = a.decided_by AND u.enabled AND ${mayStillDecide}
    RETURNING a.operation_id AS request, u.user_name AS "approvedBy", a.reason`.execute(tx);
  return rows[0] ?? null;
}

/** Line breaks and other control characters would forge lines of the mail and of an export. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
