/**
 * Finds the users of one page without counting all that match. Each way is bounded and left when it would take too long: the
 * first rows of the sort, then fetching all matches and sorting them; the last reads the sort's index until the page is full.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { inScopeOf } from '../../db/scope.ts';
import { countEach, countInOnePass, countUsers } from './counts.ts';
import { all, matchesOf, rowConditions, type Condition, type View, type ViewConditions } from './filters.ts';
import { orderBy, totalOrder, type Group, type SortTerm } from './sorts.ts';

export interface Window {
  offset: number;
  limit: number;
}

interface Query extends ViewConditions {
  /** What an index can narrow: scope and group. */
  scope: readonly Condition[];
  /** Number of matches, if known. */
  size?: number | undefined;
  count: () => Promise<number>;
}

/** Rows at the start of a sort within which the first page is looked for: one of 100 rows is full if 2.5 % of the users match. */
const FIRST_ROWS = 4_000;
/** Up to so many matches are fetched and sorted. */
const MAX_SORTED_ROWS = 25_000;

/** Ids of the users in the window of a view's order. */
export async function findUserIds(
  queries: Queries,
  actor: Person,
  view: View,
  terms: readonly SortTerm[],
  window: Window,
  now: Date,
): Promise<string[]> {
  const query = {
    scope: [inScopeOf(actor)],
    scan: rowConditions(actor, view, now),
    matches: await matchesOf(queries, actor, view, now),
    count: () => countUsers(queries, actor, view, now),
  };
  return find(queries, query, terms, window);
}

async function find(queries: Queries, query: Query, terms: readonly SortTerm[], window: Window): Promise<string[]> {
  const [first, ...others] = terms;
  const ids = (await findInFirstRows(queries, query, terms, window)) ?? (await fetchAndSort(queries, query, terms, window));
  if (ids) return ids;
  return first?.groups
    ? findInGroups(queries, query, await first.groups(queries, query, window.offset), first, others, window)
    : idsOf(queries, sql`SELECT u.user_id FROM users u WHERE ${all(query.scan)} ${ordered(terms)} ${offsetLimit(window)}`);
}

/** Null if the first rows of the sort do not fill the page. */
async function findInFirstRows(queries: Queries, { scope, scan }: Query, terms: readonly SortTerm[], window: Window) {
  if (window.offset > 0 || terms[0]?.groups) return null;
  const firstRows = sql`SELECT u.* FROM users u WHERE ${all(scope)} ${ordered(terms)} LIMIT ${sql.lit(FIRST_ROWS)}`;
  const ids = await idsOf(
    queries,
    sql`SELECT u.user_id FROM (${firstRows}) u WHERE ${all(scan)} ${ordered(terms)} LIMIT ${window.limit}`,
  );
  return ids.length < window.limit ? null : ids;
}

/** Null if too many match, as where the scope is the only condition. */
async function fetchAndSort(queries: Queries, { matches, size = 0 }: Query, terms: readonly SortTerm[], window: Window) {
  if (size > MAX_SORTED_ROWS || matches.conditions.length === 1) return null;
  const order = totalOrder(terms);
  const column = (_term: SortTerm, index: number) => sql.ref(`sorted_${String(index)}`);
  const columns = order.map((term, index) => sql`, ${term.value} AS ${column(term, index)}`);
  // The search index lacks what is sorted by.
  const [fetched, sorted] =
    matches.table === 'users'
      ? [sql.join(columns, sql``), sql`found ORDER BY ${orderBy(order, column)}`]
      : [sql``, sql`users u WHERE user_id = ANY (ARRAY(SELECT user_id FROM found)) ORDER BY ${orderBy(order)}`];
  const { rows } = await sql<{ ids: string[] | null }>`
    WITH found AS MATERIALIZED (
      SELECT u.user_id ${fetched} FROM ${sql.table(matches.table)} u
       WHERE ${all(matches.conditions)} LIMIT ${sql.lit(MAX_SORTED_ROWS + 1)})
    SELECT CASE WHEN (SELECT count(*) FROM found) <= ${sql.lit(MAX_SORTED_ROWS)}
                THEN ARRAY(SELECT user_id FROM ${sorted} ${offsetLimit(window)}) END AS ids`.execute(queries);
  return rows[0]?.ids ?? null;
}

async function findInGroups(
  queries: Queries,
  query: Query,
  groups: readonly Group[],
  { descending }: SortTerm,
  others: readonly SortTerm[],
  window: Window,
): Promise<string[]> {
  const sizes = window.offset > 0 && groups.length > 1 ? await countGroups(queries, query, groups) : undefined;
  const ids: string[] = [];
  let skip = window.offset;
  for (const group of descending ? groups.toReversed() : groups) {
    if (ids.length === window.limit) break;
    const size = sizes?.get(group);
    if (size === undefined || size > skip) {
      const terms = group.sortWithin ? [group.sortWithin(descending), ...others] : others;
      const part = { offset: skip, limit: window.limit - ids.length };
      ids.push(...(await find(queries, narrowToGroup(queries, query, group, size), terms, part)));
    }
    skip = Math.max(0, skip - (size ?? 0));
  }
  return ids;
}

function narrowToGroup(queries: Queries, { scope, scan, matches }: Query, group: Group, size: number | undefined): Query {
  const narrowed = [...scan, group.condition];
  return {
    scope: group.indexed ? [...scope, group.condition] : scope,
    scan: narrowed,
    matches:
      matches.table === 'users' || group.inSearchIndex
        ? { table: matches.table, conditions: [...matches.conditions, group.condition] }
        : { table: 'users', conditions: narrowed },
    size,
    count: async () => size ?? (await countEach(queries, [narrowed]))[0] ?? 0,
  };
}

/** Counts the groups of unknown size. The largest (`rest`) is the total minus the others, unless one pass counts all. */
async function countGroups(queries: Queries, query: Query, groups: readonly Group[]): Promise<Map<Group, number>> {
  const { scan, matches } = query;
  const inOnePass = matches.table === 'cards' && groups.every((group) => group.inSearchIndex);
  const uncounted = groups.filter(({ count, rest }) => count === undefined && (inOnePass || !rest));
  const counts = inOnePass
    ? await countInOnePass(queries, matches, uncounted)
    : await countEach(
        queries,
        uncounted.map(({ condition }) => [...(matches.table === 'users' ? matches.conditions : scan), condition]),
      );
  const sizes = new Map(groups.map((group) => [group, group.count ?? counts[uncounted.indexOf(group)] ?? 0]));
  const rest = inOnePass ? undefined : groups.find((group) => group.rest);
  if (rest) {
    const others = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    sizes.set(rest, Math.max(0, (await query.count()) - others));
  }
  return sizes;
}

const ordered = (terms: readonly SortTerm[]) => sql`ORDER BY ${orderBy(totalOrder(terms))}`;

const offsetLimit = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

async function idsOf(queries: Queries, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ user_id: string }>).execute(queries);
  return rows.map((row) => row.user_id);
}
