/** True numbers of people, cheap whatever their number: kept counts for everybody, small indexes for the exceptions. */
import { sql, type RawBuilder } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { userFilters, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { all, conditionsOf, indexConditions, filterConditions, type Condition, type View } from './filters.ts';
import { inScopeOf } from '../../db/scope.ts';
import { liveSessions } from './rows.ts';
import { sampleIndex } from './search.ts';

const howMany = (conditions: readonly Condition[], table: 'users' | 'cards' = 'users') =>
  sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} u WHERE ${all(conditions)})`;

/** Everybody whom a filter alone leaves, as one value. */
function totalOf(actor: Person, filter: UserFilter, now: Date): RawBuilder<number> {
  const inScope = inScopeOf(actor);
  switch (filter) {
    case 'all':
      return everybody(actor);
    case 'active': {
      // Few are not: whoever is disabled, or still invited, or locked.
      const invited = howMany([inScope, sql`u.enabled AND NOT u.registered`]);
      const locked = howMany([inScope, sql`u.enabled AND u.registered AND u.locked_until > ${now}`]);
      return sql<number>`(${everybody(actor)} - ${howMany([inScope, sql`NOT u.enabled`])} - ${invited} - ${locked})`;
    }
    case 'loggedIn':
      if (isSystemAdmin(actor)) return sql<number>`(SELECT count(DISTINCT user_id)::int FROM (${liveSessions(now)}) live)`;
      return howMany([inScope, filterConditions.loggedIn(now)]);
    default:
      return howMany([inScope, filterConditions[filter](now)]);
  }
}

/** How many have a role; everybody has the empty one. */
const headcount = (actor: Person, roleName: string) => {
  const inScope = isSystemAdmin(actor) ? sql`true` : sql`organisation_id = ${actor.organisationId}`;
  return sql<number>`(SELECT coalesce(sum(people), 0)::int FROM headcounts WHERE role_name = ${roleName} AND ${inScope})`;
};

const everybody = (actor: Person) => headcount(actor, '');

/** The number of each of several lists, in one query. */
export async function countEach(queries: Queries, lists: readonly (readonly Condition[])[]): Promise<number[]> {
  if (lists.length === 0) return [];
  return valueOf<number[]>(queries, sql`ARRAY[${sql.join(lists.map((conditions) => howMany(conditions)))}]`);
}

export function countMatching(queries: Queries, actor: Person, view: View, now: Date): Promise<number> {
  const { filter = 'all', search = '', where = [] } = view;
  const byFilterAlone = search.trim() === '' && where.length === 0;
  const [condition] = where;
  const byRoleAlone = filter === 'all' && search.trim() === '' && where.length === 1 && condition?.field === 'roles';
  if (byRoleAlone && condition.value.length === 1) return valueOf(queries, headcount(actor, condition.value[0] as string));
  return valueOf(queries, byFilterAlone ? totalOf(actor, filter, now) : howMany(conditionsOf(actor, view, now)));
}

async function valueOf<T>(queries: Queries, value: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`SELECT ${value} AS value`.execute(queries);
  return (rows[0] as { value: T }).value;
}

/** The number behind every filter, with or without a search. */
export async function countFilters(
  queries: Queries,
  actor: Person,
  search: string | undefined,
  now: Date,
): Promise<Record<UserFilter, number>> {
  const searched = search !== undefined && search.trim() !== '';
  // Whoever is found is read once for all filters; but roles are on no card, and few have those asked for.
  const countFound = (filter: UserFilter) =>
    filter === 'admin'
      ? howMany(conditionsOf(actor, { filter, search }, now))
      : sql<number>`(count(*) FILTER (WHERE ${filterConditions[filter](now)}))::int`;
  const counts = userFilters.map(
    (filter) => sql`${searched ? countFound(filter) : totalOf(actor, filter, now)} AS ${sql.ref(filter)}`,
  );
  const read = async () => {
    const { rarePairs } = await sampleIndex(queries, search ?? '');
    return sql`FROM cards u WHERE ${all(indexConditions(actor, { search, rarePairs }, now))}`;
  };
  const { rows } = await sql<Record<UserFilter, number>>`
    SELECT ${sql.join(counts)} ${searched ? await read() : sql``}`.execute(queries);
  return rows[0] as Record<UserFilter, number>;
}
