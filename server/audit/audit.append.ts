/** Writes the audit: one event, in the transaction of the change it tells of. */
import { randomUUID } from 'node:crypto';
import { sql, type Expression } from 'kysely';
import type { Queries } from '../db/database.ts';

/** Where a call comes from. While impersonating, `actor` is the administrator and `onBehalfOf` the user. */
export interface AuditOrigin {
  readonly actor: string | null;
  readonly onBehalfOf: string | null;
  /** The organisation of who acts, for events that touch no other. */
  readonly organisationId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly at: Date;
}

export interface AuditEvent {
  action: string;
  outcome?: 'success' | 'failure' | 'refused';
  /** What was acted on, as people name it: a user name, an organisation, a key. */
  target?: string | null | undefined;
  targetUserId?: string | null | undefined;
  /** The organisation whose administrators may read the event; by default the actor's. */
  organisationId?: string | null | undefined;
  /** Never a secret: no password, code, token or key. */
  details?: Record<string, unknown> | undefined;
}

const MAX_USER_AGENT = 300;
/** Characters. The target is indexed, and a row of an index holds 2,704 bytes. */
const MAX_TARGET = 500;

export async function appendAuditEvent(queries: Queries, origin: AuditOrigin, event: AuditEvent): Promise<void> {
  const organisationId = event.organisationId === undefined ? origin.organisationId : event.organisationId;
  await queries
    .insertInto('audit_events')
    .values((values) => ({
      event_id: randomUUID(),
      at: origin.at,
      actor: origin.actor,
      on_behalf_of: origin.onBehalfOf,
      action: event.action,
      target: event.target == null ? null : Array.from(event.target).slice(0, MAX_TARGET).join(''),
      target_user_id: event.targetUserId ?? null,
      organisation_id: organisationId,
      organisation: values.selectFrom('organisations').select('name').where('organisation_id', '=', organisationId),
      outcome: event.outcome ?? 'success',
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
      details: JSON.stringify(event.details ?? {}),
    }))
    .execute();
}

/**
 * One event of the same action for each row of `events`, in its order and in one statement.
 * @param events gives `target`, `target_user_id`, `organisation_id` and `details`
 */
export async function appendAuditEvents(
  queries: Queries,
  origin: AuditOrigin,
  action: string,
  events: Expression<unknown>,
): Promise<void> {
  await sql`
    INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation,
                              outcome, ip, user_agent, details)
    SELECT gen_random_uuid(), ${origin.at}::timestamptz, ${origin.actor}::text, ${origin.onBehalfOf}::text, ${action}::text, e.target,
           e.target_user_id, e.organisation_id, (SELECT o.name FROM organisations o WHERE o.organisation_id = e.organisation_id),
           'success', ${origin.ip}::text, ${origin.userAgent?.slice(0, MAX_USER_AGENT) ?? null}::text, e.details
      FROM (${events}) e`.execute(queries);
}
