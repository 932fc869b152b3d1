/** Rows of a view: a page, or all of them for a cursor. */
import { sql, type RawBuilder } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { all, conditionsOf, type View } from './filters.ts';
import { findUserIds, type Window } from './findUserIds.ts';
import { selectUsers, selectSummaries, type SummaryRow } from './rows.ts';
import { orderBy, sortTerms } from './sorts.ts';

export interface SortedView extends View {
  sort?: string | undefined;
}

/** One page of any number of users: first the ids, then only their rows. The total of the view is included if it costs nothing. */
export async function findPage(
  queries: Queries,
  actor: Person,
  view: SortedView,
  window: Window,
  now: Date,
): Promise<{ rows: SummaryRow[]; total?: number }> {
  const { ids, ...found } = await findUserIds(queries, actor, view, sortTerms(view, now), window, now);
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

/** All users of a view, in its order, as a query for a cursor. */
export function allRows(queries: Queries, actor: Person, view: SortedView, now: Date) {
  return selectSummaries(queries, now)
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));
}

/** All users of a view, in its order, as CSV records. */
export const allRecords = (queries: Queries, actor: Person, view: SortedView, record: RawBuilder<string>, now: Date) =>
  selectUsers(queries)
    .select(record.as('line'))
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));

export const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));
