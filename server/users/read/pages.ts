/** One page of any number of users: first the ids, by an index, then only their rows. */
import { sql, type RawBuilder } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { countInIndex, findInIndex, foundInIndex } from './searchIndex.ts';
import { all, rowConditions, conditionsOf, indexConditions, isInIndex, type View } from './filters.ts';
import { selectUsers, selectSummaries, type SummaryRow } from './rows.ts';
import { sampleIndex } from './search.ts';
import { orderBy, sortTerms, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach, countMatching } from './counts.ts';
import { idsByIndexScan, idsBySorting, idsFromSortedPrefix, type Window } from './pageIds.ts';

export interface SortedView extends View {
  sort?: string | undefined;
  /** Allows the first page of a search to be returned before its matches are counted. */
  totalLater?: boolean | undefined;
}

/**
 * Up to so many matches are fetched and sorted instead of scanning an index. Higher where the scan would read every row, lower
 * where the index holds all conditions.
 */
const SORT_FIRST_ROWS = 50_000;
const SORT_FIRST_INDEXED_ROWS = 5000;
/** Matches come from the search index, but their sort columns are read row by row. */
const SORT_FIRST_SEARCHED_ROWS = 25_000;

export interface Page {
  rows: SummaryRow[];
  total: number;
  /** There are more than `total`; not counted yet. */
  totalLater?: true;
}

/** Share of all users that a search must match for trying the first page at once: it fills soon, and counting takes longer. */
const BROAD_SEARCH_SHARE = 0.015;

export async function findPage(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Page> {
  const terms = sortTerms(view.sort, now, view.filter);
  if (!isInIndex(view)) {
    const { total, ids } = await pageFromRows(queries, actor, view, terms, window, now);
    return { rows: await rowsOf(queries, await ids(), now), total };
  }
  const { share, rarePairs } = await sampleIndex(queries, view.search ?? '');
  if (mayBeCountedLater(actor, view, terms, window) && share !== null && share >= BROAD_SEARCH_SHARE) {
    const ids = await idsFromSortedPrefix(queries, rowConditions(actor, view, now), terms, window.limit);
    if (ids) return { rows: await rowsOf(queries, ids, now), total: ids.length, totalLater: true };
  }
  const { total, ids } = await pageFromIndex(queries, actor, { ...view, rarePairs }, terms, window, now);
  return { rows: await rowsOf(queries, await ids(), now), total };
}

/** Within one organisation counting is fast; grouped sorts need the counts. */
const mayBeCountedLater = (actor: Person, { totalLater = false }: SortedView, terms: readonly SortTerm[], { offset }: Window) =>
  totalLater && offset === 0 && isSystemAdmin(actor) && !terms[0]?.groups;

type FindIds = (
  queries: Queries,
  actor: Person,
  view: SortedView,
  terms: readonly SortTerm[],
  window: Window,
  now: Date,
) => Promise<{ total: number; ids: () => Promise<string[]> }>;

const pageFromRows: FindIds = async (queries, actor, view, terms, window, now) => {
  const total = await countMatching(queries, actor, view, now);
  const conditions = conditionsOf(actor, view, now);
  const maxSortedRows = isCoveredByIndex(view, terms[0]) ? SORT_FIRST_INDEXED_ROWS : SORT_FIRST_ROWS;
  const groupConditions = (group: Group) => [...conditions, group.condition];
  const count = (groups: readonly Group[]) => countEach(queries, groups.map(groupConditions));
  const ids = async () => {
    if (window.offset >= total) return [];
    if (total <= maxSortedRows) return idsBySorting(queries, conditions, terms, window);
    return idsByIndexScan(
      queries,
      { indexScan: rowConditions(actor, view, now), groupConditions, maxSortedRows, count },
      terms,
      window,
      total,
    );
  };
  return { total, ids };
};

const pageFromIndex: FindIds = async (queries, actor, view, terms, window, now) => {
  const { total, sizes, ids } = await findInIndex(queries, actor, view, terms, window, SORT_FIRST_SEARCHED_ROWS, now);
  const conditions = indexConditions(actor, view, now);
  const indexScan = rowConditions(actor, view, now);
  const query = {
    indexScan,
    groupConditions: (group: Group) =>
      group.inSearchIndex ? [foundInIndex([...conditions, group.condition])] : [...indexScan, group.condition],
    maxSortedRows: SORT_FIRST_INDEXED_ROWS,
    organisationSizes: sizes,
    count: (groups: readonly Group[]) => countInIndex(queries, conditions, indexScan, groups),
  };
  return {
    total,
    ids: async () => ids ?? (window.offset >= total ? [] : idsByIndexScan(queries, query, terms, window, total)),
  };
};

/**
 * Whether the sort's index holds all conditions, so that the scan reads no rows. `loggedIn` is a hash lookup: fast, except for
 * sorts that begin with users who logged in long ago.
 */
function isCoveredByIndex({ filter, search = '', where = [] }: View, first: SortTerm | undefined): boolean {
  if (filter === 'loggedIn' && (first?.groups || (first?.nullsFirst && !first.descending))) return false;
  return filter !== 'admin' && search.trim() === '' && where.length === 0;
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

/** All users of a view, in its order, as a query for a cursor. */
export function allRows(queries: Queries, actor: Person, view: SortedView, now: Date) {
  return selectSummaries(queries, now)
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));
}

/** All users of a view, in its order, as CSV records. */
export const allRecords = (queries: Queries, actor: Person, view: SortedView, record: RawBuilder<string>, now: Date) =>
  selectUsers(queries)
    .select(record.as('line'))
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));

export const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));
