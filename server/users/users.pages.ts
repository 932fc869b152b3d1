/** One page of people, out of any number: the ids are found in an index first, the rows are read for them alone. */
import { sql, type RawBuilder } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { Queries } from '../db/database.ts';
import { all, conditionsOf, type Condition, type View } from './users.filters.ts';
import { selectSummaries, type SummaryRow } from './users.rows.ts';
import { orderBy, sortTerms, type SortTerm } from './users.sorts.ts';
import { countMatching, countWhere } from './users.totals.ts';

export interface SortedView extends View {
  sort?: string | undefined;
}

export interface Window {
  offset: number;
  limit: number;
}

/** So few are found and sorted sooner than looked for along an index of everybody. */
const FEW = 20_000;

export interface Page {
  rows: SummaryRow[];
  total: number;
}

export async function findPage(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Page> {
  const terms = sortTerms(view.sort, now);
  const total = await countMatching(queries, actor, view, now);
  if (window.offset >= total) return { rows: [], total };
  const conditions = conditionsOf(actor, view, now);
  const ids =
    total <= FEW ? await sortedIds(queries, conditions, terms, window) : await idsAt(queries, conditions, terms, window);
  return { rows: await rowsOf(queries, ids, now), total };
}

/** Where most are left out, going along an index until a page is full could take all of it: here they are found first. */
async function sortedIds(queries: Queries, conditions: readonly Condition[], terms: readonly SortTerm[], window: Window) {
  const found = sql`(SELECT * FROM users u WHERE ${all(conditions)} OFFSET 0) u`;
  return idsOf(queries, sql<{ user_id: string }>`SELECT u.user_id FROM ${found} ORDER BY ${orderBy(terms)} ${cut(window)}`);
}

/** Where many are left: along the index of the first term, or group by group where that has groups. */
async function idsAt(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  { offset, limit }: Window,
): Promise<string[]> {
  const [first, ...rest] = terms;
  if (!first?.groups)
    return idsOf(
      queries,
      sql<{
        user_id: string;
      }>`SELECT u.user_id FROM users u WHERE ${all(conditions)} ORDER BY ${orderBy(terms)} ${cut({ offset, limit })}`,
    );
  const ids: string[] = [];
  const groups = await first.groups(queries, conditions);
  let skip = offset;
  for (const { condition, within, count } of first.descending ? groups.reverse() : groups) {
    if (ids.length === limit) break;
    const members = [...conditions, condition];
    const size = skip > 0 ? (count ?? (await countWhere(queries, members))) : Infinity;
    if (size > skip) {
      const order = within ? [{ ...within, descending: first.descending }, ...rest] : rest;
      ids.push(...(await idsAt(queries, members, order, { offset: skip, limit: limit - ids.length })));
    }
    skip = Math.max(0, skip - size);
  }
  return ids;
}

const cut = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

async function idsOf(queries: Queries, query: RawBuilder<{ user_id: string }>): Promise<string[]> {
  const { rows } = await query.execute(queries);
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
    .orderBy(orderBy(sortTerms(view.sort, now)));
}

export const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view.sort, now)));
