/** Writes audit events, in the transaction of the change they record. */
import { randomUUID } from 'node:crypto';
import { sql, type Expression } from 'kysely';
import type { Queries } from '../db/database.ts';

/** The origin of a call. While impersonating, `actor` is the administrator and `onBehalfOf` the user. */
export interface AuditOrigin {
  readonly actor: string | null;
  readonly onBehalfOf: string | null;
  /** The actor's organisation, for events that concern no other. */
  readonly organisationId: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly at: Date;
  /** Prefix of the API key that acted; its owner is the actor. */
  readonly apiKey?: string;
}

/** The origin of what the server does by itself. */
export const systemOrigin = (at: Date, organisationId: string | null = null): AuditOrigin => ({
  actor: null,
  onBehalfOf: null,
  organisationId,
  ip: null,
  userAgent: null,
  at,
});

export interface AuditEvent {
  action: string;
  outcome?: 'success' | 'failure' | 'refused';
  /** The target of the act, as shown to users: a user name, an organisation, a key. */
  target?: string | null | undefined;
  targetUserId?: string | null | undefined;
  /** The organisation whose administrators may read the event; default: the actor's. */
  organisationId?: string | null | undefined;
  /** Never a secret: no password, code, token or key. */
  details?: Record<string, unknown> | undefined;
}

const MAX_USER_AGENT_LENGTH = 300;
/** The maximum in characters. The target is indexed, and an index row holds 2,704 bytes. */
const MAX_TARGET_LENGTH = 500;

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
      target: event.target == null ? null : Array.from(event.target).slice(0, MAX_TARGET_LENGTH).join(''),
      target_user_id: event.targetUserId ?? null,
      organisation_id: organisationId,
      organisation: values.selectFrom('organisations').select('name').where('organisation_id', '=', organisationId),
      outcome: event.outcome ?? 'success',
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
      details: JSON.stringify({ ...event.details, ...(origin.apiKey === undefined ? {} : { apiKey: origin.apiKey }) }),
    }))
    .execute();
}

/**
 * Writes one event of the same action for each row of `events`, in its order and in one statement.
 * @param events query that returns `target`, `target_user_id`, `organisation_id` and `details`
 * @param operation id of the act on many that the events belong to, which the event of the act itself has too
 */
export async function appendAuditEvents(
  queries: Queries,
  origin: AuditOrigin,
  action: string,
  events: Expression<unknown>,
  operation?: string,
): Promise<void> {
  await sql`
    INSERT INTO audit_events (event_id, at, actor, on_behalf_of, action, target, target_user_id, organisation_id, organisation,
                              outcome, ip, user_agent, details)
    SELECT gen_random_uuid(), ${origin.at}::timestamptz, ${origin.actor}::text, ${origin.onBehalfOf}::text, ${action}::text, e.target,
           e.target_user_id, e.organisation_id, (SELECT o.name FROM organisations o WHERE o.organisation_id = e.organisation_id),
           'success', ${origin.ip}::text, ${origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null}::text, e.details || ${JSON.stringify({ ...(origin.apiKey !== undefined && { apiKey: origin.apiKey }), ...(operation !== undefined && { operation }) })}::jsonb
      FROM (${events}) e`.execute(queries);
}
