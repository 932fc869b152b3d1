/**
 * Acts with which a system administrator's account could be taken over need two other system administrators: the first call is
 * recorded, and the same call by another one within a day is carried out.
 */
import { sql } from 'kysely';
import { SYSTEM_ADMINISTRATION, type Person } from '../../api/contract/person.ts';
import { addMs, HOUR } from '../clock.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/audit.append.ts';
import type { Transaction } from '../db/database.ts';
import { queueMail } from '../mail/queue.ts';
import { systemAdministrators } from './systemAdministrators.ts';

const APPROVAL_MS = 24 * HOUR;

export interface ApprovedCall {
  readonly name: string;
  readonly person: Person;
  readonly origin: AuditOrigin;
  readonly now: Date;
}

export interface ApprovalTarget {
  readonly userId: string;
  readonly userName: string;
  readonly organisationId: string;
}

interface UserRow {
  user_id: string;
  user_name: string | null;
  email: string;
  organisation_id: string;
}

export const asApprovalTarget = (row: UserRow): ApprovalTarget => ({
  userId: row.user_id,
  userName: row.user_name ?? row.email,
  organisationId: row.organisation_id,
});

/**
 * Uses up the request of another system administrator. Without one the caller's own request is recorded and mailed to the
 * others; the transaction has to commit before `ApprovalNeeded` is returned to the caller.
 * @param detail what exactly is asked for; both calls must agree in it
 * @returns whether the act may go on
 */
export async function approveOrRequest(
  tx: Transaction,
  call: ApprovedCall,
  target: ApprovalTarget,
  detail: string,
): Promise<boolean> {
  if (await consumeRequest(tx, call, target, detail)) return true;
  const request = { requested_by: call.person.userId, detail, requested_at: call.now };
  await tx
    .insertInto('approvals')
    .values({ action: call.name, target_user_id: target.userId, ...request })
    .onConflict((conflict) => conflict.columns(['action', 'target_user_id', 'requested_by']).doUpdateSet(request))
    .execute();
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    outcome: 'refused',
    target: target.userName,
    targetUserId: target.userId,
    organisationId: target.organisationId,
    details: { code: 'ApprovalNeeded' },
  });
  for (const other of await systemAdministrators(tx)) {
    if (other.user_id === call.person.userId) continue;
    const data = { userName: other.user_name ?? other.email, at: call.now.toISOString() };
    const about = { administrator: call.person.displayName, account: target.userName };
    await queueMail(tx, other, 'approvalNeeded', { ...data, ...about }, call.now);
  }
  return false;
}

/** The requester must still be a system administrator. */
async function consumeRequest(tx: Transaction, { name, person, now }: ApprovedCall, target: ApprovalTarget, detail: string) {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM approvals a USING users u
     WHERE a.action = ${name} AND a.target_user_id = ${target.userId} AND a.detail = ${detail}
       AND a.requested_at > ${addMs(now, -APPROVAL_MS)} AND a.requested_by <> ${person.userId}
       AND u.user_id = a.requested_by AND u.enabled AND u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`.execute(tx);
  return numAffectedRows > 0n;
}
