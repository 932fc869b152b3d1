/** Maps an audit event to the contract. */
import type { Selectable } from 'kysely';
import type { AuditEvent } from '../../api/contract/audit.ts';
import type { AuditEventsTable } from '../db/schema.ts';

export type EventRow = Selectable<AuditEventsTable>;

export const presentEvent = (row: EventRow): AuditEvent => ({
  eventId: row.event_id,
  at: row.at.toISOString(),
  actor: row.actor,
  onBehalfOf: row.on_behalf_of,
  action: row.action,
  target: row.target,
  organisation: row.organisation,
  outcome: row.outcome,
  ip: row.ip,
  userAgent: row.user_agent,
  details: row.details,
});
