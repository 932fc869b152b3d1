/** One page of people, out of any number: the ids are found in an index first, the rows are read for them alone. */
import { sql } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { UserFilter } from '../../api/contract/users.page.ts';
import type { Queries } from '../db/database.ts';
import { all, conditionsOf, type Condition, type View } from './users.filters.ts';
import { selectSummaries, type SummaryRow } from './users.rows.ts';
import { orderBy, sortTerms, totalOrder, type Group, type SortTerm } from './users.sorts.ts';
import { countEach, countMatching } from './users.totals.ts';

export interface SortedView extends View {
  sort?: string | undefined;
}

export interface Window {
  offset: number;
  limit: number;
}

/** So few are found and sorted sooner than looked for along an index of everybody. */
const FEW = 50_000;

/** What the indexes of the sorts can't judge; few it mostly leaves. */
const APART: ReadonlySet<UserFilter> = new Set(['admin', 'loggedIn', 'locked', 'invited', 'inviteExpired']);

export interface Page {
  rows: SummaryRow[];
  total: number;
}

export async function findPage(queries: Queries, actor: Person, view: SortedView, window: Window, now: Date): Promise<Page> {
  const terms = sortTerms(view.sort, now);
  const conditions = conditionsOf(actor, view, now);
  const narrowed = (view.search ?? '').trim() !== '' || (view.where ?? []).length > 0;
  const few = narrowed || APART.has(view.filter ?? 'all') ? await findFew(queries, conditions, terms, window) : undefined;
  const total = few?.total ?? (await countMatching(queries, actor, view, now));
  const ids = few?.ids ?? (window.offset < total ? await idsAt(queries, conditions, terms, window, total) : []);
  return { rows: await rowsOf(queries, ids, now), total };
}

/**
 * Where most are left out, going along an index until a page is full could take all of it: here they are found first, in one
 * query with their number. Undefined where they are not few after all.
 */
async function findFew(queries: Queries, conditions: readonly Condition[], terms: readonly SortTerm[], window: Window) {
  const order = totalOrder(terms);
  const column = (_term: SortTerm, place: number) => sql.ref(`sorted_${place}`);
  const values = order.map((term, place) => sql`${term.value} AS ${column(term, place)}`);
  const { rows } = await sql<{ total: number; ids: string[] | null }>`
    WITH found AS MATERIALIZED (
      SELECT u.user_id, ${sql.join(values)} FROM users u WHERE ${all(conditions)} LIMIT ${sql.lit(FEW + 1)}),
    counted AS MATERIALIZED (SELECT count(*)::int AS total FROM found)
    SELECT total, CASE WHEN total <= ${sql.lit(FEW)}
      THEN ARRAY(SELECT user_id FROM found ORDER BY ${orderBy(order, column)} ${cut(window)}) END AS ids FROM counted`.execute(
    queries,
  );
  const [found] = rows;
  return found?.ids ? { total: found.total, ids: found.ids } : undefined;
}

/** Where many are left: along the index of the first term, or group by group where that has groups. */
async function idsAt(
  queries: Queries,
  conditions: readonly Condition[],
  terms: readonly SortTerm[],
  window: Window,
  total: number | undefined,
): Promise<string[]> {
  const [first, ...others] = terms;
  if (!first?.groups) {
    const order = orderBy(totalOrder(terms));
    const { rows } = await sql<{ user_id: string }>`
      SELECT u.user_id FROM users u WHERE ${all(conditions)} ORDER BY ${order} ${cut(window)}`.execute(queries);
    return rows.map((row) => row.user_id);
  }
  const groups = await sized(queries, conditions, await first.groups(queries, conditions, window.offset), total);
  const ids: string[] = [];
  let skip = window.offset;
  for (const { condition, within, few, size } of first.descending ? groups.reverse() : groups) {
    if (ids.length === window.limit) break;
    if (size > skip) {
      const members = [...conditions, condition];
      const order = within ? [{ ...within, descending: first.descending }, ...others] : others;
      const part = { offset: skip, limit: window.limit - ids.length };
      const found = few && (await findFew(queries, members, order, part));
      ids.push(...(found ? found.ids : await idsAt(queries, members, order, part, Number.isFinite(size) ? size : undefined)));
    }
    skip = Math.max(0, skip - size);
  }
  return ids;
}

/** Counts the groups that have not been: all in one query, and the largest as what the others leave. */
async function sized(
  queries: Queries,
  conditions: readonly Condition[],
  groups: readonly Group[],
  total: number | undefined,
): Promise<(Group & { size: number })[]> {
  const asked = groups.filter((group) => group.count === undefined && !(group.rest && total !== undefined));
  const counts = await countEach(
    queries,
    asked.map(({ condition }) => [...conditions, condition]),
  );
  const sizes = new Map(asked.map((group, place) => [group, counts[place] ?? 0]));
  const known = groups.map((group) => group.count ?? sizes.get(group));
  const left = Math.max(
    0,
    known.reduce<number>((rest, count) => rest - (count ?? 0), total ?? 0),
  );
  return groups.map((group, place) => ({ ...group, size: known[place] ?? left }));
}

const cut = ({ offset, limit }: Window) => sql`OFFSET ${offset} LIMIT ${limit}`;

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
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now))));
}

export const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(totalOrder(sortTerms(view.sort, now))));
