/** Events of the audit in scope, newest first, paged by sequence number, and their form in the contract. */
import { sql, type Expression, type Selectable, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { AuditEvent } from '../../api/contract/audit.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { QueryOf } from '../../api/contract/index.ts';
import { searchedName } from '../../api/contract/rules/searchWords.ts';
import { typedLine } from '../../api/contract/rules/typed.ts';
import type { Queries } from '../db/database.ts';
import { nameKey } from '../db/nameKey.ts';
import type { AuditEventsTable, Database } from '../db/schema.ts';
import { problem } from '../http/problem.ts';
import { countAllEvents, type CountedEvents, type TimeRange } from './counts.ts';

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

export type AuditQuery = QueryOf<'Users.AuditReport'>;
export type AuditFilters = Pick<AuditQuery, 'from' | 'to' | 'actor' | 'target' | 'action' | 'outcome' | 'ip'>;

export const findEvents = (queries: Queries, actor: Person, query: AuditQuery, limit: number) =>
  matchingEvents(queries, actor, query, (events) =>
    newestFirst(query.cursor === undefined ? events : events.where('e.seq', '<', cursorOf(query.cursor))).limit(limit),
  )
    .selectAll('e')
    .execute();

/** @returns display names by user name, of the actors who have an account */
export async function findActorNames(queries: Queries, rows: readonly Pick<EventRow, 'actor'>[]): Promise<Map<string, string>> {
  const actors = [...new Set(rows.flatMap(({ actor }) => actor ?? []))];
  if (actors.length === 0) return new Map();
  const { rows: found } = await sql<{ actor: string; name: string }>`
    SELECT a.actor, u.first_name || ' ' || u.last_name AS name FROM unnest(${actors}::text[]) a (actor)
      JOIN users u ON u.user_name_key = lower(normalize(a.actor, NFKC)) AND u.user_name IS NOT NULL`.execute(queries);
  return new Map(found.map(({ actor, name }) => [actor, name.trim()]));
}

export const newestFirst: Narrowing = (events) => events.orderBy('e.seq', 'desc');

export async function countEvents(queries: Queries, actor: Person, query: AuditQuery): Promise<number> {
  if (hasOnlyCounted(query)) return countAllEvents(queries, countedEvents(actor, query), rangeOf(query));
  const { total } = await matchingEvents(queries, actor, query)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Whether counts of events have all of the filters. */
export const hasOnlyCounted = ({ actor, target, ip }: AuditFilters): boolean => !actor && !target && !ip;

export const countedEvents = (actor: Person, { action, outcome }: AuditFilters): CountedEvents => ({
  organisationId: reachesAllOrganisations(actor) ? undefined : actor.organisationId,
  actions: action ? [action] : undefined,
  outcome,
});

export const rangeOf = ({ from, to }: AuditFilters): TimeRange => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

type MatchingEvents = SelectQueryBuilder<Database & { e: AuditEventsTable }, 'e', object>;
/** Their order, and how many. */
type Narrowing = (events: MatchingEvents) => MatchingEvents;

/**
 * Events of an impersonation are found under both names: by two parts, each of which is narrowed along an index of its own, where a
 * disjunction would read all events of both.
 */
export function matchingEvents(
  queries: Queries,
  actor: Person,
  filters: AuditFilters,
  narrow: Narrowing = (events) => events,
): MatchingEvents {
  const events = eventsOf(queries, actor, filters);
  const { actor: by } = filters;
  if (!by) return narrow(events);
  const own = narrow(events.where(isNamed('actor', by))).selectAll('e');
  const onBehalf = narrow(
    events.where(isNamed('on_behalf_of', by)).where(sql<SqlBool>`${isNamed('actor', by)} IS NOT TRUE`),
  ).selectAll('e');
  const both = queries.selectFrom(sql<AuditEventsTable>`((${own}) UNION ALL (${onBehalf}))`.as('e'));
  return narrow(both);
}

function eventsOf(queries: Queries, actor: Person, filters: AuditFilters): MatchingEvents {
  const { target, action, outcome, ip } = filters;
  const { from, to } = rangeOf(filters);
  let query: MatchingEvents = queries.selectFrom('audit_events as e');
  if (!reachesAllOrganisations(actor)) query = query.where('e.organisation_id', '=', actor.organisationId);
  if (from !== undefined) query = query.where('e.at', '>=', from);
  if (to !== undefined) query = query.where('e.at', '<', to);
  if (target) query = query.where(isNamed('target', target));
  if (action)
    query = query.where(
      'e.action',
      action.endsWith('.') ? 'like' : '=',
      action.endsWith('.') ? `${action.replaceAll(/[\\%_]/g, '\\$&')}%` : action,
    );
  if (outcome) query = query.where('e.outcome', '=', outcome);
  if (ip) query = query.where('e.ip', '=', typedLine(ip).normalize('NFKC').toLowerCase());
  return query;
}

/** As typed, and as names and addresses are compared elsewhere: a target may be a text of another kind too. */
function isNamed(column: 'actor' | 'on_behalf_of' | 'target', text: string): Expression<SqlBool> {
  const names = new Set([typedLine(text).toLowerCase(), nameKey(searchedName(text))]);
  const [only, other] = names;
  const stored = sql`lower(${sql.ref(`e.${column}`)})`;
  return other === undefined ? sql<SqlBool>`${stored} = ${only}` : sql<SqlBool>`${stored} IN (${only}, ${other})`;
}

function cursorOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw problem('Invalid', { fields: { cursor: { problem: 'BadRequest' } } });
  return Number(text);
}
