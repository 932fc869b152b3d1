/** Expires requests that were not decided in time and approvals that were not used, and cancels operations that take too long. */
import { sql, type SqlBool } from 'kysely';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import { withoutSecret } from './repository.ts';
import { cancelOperations } from '../bulk/targets.ts';

/** The outcome of a request stays in the audit. */
const KEPT_MS = 30 * DAY;

export async function expireRequests(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    await cancelOperations(tx, sql<SqlBool>`expires_at <= ${now}`, null, now);
    const expired = await tx
      .updateTable('operations')
      .set({ state: 'expired', detail: withoutSecret })
      .where('state', 'in', ['awaitingApproval', 'approved'])
      .where('expires_at', '<=', now)
      .returning(['operation_id', 'action', 'target', 'organisation_id', 'reason'])
      .execute();
    const origin = systemOrigin(now);
    for (const request of expired)
      await appendAuditEvent(tx, origin, {
        action: 'Approvals.Expire',
        target: request.target || null,
        organisationId: request.organisation_id,
        details: { request: request.operation_id, action: request.action, reason: request.reason },
      });
  });
  await db.deleteFrom('operations').where('requested_at', '<', addMs(now, -KEPT_MS)).execute();
}
