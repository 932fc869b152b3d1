/**
 * One page of any number of users: first the ids, then only their rows. The ids are found in one of two ways: few matches are fetched and
 * sorted, many are found soon along the sort's index.
 */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { all, conditionsOf, isNarrowed, type Condition, type View } from './filters.ts';
import { selectSummaries, type SummaryRow } from './rows.ts';
import { orderBy, sortedUsers, sortTerms, type SortTerm } from './sorts.ts';

export interface SortedView extends View {
  sort?: string | undefined;
}

interface Window {
  offset: number;
  limit: number;
}

interface Query {
  conditions: readonly Condition[];
  terms: readonly SortTerm[];
  window: Window;
}

interface Found {
  ids: string[];
  /** Number of matches, if it costs nothing to know. */
  total?: number;
}

/** Maximum of matches, by the planner's estimate, that are fetched and sorted. */
const MAX_SORTED_ROWS = 25_000;
/** Rows of an index that are read for a page at least, before the estimate counts as wrong. */
const MIN_WALKED_ROWS = 20_000;
/** Factor on the expected rows: matching users may be further down the index than if evenly distributed. */
const WALKED_TIMES_EXPECTED = 4;

/** The total of the view is included if it costs nothing. */
export async function findPage(
  queries: Queries,
  actor: Person,
  view: SortedView,
  window: Window,
  now: Date,
): Promise<{ rows: SummaryRow[]; total?: number }> {
  const { ids, ...found } = await findUserIds(queries, actor, view, window, now);
  return { ...found, rows: await rowsOf(queries, ids, now) };
}

/** The rows of these users, in this order. */
export async function rowsOf(queries: Queries, ids: readonly string[], now: Date): Promise<SummaryRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectSummaries(queries, now)
    .where('u.user_id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function findUserIds(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Found> {
  const terms = sortTerms(view, now);
  const query: Query = { conditions: conditionsOf(actor, view, now), terms, window };
  if (query.conditions.length === 0) return readAll(queries, query);
  const [expected, users] = await estimates(queries, query.conditions);
  if (expected <= MAX_SORTED_ROWS) return fetchAndSort(queries, query);
  // Above this number matches are not ranked: they come in the order of the index.
  query.terms = terms.filter(({ ofMatch }) => !ofMatch);
  // Without a search the sort's index has all columns of the conditions.
  if (!isNarrowed(view) || !query.terms[0]?.index || terms.some(({ ofOrganisation }) => ofOrganisation))
    return readAll(queries, query);
  const rows = Math.ceil((WALKED_TIMES_EXPECTED * (window.offset + window.limit) * users) / expected);
  const walked = await readSorted(queries, query, Math.max(MIN_WALKED_ROWS, rows));
  return walked.ids.length === window.limit ? walked : fetchAndSort(queries, query);
}

/** The planner's estimates of the matches and of all users. */
async function estimates(queries: Queries, conditions: readonly Condition[]): Promise<[number, number]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { Plans: { 'Plan Rows': number }[] } }] }>`
    EXPLAIN (FORMAT JSON) SELECT FROM users u WHERE ${all(conditions)} UNION ALL SELECT FROM users`.execute(queries);
  const [matches, users] = rows[0]?.['QUERY PLAN'][0].Plan.Plans ?? [];
  return [matches?.['Plan Rows'] ?? 0, users?.['Plan Rows'] ?? 0];
}

const readAll = (queries: Queries, query: Query): Promise<Found> =>
  query.terms[0]?.ofOrganisation ? readByOrganisation(queries, query) : readSorted(queries, query);

/** @param walked the number of rows of the sort's index among which the matches are looked for; undefined: all */
async function readSorted(queries: Queries, { conditions, terms, window }: Query, walked?: number): Promise<Found> {
  const users =
    walked === undefined
      ? sortedUsers(terms)
      : sql`(SELECT u.* FROM users u ORDER BY ${orderBy(terms)} LIMIT ${sql.lit(walked)}) u`;
  const { rows } = await sql<{ user_id: string }>`
    SELECT u.user_id FROM ${users} WHERE ${all(conditions)} ORDER BY ${orderBy(terms)} ${offsetLimit(window)}`.execute(queries);
  return { ids: rows.map((row) => row.user_id) };
}

/** Reads one organisation after the other, as a sort by the names of organisations has no index. */
async function readByOrganisation(queries: Queries, { conditions, terms, window }: Query): Promise<Found> {
  const { offset, limit } = window;
  const within = orderBy(terms.filter(({ ofOrganisation }) => !ofOrganisation));
  const { rows } = await sql<{ user_id: string }>`
    WITH placed AS MATERIALIZED (
      SELECT organisation_id, users, sum(users) OVER (ORDER BY ${orderBy(terms.slice(0, 1))}) - users AS before
        FROM (SELECT u.organisation_id, count(*) AS users FROM users u WHERE ${all(conditions)} GROUP BY 1) f
        JOIN organisations o USING (organisation_id))
    SELECT m.user_id FROM placed p CROSS JOIN LATERAL (
           SELECT u.user_id, row_number() OVER (ORDER BY ${within}) AS place
             FROM users u WHERE u.organisation_id = p.organisation_id AND ${all(conditions)}
            ORDER BY place OFFSET greatest(0, ${offset} - p.before) LIMIT ${limit}) m
     WHERE p.before < ${offset + limit} AND p.before + p.users > ${offset}
     ORDER BY p.before, m.place LIMIT ${limit}`.execute(queries);
  return { ids: rows.map((row) => row.user_id) };
}

/** The query is materialized: otherwise the planner would use an index of the sort, hoping to find the first matches soon. */
async function fetchAndSort(queries: Queries, { conditions, terms, window }: Query): Promise<Found> {
  const column = (_term: SortTerm, index: number) => sql.ref(`sorted_${String(index)}`);
  const { rows } = await sql<Required<Found>>`
    WITH found AS MATERIALIZED (
      SELECT u.user_id, ${sql.join(terms.map((term, index) => sql`${term.value} AS ${column(term, index)}`))}
        FROM ${sortedUsers(terms)} WHERE ${all(conditions)})
    SELECT (SELECT count(*)::int FROM found) AS total,
           ARRAY(SELECT user_id FROM found ORDER BY ${orderBy(terms, column)} ${offsetLimit(window)}) AS ids`.execute(queries);
  return rows[0] ?? { ids: [], total: 0 };
}

const offsetLimit = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;
