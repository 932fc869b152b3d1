/** One page of people, out of any number: the ids are found in an index first, the rows are read for them alone. */
import { sql, type RawBuilder } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { all, conditionsOf, type Condition, type View } from './users.filters.ts';
import { people, selectSummaries, type SummaryRow } from './users.rows.ts';
import { orderBy, sortTerms, totalOrder, type Group, type SortTerm } from './users.sorts.ts';
import { countEach, countMatching } from './users.totals.ts';

export interface SortedView extends View {
  sort?: string | undefined;
}

export interface Window {
  offset: number;
  limit: number;
}

/**
 * So few are found and sorted sooner than looked for along an index: many, where that would have to read every row it passes;
 * hardly any, where it need not.
 */
const FEW = 50_000;
const HARDLY_ANY = 5000;

export interface Page {
  rows: SummaryRow[];
  total: number;
}

export async function findPage(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Page> {
  const terms = sortTerms(view.sort, now, view.filter);
  const total = await countMatching(queries, actor, view, now);
  if (window.offset >= total) return { rows: [], total };
  const conditions = conditionsOf(actor, view, now);
  const few = isJudgedByIndex(view, terms[0]) ? HARDLY_ANY : FEW;
  const ids =
    total <= few ? idsAmong(queries, conditions, terms, window) : idsAlong(queries, conditions, terms, window, few, total);
  return { rows: await rowsOf(queries, await ids, now), total };
}

/**
 * Whether the indexes of the sorts hold all that is asked, so that going along one reads nothing else. Who is logged in is
 * looked up in a list; that is soon done, but not for everybody whose last login is longer ago.
 */
function isJudgedByIndex({ filter, search = '', where = [] }: View, first: SortTerm | undefined): boolean {
  if (filter === 'loggedIn' && (first?.groups || (first?.nullsFirst && !first.descending))) return false;
  return filter !== 'admin' && search.trim() === '' && where.length === 0;
}

/** Where most are left out, going along an index until a page is full could take all of it: here they are found first. */
async function idsAmong(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  window: Window,
): Promise<string[]> {
  const order = totalOrder(terms);
  const column = (_term: SortTerm, place: number) => sql.ref(`sorted_${place}`);
  const values = order.map((term, place) => sql`${term.value} AS ${column(term, place)}`);
  return idsOf(
    queries,
    sql`WITH found AS MATERIALIZED (SELECT u.user_id, ${sql.join(values)} FROM users u WHERE ${all(conditions)})
      SELECT user_id FROM found ORDER BY ${orderBy(order, column)} ${cut(window)}`,
  );
}

/** Where many are left: along the index of the first term, or group by group where that has groups. */
async function idsAlong(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  window: Window,
  few: number,
  total: number | undefined,
): Promise<string[]> {
  const [first, ...others] = terms;
  if (!first?.groups) {
    const order = orderBy(totalOrder(terms));
    return idsOf(queries, sql`SELECT u.user_id FROM users u WHERE ${all(conditions)} ORDER BY ${order} ${cut(window)}`);
  }
  const groups = await first.groups(queries, conditions, window.offset);
  const sizes = window.offset > 0 || first.countFirst ? await sizesOf(queries, conditions, groups, total) : undefined;
  const ids: string[] = [];
  let skip = window.offset;
  for (const group of first.descending ? groups.toReversed() : groups) {
    if (ids.length === window.limit) break;
    const size = sizes?.get(group);
    if (size === undefined || size > skip) {
      const members = [...conditions, group.condition];
      const order = group.within ? [group.within(first.descending), ...others] : others;
      const part = { offset: skip, limit: window.limit - ids.length };
      const found =
        size !== undefined && size <= few
          ? idsAmong(queries, members, order, part)
          : idsAlong(queries, members, order, part, few, size);
      ids.push(...(await found));
    }
    skip = Math.max(0, skip - (size ?? Infinity));
  }
  return ids;
}

/** Counts the groups whose number is not known: all in one query, and the largest as what the others leave. */
async function sizesOf(
  queries: Queries,
  conditions: readonly Condition[],
  groups: readonly Group[],
  total: number | undefined,
): Promise<Map<Group, number>> {
  const asked = groups.filter((group) => group.count === undefined && !(group.rest && total !== undefined));
  const counts = await countEach(
    queries,
    asked.map(({ condition }) => [...conditions, condition]),
  );
  const sizes = new Map(asked.map((group, place) => [group, counts[place] ?? 0]));
  for (const group of groups) if (group.count !== undefined) sizes.set(group, group.count);
  const left = [...sizes.values()].reduce((rest, size) => rest - size, total ?? 0);
  for (const group of groups) if (!sizes.has(group)) sizes.set(group, Math.max(0, left));
  return sizes;
}

const cut = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

async function idsOf(queries: Queries, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (query as RawBuilder<{ user_id: string }>).execute(queries);
  return rows.map((row) => row.user_id);
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
