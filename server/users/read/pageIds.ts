/** Finds the ids of a page: by fetching and sorting if few rows match, otherwise by an index scan or group by group. */
import { sql, type RawBuilder } from 'kysely';
import type { Queries } from '../../db/database.ts';
import { all, type Condition } from './filters.ts';
import { orderBy, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach } from './counts.ts';

export interface Window {
  offset: number;
  limit: number;
}

/** The WHERE conditions of a page, as needed by each strategy. */
export interface PageQuery {
  /** Conditions for the index scan. */
  indexScan: readonly Condition[];
  /** Conditions for one group when it is fetched, then sorted. */
  groupConditions: (group: Group) => readonly Condition[];
  /** Maximum number of rows to fetch and sort. */
  maxSortedRows: number;
  /** Number of matches per organisation id, if known. */
  organisationSizes?: ReadonlyMap<string, number>;
  /** Number of matches per group. */
  count: (groups: readonly Group[]) => Promise<number[]>;
}

/** Selective filter: fetches the matching ids, then sorts. An index scan could visit the whole table. */
export async function idsBySorting(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  window: Window,
): Promise<string[]> {
  const order = totalOrder(terms);
  const column = (_term: SortTerm, index: number) => sql.ref(`sorted_${index}`);
  const values = order.map((term, index) => sql`${term.value} AS ${column(term, index)}`);
  return idsOf(
    queries,
    sql`WITH found AS MATERIALIZED (SELECT u.user_id, ${sql.join(values)} FROM users u WHERE ${all(conditions)})
      SELECT user_id FROM found ORDER BY ${orderBy(order, column)} ${offsetLimit(window)}`,
  );
}

/** Number of rows at the start of a sort within which a first page is tried. */
const SORTED_PREFIX_ROWS = 20_000;

/** The first page, if the first rows of the sort fill it, as for broad searches; otherwise null, at little cost. */
export async function idsFromSortedPrefix(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  limit: number,
): Promise<string[] | null> {
  const order = orderBy(totalOrder(terms));
  const sortedPrefix = sql`SELECT u.* FROM users u ORDER BY ${order} LIMIT ${sql.lit(SORTED_PREFIX_ROWS)}`;
  const ids = await idsOf(
    queries,
    sql`SELECT u.user_id FROM (${sortedPrefix}) u WHERE ${all(conditions)} ORDER BY ${order} LIMIT ${limit}`,
  );
  return ids.length < limit ? null : ids;
}

/** Unselective filter: scans the index of the first sort term, or goes group by group if the term has groups. */
export async function idsByIndexScan(
  queries: Queries,
  query: PageQuery,
  terms: readonly SortTerm[],
  window: Window,
  total: number | undefined,
): Promise<string[]> {
  const [first, ...others] = terms;
  const { indexScan, groupConditions, maxSortedRows } = query;
  if (!first?.groups) {
    const order = orderBy(totalOrder(terms));
    return idsOf(queries, sql`SELECT u.user_id FROM users u WHERE ${all(indexScan)} ORDER BY ${order} ${offsetLimit(window)}`);
  }
  const groups = await first.groups(queries, indexScan, window.offset, query.organisationSizes);
  const sizes = window.offset > 0 || first.countFirst ? await countGroups(query, groups, total) : undefined;
  const ids: string[] = [];
  let skip = window.offset;
  for (const group of first.descending ? groups.toReversed() : groups) {
    if (ids.length === window.limit) break;
    const size = sizes?.get(group);
    if (size === undefined || size > skip) {
      const order = group.sortWithin ? [group.sortWithin(first.descending), ...others] : others;
      const part = { offset: skip, limit: window.limit - ids.length };
      const found =
        size !== undefined && size <= maxSortedRows
          ? idsBySorting(queries, groupConditions(group), order, part)
          : idsByIndexScan(queries, narrowToGroup(queries, query, group), order, part, size);
      ids.push(...(await found));
    }
    skip = Math.max(0, skip - (size ?? Infinity));
  }
  return ids;
}

/** The query narrowed to one group; the sizes of its subgroups are unknown. */
function narrowToGroup(queries: Queries, { indexScan, groupConditions, maxSortedRows }: PageQuery, group: Group): PageQuery {
  const subgroupConditions = (inner: Group) => [...groupConditions(group), inner.condition];
  const count = (groups: readonly Group[]) => countEach(queries, groups.map(subgroupConditions));
  return { indexScan: [...indexScan, group.condition], groupConditions: subgroupConditions, maxSortedRows, count };
}

/** Counts groups of unknown size in one query; the largest (`rest`) is the total minus the others. */
async function countGroups(
  { count }: PageQuery,
  groups: readonly Group[],
  total: number | undefined,
): Promise<Map<Group, number>> {
  const uncounted = groups.filter((group) => group.count === undefined && !(group.rest && total !== undefined));
  const counts = uncounted.length === 0 ? [] : await count(uncounted);
  const sizes = new Map(uncounted.map((group, index) => [group, counts[index] ?? 0]));
  for (const group of groups) if (group.count !== undefined) sizes.set(group, group.count);
  const left = [...sizes.values()].reduce((rest, size) => rest - size, total ?? 0);
  for (const group of groups) if (!sizes.has(group)) sizes.set(group, Math.max(0, left));
  return sizes;
}

const offsetLimit = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

async function idsOf(queries: Queries, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ user_id: string }>).execute(queries);
  return rows.map((row) => row.user_id);
}
