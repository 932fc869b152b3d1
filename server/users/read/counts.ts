/** Exact numbers of users at constant cost: maintained counters (`headcounts`) for totals, partial indexes for the exceptions. */
import { sql, type RawBuilder } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { userFilters, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { all, conditionsOf, indexConditions, filterConditions, type Condition, type View } from './filters.ts';
import { inScopeOf } from '../../db/scope.ts';
import { activeUserIds } from './rows.ts';
import { sampleIndex } from './search.ts';

const countSql = (conditions: readonly Condition[], table: 'users' | 'cards' = 'users') =>
  sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} u WHERE ${all(conditions)})`;

/** Number of users matching a filter alone, as SQL. */
function totalOf(actor: Person, filter: UserFilter, now: Date): RawBuilder<number> {
  const inScope = inScopeOf(actor);
  switch (filter) {
    case 'all':
      return totalUsers(actor);
    case 'active': {
      // Counts the few who are not active: disabled, invited or locked.
      const invited = countSql([inScope, sql`u.enabled AND NOT u.registered`]);
      const locked = countSql([inScope, sql`u.enabled AND u.registered AND u.locked_until > ${now}`]);
      return sql<number>`(${totalUsers(actor)} - ${countSql([inScope, sql`NOT u.enabled`])} - ${invited} - ${locked})`;
    }
    case 'loggedIn':
      if (isSystemAdmin(actor)) return sql<number>`(SELECT count(DISTINCT user_id)::int FROM (${activeUserIds(now)}) live)`;
      return countSql([inScope, filterConditions.loggedIn(now)]);
    default:
      return countSql([inScope, filterConditions[filter](now)]);
  }
}

/** Number of users with a role; the empty role name counts all. */
const roleCount = (actor: Person, roleName: string) => {
  const inScope = isSystemAdmin(actor) ? sql`true` : sql`organisation_id = ${actor.organisationId}`;
  return sql<number>`(SELECT coalesce(sum(people), 0)::int FROM headcounts WHERE role_name = ${roleName} AND ${inScope})`;
};

const totalUsers = (actor: Person) => roleCount(actor, '');

/** The number of users matching each list of conditions, in one query. */
export async function countEach(queries: Queries, lists: readonly (readonly Condition[])[]): Promise<number[]> {
  if (lists.length === 0) return [];
  return valueOf<number[]>(queries, sql`ARRAY[${sql.join(lists.map((conditions) => countSql(conditions)))}]`);
}

export function countMatching(queries: Queries, actor: Person, view: View, now: Date): Promise<number> {
  const { filter = 'all', search = '', where = [] } = view;
  const isFilterOnly = search.trim() === '' && where.length === 0;
  const [condition] = where;
  const isRoleOnly = filter === 'all' && search.trim() === '' && where.length === 1 && condition?.field === 'roles';
  if (isRoleOnly && condition.value.length === 1) return valueOf(queries, roleCount(actor, condition.value[0] as string));
  return valueOf(queries, isFilterOnly ? totalOf(actor, filter, now) : countSql(conditionsOf(actor, view, now)));
}

async function valueOf<T>(queries: Queries, value: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`SELECT ${value} AS value`.execute(queries);
  return (rows[0] as { value: T }).value;
}

/** The number for every filter, with or without a search. */
export async function countFilters(
  queries: Queries,
  actor: Person,
  search: string | undefined,
  now: Date,
): Promise<Record<UserFilter, number>> {
  const searched = search !== undefined && search.trim() !== '';
  // Reads the matches once for all filters; but roles are not in the search index, and few users match `admin`.
  const countMatches = (filter: UserFilter) =>
    filter === 'admin'
      ? countSql(conditionsOf(actor, { filter, search }, now))
      : sql<number>`(count(*) FILTER (WHERE ${filterConditions[filter](now)}))::int`;
  const counts = userFilters.map(
    (filter) => sql`${searched ? countMatches(filter) : totalOf(actor, filter, now)} AS ${sql.ref(filter)}`,
  );
  const fromMatches = async () => {
    const { rarePairs } = await sampleIndex(queries, search ?? '');
    return sql`FROM cards u WHERE ${all(indexConditions(actor, { search, rarePairs }, now))}`;
  };
  const { rows } = await sql<Record<UserFilter, number>>`
    SELECT ${sql.join(counts)} ${searched ? await fromMatches() : sql``}`.execute(queries);
  return rows[0] as Record<UserFilter, number>;
}
