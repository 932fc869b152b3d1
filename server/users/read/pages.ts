/** One page of people, out of any number: the ids are found in an index first, the rows are read for them alone. */
import { sql, type RawBuilder } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { countInIndex, findInIndex, foundInIndex } from './searchIndex.ts';
import { all, rowConditions, conditionsOf, indexConditions, isInIndex, type View } from './filters.ts';
import { people, selectSummaries, type SummaryRow } from './rows.ts';
import { sampleIndex } from './search.ts';
import { orderBy, sortTerms, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach, countMatching } from './counts.ts';
import { idsAlong, idsAmong, idsAtOnce, type Window } from './pageIds.ts';

export interface SortedView extends View {
  sort?: string | undefined;
  /** The first page of a search may come before those who match are counted. */
  totalLater?: boolean | undefined;
}

/**
 * So few are found and sorted sooner than looked for along an index: many, where that would have to read every row it passes;
 * hardly any, where it need not.
 */
const SORT_FIRST_ROWS = 50_000;
const SORT_FIRST_INDEXED_ROWS = 5000;
/** On the cards they are found, but the rows they are sorted by are read one by one. */
const SORT_FIRST_SEARCHED_ROWS = 25_000;

export interface Page {
  rows: SummaryRow[];
  total: number;
  /** There are more than `total`, which nobody has counted yet. */
  totalLater?: true;
}

/** A page is looked for at once where at least this part of everybody is found: it fills soon, and counting takes longer. */
const BROAD_SEARCH_SHARE = 0.015;

export async function findPage(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Page> {
  const terms = sortTerms(view.sort, now, view.filter);
  if (!isInIndex(view)) {
    const { total, ids } = await pageOfRows(queries, actor, view, terms, window, now);
    return { rows: await rowsOf(queries, await ids(), now), total };
  }
  const { share, rarePairs } = await sampleIndex(queries, view.search ?? '');
  if (mayBeCountedLater(actor, view, terms, window) && share !== null && share >= BROAD_SEARCH_SHARE) {
    const ids = await idsAtOnce(queries, rowConditions(actor, view, now), terms, window.limit);
    if (ids) return { rows: await rowsOf(queries, ids, now), total: ids.length, totalLater: true };
  }
  const { total, ids } = await pageOnCards(queries, actor, { ...view, rarePairs }, terms, window, now);
  return { rows: await rowsOf(queries, await ids(), now), total };
}

/** Of one organisation all are soon counted, and groups need their numbers. */
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

const pageOfRows: FindIds = async (queries, actor, view, terms, window, now) => {
  const total = await countMatching(queries, actor, view, now);
  const conditions = conditionsOf(actor, view, now);
  const few = isJudgedByIndex(view, terms[0]) ? SORT_FIRST_INDEXED_ROWS : SORT_FIRST_ROWS;
  const among = (group: Group) => [...conditions, group.condition];
  const count = (groups: readonly Group[]) => countEach(queries, groups.map(among));
  const ids = async () => {
    if (window.offset >= total) return [];
    if (total <= few) return idsAmong(queries, conditions, terms, window);
    return idsAlong(queries, { along: rowConditions(actor, view, now), among, few, count }, terms, window, total);
  };
  return { total, ids };
};

const pageOnCards: FindIds = async (queries, actor, view, terms, window, now) => {
  const { total, sizes, ids } = await findInIndex(queries, actor, view, terms, window, SORT_FIRST_SEARCHED_ROWS, now);
  const conditions = indexConditions(actor, view, now);
  const along = rowConditions(actor, view, now);
  const asked = {
    along,
    among: (group: Group) => (group.onCards ? [foundInIndex([...conditions, group.condition])] : [...along, group.condition]),
    few: SORT_FIRST_INDEXED_ROWS,
    sizes,
    count: (groups: readonly Group[]) => countInIndex(queries, conditions, along, groups),
  };
  return {
    total,
    ids: async () => ids ?? (window.offset >= total ? [] : idsAlong(queries, asked, terms, window, total)),
  };
};

/**
 * Whether the indexes of the sorts hold all that is asked, so that going along one reads nothing else. Who is logged in is
 * looked up in a list; that is soon done, but not for everybody whose last login is longer ago.
 */
function isJudgedByIndex({ filter, search = '', where = [] }: View, first: SortTerm | undefined): boolean {
  if (filter === 'loggedIn' && (first?.groups || (first?.nullsFirst && !first.descending))) return false;
  return filter !== 'admin' && search.trim() === '' && where.length === 0;
}

/** The rows of these people, in this order. */
export async function rowsOf(queries: Queries, ids: readonly string[], now: Date): Promise<SummaryRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectSummaries(queries, now)
    .where('u.user_id', '=', sql<string>`ANY (${[...ids]}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Everybody in a view, in its order, as a query for a cursor. */
export function allRows(queries: Queries, actor: Person, view: SortedView, now: Date) {
  return selectSummaries(queries, now)
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));
}

/** Everybody in a view, in its order, as records of a CSV file. */
export const allRecords = (queries: Queries, actor: Person, view: SortedView, record: RawBuilder<string>, now: Date) =>
  people(queries)
    .select(record.as('line'))
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));

export const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now, view.filter))));
