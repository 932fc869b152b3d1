/** Expires requests that were not decided in time, and approvals that were not used. */
import { sql } from 'kysely';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import { withoutSecret } from './repository.ts';

/** A bulk request that was carried out in part is over like one that was carried out whole. */
const wasUsed = sql`EXISTS (SELECT FROM approval_targets t WHERE t.request_id = approval_requests.request_id AND t.done_at IS NOT NULL)`;

/** What became of a request stays in the audit. */
const KEPT_MS = 30 * DAY;

export async function expireRequests(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const expired = await tx
      .updateTable('approval_requests')
      .set({ state: sql<'done' | 'expired'>`CASE WHEN ${wasUsed} THEN 'done' ELSE 'expired' END`, detail: withoutSecret })
      .where('state', 'in', ['open', 'approved'])
      .where('expires_at', '<=', now)
      .returning(['request_id', 'action', 'target', 'organisation_id', 'reason', 'state'])
      .execute();
    const origin = systemOrigin(now);
    for (const request of expired.filter(({ state }) => state === 'expired'))
      await appendAuditEvent(tx, origin, {
        action: 'Approvals.Expire',
        target: request.target || null,
        organisationId: request.organisation_id,
        details: { request: request.request_id, action: request.action, reason: request.reason },
      });
  });
  await db.deleteFrom('approval_requests').where('requested_at', '<', addMs(now, -KEPT_MS)).execute();
}
