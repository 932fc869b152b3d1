/** Events of the audit in scope, newest first, paged by time and sequence number, and their form in the contract. */
import { sql, type Expression, type Selectable, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { AuditEvent } from '../../api/contract/audit.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import type { QueryOf } from '../../api/contract/index.ts';
import { typedLine } from '../../api/contract/rules/typed.ts';
import type { Queries } from '../db/database.ts';
import type { AuditEventsTable } from '../db/schema/audit.ts';
import type { Database } from '../db/schema.ts';
import { canonicalAddress } from '../http/ipAddress.ts';
import { problem } from '../http/problem.ts';
import { findPersonNames, type PersonNames, typedNames } from './personNames.ts';
import { actionsOf } from './actionFilter.ts';
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
export type AuditFilters = Pick<
  AuditQuery,
  'from' | 'to' | 'person' | 'actor' | 'target' | 'action' | 'verb' | 'object' | 'outcome' | 'ip' | 'bulk'
>;
/** An event with its time for a cursor. */
export type ListedRow = EventRow & Cursored;

/** The time in microseconds, where a Date has milliseconds. */
export const exactTime = sql<string>`(extract(epoch FROM e.at) * 1000000)::bigint::text`.as('at_us');

/** The act on many users that an event belongs to, as the index has it. */
export const operationOf = sql<string>`(e.details ->> 'operation')`;
export const isOfBulk = sql<SqlBool>`(${operationOf} IS NOT NULL)`;

export const findEvents = (queries: Queries, actor: Person, query: AuditQuery, names: PersonNames, limit: number) =>
  matchingEvents(queries, actor, query, names, (events) =>
    newestFirst(query.cursor === undefined ? events : after(events, query.cursor)).limit(limit),
  )
    .selectAll('e')
    .select(exactTime)
    .execute();

/** @returns display names by user name, of the actors who have an account */
export async function findActorNames(queries: Queries, rows: readonly Pick<EventRow, 'actor'>[]): Promise<Map<string, string>> {
  const actors = [...new Set(rows.flatMap(({ actor }) => actor ?? []))];
  if (actors.length === 0) return new Map();
  const { rows: found } = await sql<{ actor: string; name: string }>`
    SELECT a.actor, u.display_name AS name FROM unnest(${actors}::text[]) a (actor)
      JOIN users u ON u.user_name_key = lower(normalize(a.actor, NFKC)) AND u.user_name IS NOT NULL`.execute(queries);
  return new Map(found.map(({ actor, name }) => [actor, name]));
}

/** Sorts by the time that is shown: a long request appends events with the time at which it began. */
export const newestFirst: Narrowing = (events) => events.orderBy('e.at', 'desc').orderBy('e.seq', 'desc');

export async function countEvents(queries: Queries, actor: Person, query: AuditQuery): Promise<number> {
  if (hasOnlyCounted(query)) return countAllEvents(queries, countedEvents(actor, query), rangeOf(query));
  const { total } = await matchingEvents(queries, actor, query, await findPersonNames(queries, actor, query.person))
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Whether the roll-up can count events with these filters. */
export const hasOnlyCounted = ({ person, actor, target, ip, bulk }: AuditFilters): boolean =>
  !person && !actor && !target && !ip && !bulk;

export const countedEvents = (actor: Person, { outcome, ...filters }: AuditFilters): CountedEvents => ({
  organisationId: reachesAllOrganisations(actor) ? undefined : actor.organisationId,
  actions: actionsOf(filters),
  outcome,
});

export const rangeOf = ({ from, to }: AuditFilters): TimeRange => ({
  from: from === undefined ? undefined : new Date(from),
  to: to === undefined ? undefined : new Date(to),
});

type MatchingEvents = SelectQueryBuilder<Database & { e: AuditEventsTable }, 'e', object>;
/** The order of the events, and how many. */
export type Narrowing = (events: MatchingEvents) => MatchingEvents;

/**
 * Events of an impersonation are found under both names, those of a user as actor and as target. The query is a union of parts,
 * each of which uses an index of its own, where a disjunction would read all events of all of them. No event is in two parts.
 * @param names names of the user in the filters, by {@link findPersonNames}
 */
export function matchingEvents(
  queries: Queries,
  actor: Person,
  filters: AuditFilters,
  names: PersonNames,
  narrow: Narrowing = (events) => events,
): MatchingEvents {
  const events = eventsOf(queries, actor, filters);
  const { actor: by } = filters;
  const isPerson = names.length > 0;
  if (!by && !isPerson) return narrow(events);
  // With a user filter, an actor is one more condition.
  const among = by && isPerson ? events.where(sql<SqlBool>`(${isNamed('actor', by)} OR ${isNamed('on_behalf_of', by)})`) : events;
  const fields = isPerson ? (['actor', 'on_behalf_of', 'target'] as const) : (['actor', 'on_behalf_of'] as const);
  const sought = isPerson ? names : typedNames(by ?? '');
  const parts = fields.flatMap((field, index) =>
    sought.map((name) => {
      const others = fields
        .slice(0, index)
        .map((other) => sql<SqlBool>`(lower(${sql.ref(`e.${other}`)}) = ANY (${sought}::text[])) IS NOT TRUE`);
      const part = others.reduce(
        (left, condition) => left.where(condition),
        among.where(sql`lower(${sql.ref(`e.${field}`)})`, '=', name),
      );
      return sql`(${narrow(part).selectAll('e')})`;
    }),
  );
  return narrow(queries.selectFrom(sql<AuditEventsTable>`(${sql.join(parts, sql` UNION ALL `)})`.as('e')));
}

function eventsOf(queries: Queries, actor: Person, filters: AuditFilters): MatchingEvents {
  const { target, outcome, ip, bulk } = filters;
  const actions = actionsOf(filters);
  const { from, to } = rangeOf(filters);
  let query: MatchingEvents = queries.selectFrom('audit_events as e');
  if (!reachesAllOrganisations(actor)) query = query.where('e.organisation_id', '=', actor.organisationId);
  if (from !== undefined) query = query.where('e.at', '>=', from);
  if (to !== undefined) query = query.where('e.at', '<', to);
  if (target) query = query.where(isNamed('target', target));
  if (actions) query = query.where(isAnyOf(actions));
  if (outcome) query = query.where('e.outcome', '=', outcome);
  if (ip) query = query.where('e.ip', '=', typedAddress(ip));
  if (bulk) query = query.where(operationOf, '=', bulk);
  return query;
}

const isAnyOf = (actions: readonly string[]): Expression<SqlBool> => {
  const [action = ''] = actions;
  if (actions.length !== 1) return sql<SqlBool>`e.action = ANY (${actions}::text[])`;
  return action.endsWith('.')
    ? sql<SqlBool>`e.action LIKE ${`${action.replaceAll(/[\\%_]/g, '\\$&')}%`}`
    : sql<SqlBool>`e.action = ${action}`;
};

function typedAddress(ip: string): string {
  const text = typedLine(ip).normalize('NFKC').toLowerCase();
  return canonicalAddress(text) ?? text;
}

/**
 * Compares the text as typed, and the key by which names and addresses are compared elsewhere: a target may also be another kind of
 * text.
 */
function isNamed(column: 'actor' | 'on_behalf_of' | 'target', text: string): Expression<SqlBool> {
  const [only, other] = typedNames(text);
  const stored = sql`lower(${sql.ref(`e.${column}`)})`;
  return other === undefined ? sql<SqlBool>`${stored} = ${only}` : sql<SqlBool>`${stored} IN (${only}, ${other})`;
}

/** `<microseconds since 1970>.<sequence number>` */
const CURSOR = /^(\d{1,16})\.(\d{1,15})$/;

const cursorOf = ({ at_us: microseconds, seq }: Cursored): string => `${microseconds}.${String(seq)}`;

interface Cursored {
  readonly at_us: string;
  readonly seq: number;
}

/** @param rows newest first, one more than the page holds if there are more */
export function pageOf<Row extends Cursored>(
  rows: readonly Row[],
  limit: number,
): { readonly shown: readonly Row[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/** The time of {@link exactTime}. */
export const timeOf = (microseconds: string) => sql`(timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond')`;

export function after(events: MatchingEvents, cursor: string): MatchingEvents {
  const [, microseconds, seq] = CURSOR.exec(cursor) ?? [];
  if (microseconds === undefined) throw problem('Invalid', { fields: { cursor: { expected: 'value' } } });
  const at = timeOf(microseconds);
  // The first condition leaves out later months, which a comparison of rows does not.
  return events.where(sql<SqlBool>`e.at <= ${at} AND (e.at, e.seq) < (${at}, ${seq}::bigint)`);
}
