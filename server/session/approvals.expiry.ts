/** Expires requests that were not decided in time, and approvals that were not used. */
import { appendAuditEvent } from '../audit/audit.append.ts';
import { addMs, DAY } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';

/** What became of a request stays in the audit. */
const KEPT_MS = 30 * DAY;

export async function expireRequests(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const expired = await tx
      .updateTable('approval_requests')
      .set({ state: 'expired' })
      .where('state', 'in', ['open', 'approved'])
      .where('expires_at', '<=', now)
      .returning(['request_id', 'action', 'target', 'organisation_id', 'reason'])
      .execute();
    const origin = { actor: null, onBehalfOf: null, organisationId: null, ip: null, userAgent: null, at: now };
    for (const request of expired)
      await appendAuditEvent(tx, origin, {
        action: 'Approvals.Expire',
        target: request.target,
        organisationId: request.organisation_id,
        details: { request: request.request_id, action: request.action, reason: request.reason },
      });
  });
  await db.deleteFrom('approval_requests').where('requested_at', '<', addMs(now, -KEPT_MS)).execute();
}
