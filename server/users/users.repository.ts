/** SQL of people: pages, counts, single ones, and the changes of state that must happen once. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import { userFilters, type UserFilter } from '../../api/contract/users.page.ts';
import type { UserCondition } from '../../api/contract/users.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { columnCondition, filterConditions, searchCondition, sortTerms } from './users.filters.ts';
import { inScopeOf, isNamed, people, selectDetails, selectSummaries, type DetailRow, type SummaryRow } from './users.rows.ts';

export interface View {
  filter?: UserFilter | undefined;
  search?: string | undefined;
  where?: readonly UserCondition[] | undefined;
  sort?: string | undefined;
}

function matching(actor: Person, view: View, now: Date): Expression<SqlBool> {
  const conditions = [
    inScopeOf(actor),
    filterConditions[view.filter ?? 'all'](now),
    searchCondition(view.search),
    ...(view.where ?? []).map((condition) => columnCondition(condition, now)),
  ];
  return sql.join<SqlBool>(
    conditions.map((condition) => sql`(${condition})`),
    sql` AND `,
  );
}

/** One page: the ids are found on the narrow side first, the wide rows are read for them alone. */
export async function findPage(
  queries: Queries,
  actor: Person,
  view: View,
  page: { offset: number; limit: number },
  now: Date,
): Promise<SummaryRow[]> {
  let query = selectSummaries(queries, now)
    .where(matching(actor, view, now))
    .offset(page.offset)
    .limit(page.limit);
  for (const term of sortTerms(view.sort, now)) query = query.orderBy(term);
  return query.execute();
}

export async function findIds(queries: Queries, actor: Person, view: View, now: Date): Promise<string[]> {
  let query = people(queries)
    .select('u.user_id')
    .where(matching(actor, view, now));
  for (const term of sortTerms(view.sort, now)) query = query.orderBy(term);
  return (await query.execute()).map((row) => row.user_id);
}

export async function countMatching(queries: Queries, actor: Person, view: View, now: Date): Promise<number> {
  const { total } = await people(queries)
    .select(sql<number>`count(*)::int`.as('total'))
    .where(matching(actor, view, now))
    .executeTakeFirstOrThrow();
  return total;
}

export async function countFilters(
  queries: Queries,
  actor: Person,
  search: string | undefined,
  now: Date,
): Promise<Record<UserFilter, number>> {
  return people(queries)
    .select(userFilters.map((filter) => sql<number>`(count(*) FILTER (WHERE ${filterConditions[filter](now)}))::int`.as(filter)))
    .where(matching(actor, { search }, now))
    .executeTakeFirstOrThrow();
}

/** Best match first: a name that begins with the text, then one that is like it. */
export async function searchPeople(
  queries: Queries,
  actor: Person,
  text: string,
  now: Date,
  limit: number,
): Promise<SummaryRow[]> {
  return selectSummaries(queries, now)
    .where(matching(actor, { search: text }, now))
    .orderBy(
      sql`CASE WHEN fold(coalesce(u.user_name, '')) = fold(${text}) THEN 0 WHEN fold(coalesce(u.user_name, '')) LIKE fold(${text}) || '%' THEN 1 ELSE 2 END`,
    )
    .orderBy(sql`similarity(u.search_text, fold(${text})) DESC`)
    .orderBy('u.user_id')
    .limit(limit)
    .execute();
}

export async function findDetail(queries: Queries, who: Expression<SqlBool>, now: Date): Promise<DetailRow | undefined> {
  return selectDetails(queries, now).where(who).executeTakeFirst();
}

/** Reads and locks one person of the actor's scope, so that what is decided on it still holds when it is changed. */
export async function lockPerson(tx: Transaction, actor: Person, userName: string, now: Date): Promise<DetailRow | undefined> {
  return selectDetails(tx, now).where(isNamed(userName)).where(inScopeOf(actor)).forUpdate('u').executeTakeFirst();
}

/** @returns false where there was nothing to unlock */
export async function unlock(tx: Transaction, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ locked_until: null, failed_sign_ins: 0, last_failed_at: null })
    .where('user_id', '=', userId)
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
