/** The list of tickets: filters, search and sorts. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { QueryOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import { searchWords } from '../../api/contract/rules/searchWords.ts';
import {
  tabSorts,
  ticketPriorities,
  ticketSorts,
  ticketTabs,
  urgencies,
  type TicketSort,
  type TicketTab,
} from '../../api/contract/tickets.list.ts';
import type { Queries } from '../db/database.ts';
import { searchPattern } from '../db/fold.ts';
import { problem } from '../http/problem.ts';
import { keptOut, selectSummaries, selectTickets, type SummaryRow } from './rows.ts';

type ListQuery = QueryOf<'Tickets.List'>;

/** More words than typed in practice only cost time. */
const MAX_WORDS = 8;
const DEFAULT_LIMIT = 50;

const textArray = (values: readonly string[]) => sql`${sql.lit(`{${values.join(',')}}`)}::text[]`;

const priority = sql`CASE WHEN ${keptOut} AND t.fields ->> 'Urgency' <> 'Critical' THEN 'keptOut' ELSE t.fields ->> 'Urgency' END`;

const sortColumns: Readonly<Record<TicketSort, Expression<unknown>>> = {
  ticketNumber: sql`t.ticket_number`,
  state: sql`(t.closed_at IS NOT NULL)`,
  who: sql`coalesce(u.name_key, lower(t.fields ->> 'Email'))`,
  createdAt: sql`t.created_at`,
  urgency: sql`array_position(${textArray(urgencies)}, t.fields ->> 'Urgency')`,
  assignedTo: sql`a.name_key`,
  priority: sql`array_position(${textArray(ticketPriorities)}, ${priority})`,
  closedAt: sql`t.closed_at`,
};

export async function findTickets(
  queries: Queries,
  actor: Person,
  query: ListQuery,
): Promise<{ rows: SummaryRow[]; total: number; counts: Record<TicketTab, number> }> {
  const matching = conditionsOf(actor, query);
  const { tab } = query;
  const inTab = tab === undefined ? sql<SqlBool>`true` : tabs[tab](actor);
  const terms = sortTerms(query.sort ?? (tab && tabSorts[tab]));
  const rows = await selectSummaries(queries, actor)
    .where(matching)
    .where(inTab)
    .orderBy(sql.join(terms, sql`, `))
    .orderBy('t.ticket_id')
    .offset(query.offset ?? 0)
    .limit(query.limit ?? DEFAULT_LIMIT)
    .execute();
  const { total, ...counts } = await selectTickets(queries, actor)
    .select(countOf(inTab).as('total'))
    .select(ticketTabs.map((name) => countOf(tabs[name](actor)).as(name)))
    .where(matching)
    .executeTakeFirstOrThrow();
  return { rows, total, counts };
}

const tabs: Readonly<Record<TicketTab, (actor: Person) => Expression<SqlBool>>> = {
  toAnswer: () => sql<SqlBool>`t.closed_at IS NULL AND t.answered_at IS NULL`,
  mine: ({ userId }) => sql<SqlBool>`t.closed_at IS NULL AND t.assigned_to = ${userId}::uuid`,
  waiting: () => sql<SqlBool>`t.closed_at IS NULL AND t.answered_at IS NOT NULL`,
  closed: () => sql<SqlBool>`t.closed_at IS NOT NULL`,
};

const countOf = (condition: Expression<SqlBool>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;

function conditionsOf(actor: Person, { search = '', state, assigned, urgency }: ListQuery): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = searchWords(search).slice(0, MAX_WORDS).map(matchesWord);
  if (state) conditions.push(state === 'open' ? sql<SqlBool>`t.closed_at IS NULL` : sql<SqlBool>`t.closed_at IS NOT NULL`);
  if (assigned === 'nobody') conditions.push(sql<SqlBool>`t.assigned_to IS NULL`);
  else if (assigned) conditions.push(sql<SqlBool>`t.assigned_to = ${assigned === 'me' ? actor.userId : assigned}::uuid`);
  if (urgency) conditions.push(sql<SqlBool>`t.fields ->> 'Urgency' = ${urgency}`);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Searches the form's fields and the name of the ticket's user. */
function matchesWord(word: string): Expression<SqlBool> {
  const pattern = sql`'%' || ${searchPattern(word)} || '%'`;
  return sql<SqlBool>`(t.search_text LIKE ${pattern} OR u.search_text LIKE ${pattern})`;
}

/**
 * Parses `-urgency,createdAt`.
 * @throws Invalid for a column that can't be sorted by
 */
function sortTerms(sort = '-createdAt') {
  return sort
    .split(',')
    .filter(Boolean)
    .map((term) => {
      const descending = term.startsWith('-');
      const column = ticketSorts.find((name) => name === (descending ? term.slice(1) : term));
      if (!column)
        throw problem('Invalid', { fields: { sort: { expected: 'oneOf', values: { values: ticketSorts.join(', ') } } } });
      return sql`${sortColumns[column]} ${descending ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`}`;
    });
}
