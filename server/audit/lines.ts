/**
 * The report by lines: an act on many users has one, at its first event, and every other event has its own. The lines are found in
 * the database, so that pages, cursors and the total are those of lines. A line is about the matching events in scope: an
 * administrator who sees three of fifty-five users gets a line about three.
 */
import { sql, type SqlBool } from 'kysely';
import type { BulkLine } from '../../api/contract/audit.ts';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import type { AuditEventsTable } from '../db/schema/audit.ts';
import { findPersonNames, type PersonNames } from './personNames.ts';
import {
  after,
  type AuditQuery,
  exactTime,
  findEvents,
  isOfBulk,
  matchingEvents,
  type Narrowing,
  newestFirst,
  operationOf,
  timeOf,
  type EventRow,
  type ListedRow,
} from './repository.ts';

/**
 * The events that stand for their lines. As the first event of an act stays the first, no line moves while the act goes on. Of acts
 * only the events since the oldest other event of the page are read, by a statement of its own, which is planned for that time.
 */
export async function findLines(
  queries: Queries,
  actor: Person,
  query: AuditQuery,
  names: PersonNames,
  limit: number,
): Promise<ListedRow[]> {
  const { cursor } = query;
  const matching = (narrow: Narrowing) =>
    matchingEvents(queries, actor, query, names, (events) => narrow(cursor === undefined ? events : after(events, cursor)));
  const single = await matching((events) => newestFirst(events.where(sql<SqlBool>`NOT ${isOfBulk}`)).limit(limit))
    .selectAll('e')
    .select(exactTime)
    .execute();
  const oldest = single.length < limit ? undefined : single.at(-1);
  const since = oldest ? timeOf(oldest.at_us) : sql`timestamptz '-infinity'`;
  const first = matching((events) => events.where(sql<SqlBool>`${isOfBulk} AND e.at >= ${since}`))
    .select([operationOf.as('operation'), 'e.at', 'e.seq'])
    .distinctOn(operationOf)
    .orderBy(operationOf)
    .orderBy('e.at')
    .orderBy('e.seq');
  const began = matching((events) => events.where(sql<SqlBool>`${operationOf} = first.operation AND e.at < ${since}`));
  const ofActs = await newestFirst(
    queries.selectFrom(
      sql<AuditEventsTable>`(SELECT e.* FROM (${first}) first JOIN audit_events e ON e.at = first.at AND e.seq = first.seq
        WHERE NOT EXISTS (${began.select('e.seq')}))`.as('e'),
    ),
  )
    .limit(limit)
    .selectAll('e')
    .select(exactTime)
    .execute();
  return [...single, ...ofActs].sort(byNewest).slice(0, limit);
}

const byNewest = (left: ListedRow, right: ListedRow): number =>
  Number(BigInt(right.at_us) - BigInt(left.at_us)) || right.seq - left.seq;

/** @returns by how much there are fewer lines than events */
export async function countFolded(queries: Queries, actor: Person, query: AuditQuery): Promise<number> {
  const names = await findPersonNames(queries, actor, query.person);
  const ofBulk = matchingEvents(queries, actor, query, names, (events) => events.where(isOfBulk));
  const { rows } = await sql<{ folded: number }>`
    SELECT coalesce(sum(n.events - 1), 0)::int AS folded
      FROM (${ofBulk.select(sql<number>`count(*)`.as('events')).groupBy(operationOf)}) n`.execute(queries);
  return rows[0]?.folded ?? 0;
}

interface BulkSummary {
  readonly operation: string;
  readonly events: number;
  readonly users: number;
  readonly done: number;
  readonly organisation: string | null;
  /** The first event about a user, if possible one that succeeded. */
  readonly first: number | null;
}

/** @returns what the lines of acts on many say, by their event; an act of one event is that event */
export async function findBulkLines(
  queries: Queries,
  actor: Person,
  query: AuditQuery,
  names: PersonNames,
  rows: readonly EventRow[],
): Promise<Map<EventRow, BulkLine>> {
  const operations = rows.flatMap(({ details: { operation } }) => (typeof operation === 'string' ? [operation] : []));
  if (operations.length === 0) return new Map();
  const isOneOf = sql<SqlBool>`${operationOf} = ANY (${operations}::text[])`;
  const about = sql`e.target_user_id IS NOT NULL`;
  const summaries = await matchingEvents(queries, actor, query, names, (events) => events.where(isOneOf))
    .select([
      operationOf.as('operation'),
      sql<number>`count(*)::int`.as('events'),
      sql<number>`count(DISTINCT e.target_user_id)::int`.as('users'),
      sql<number>`(count(DISTINCT e.target_user_id) FILTER (WHERE e.outcome = 'success'))::int`.as('done'),
      sql<string | null>`CASE WHEN count(DISTINCT e.organisation_id) FILTER (WHERE ${about}) = 1
        THEN max(e.organisation) FILTER (WHERE ${about}) END`.as('organisation'),
      sql<
        number | null
      >`coalesce(min(e.seq) FILTER (WHERE ${about} AND e.outcome = 'success'), min(e.seq) FILTER (WHERE ${about}))`.as('first'),
    ])
    .groupBy(operationOf)
    .execute();
  const firsts = await queries
    .selectFrom('audit_events')
    .select(['seq', 'action', 'outcome', 'target', 'details'])
    .where(
      'seq',
      'in',
      summaries.map(({ first }) => first ?? 0),
    )
    .execute();
  const byOperation = new Map(summaries.map((each) => [each.operation, each as BulkSummary]));
  return new Map(
    rows.flatMap((row): [EventRow, BulkLine][] => {
      const found = byOperation.get(String(row.details.operation));
      if (!found || found.events < 2) return [];
      const first = firsts.find(({ seq }) => seq === found.first);
      return [
        [
          row,
          {
            bulkId: found.operation,
            users: found.users,
            failed: found.users - found.done,
            organisation: found.organisation,
            first: first ? { action: first.action, outcome: first.outcome, target: first.target, details: first.details } : null,
          },
        ],
      ];
    }),
  );
}

/** The rows of a page: by lines if they are asked for. */
export const findRows = (...wanted: Parameters<typeof findLines>): Promise<ListedRow[]> =>
  (wanted[2].grouped === true ? findLines : findEvents)(...wanted);
