/** Exact numbers of users at constant cost: maintained counters (`headcounts`) for totals, partial indexes for the exceptions. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ADMINISTRATOR_ROLES, isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { userFilters, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { all, filterConditions, inviteExpiring, matchesOf, type Condition, type Matches, type View } from './filters.ts';
import { inScopeOf } from '../../db/scope.ts';
import { activeUserIds } from './rows.ts';
import { isSearch } from './search.ts';
import { readTimedCounts } from './timedCounts.ts';

const countSql = (conditions: readonly Condition[], table: Matches['table'] = 'users') =>
  sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} u WHERE ${all(conditions)})`;

/** The same by the maintained counters, for conditions on their columns. */
const sumSql = (conditions: readonly Condition[]) =>
  sql<number>`(SELECT coalesce(sum(people), 0)::int FROM account_counts u WHERE ${all(conditions)})`;

/** In use: active, but for a lock. */
const isInUse = sql<SqlBool>`(u.enabled AND u.registered)`;

/** Number of users matching a filter alone, as SQL. */
function totalOf(actor: Person, filter: UserFilter, now: Date): RawBuilder<number> {
  const inScope = inScopeOf(actor);
  switch (filter) {
    case 'all':
      return totalUsers(actor);
    case 'admin':
      return administrators(actor);
    case 'active': {
      const conditions = [inScope, isInUse];
      // The lock ends by itself, so those few are counted.
      return sql<number>`(${sumSql(conditions)} - ${countSql([...conditions, filterConditions.locked(now)])})`;
    }
    case 'disabled':
    case 'mfaMissing':
      return sumSql([inScope, filterConditions[filter](now)]);
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

/** Those with one of the two roles; only those with both, who are few, are looked for. */
const administrators = (actor: Person) => {
  const [one, other] = ADMINISTRATOR_ROLES;
  const withBoth = countSql([inScopeOf(actor), sql<SqlBool>`u.roles @> ${[one, other]}::text[]`]);
  return sql<number>`(${roleCount(actor, one)} + ${roleCount(actor, other)} - ${withBoth})`;
};

/** The number of users matching each list of conditions, in one query. */
export async function countEach(queries: Queries, lists: readonly (readonly Condition[])[]): Promise<number[]> {
  if (lists.length === 0) return [];
  return valueOf<number[]>(queries, sql`ARRAY[${sql.join(lists.map((conditions) => countSql(conditions)))}]`);
}

/** The same of the matches in each group, with the matches read once. */
export async function countInOnePass(
  queries: Queries,
  matches: Matches,
  groups: readonly { condition: Condition }[],
): Promise<number[]> {
  if (groups.length === 0) return [];
  return valueOf(
    queries,
    onePassSql(
      matches,
      groups.map(({ condition }) => condition),
    ),
  );
}

const onePassSql = ({ table, conditions }: Matches, groups: readonly Condition[]) => {
  const counts = groups.map((condition) => sql`(count(*) FILTER (WHERE ${condition}))::int`);
  return sql<number[]>`(SELECT ARRAY[${sql.join(counts)}]::int[] FROM ${sql.table(table)} u WHERE ${all(conditions)})`;
};

/** The number of users in a view. */
export async function countUsers(queries: Queries, actor: Person, view: View, now: Date): Promise<number> {
  const { filter = 'all', search = '', where = [] } = view;
  const [condition, ...others] = where;
  if (!isSearch(search)) {
    if (!condition) return valueOf(queries, totalOf(actor, filter, now));
    if (filter === 'all' && others.length === 0 && condition.field === 'roles' && condition.value.length === 1)
      return valueOf(queries, roleCount(actor, condition.value[0] as string));
  }
  const { table, conditions } = await matchesOf(queries, actor, view, now);
  return valueOf(queries, countSql(conditions, table));
}

async function valueOf<T>(queries: Queries, value: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`SELECT ${value} AS value`.execute(queries);
  return (rows[0] as { value: T }).value;
}

/** The number for every filter, of all users or of those that a search and column conditions leave. */
export async function countFilters(
  queries: Queries,
  actor: Person,
  { search = '', where = [] }: Pick<View, 'search' | 'where'>,
  now: Date,
): Promise<Record<UserFilter, number>> {
  if (!isSearch(search) && where.length === 0) {
    const totals = await valueOf<number[]>(
      queries,
      sql`ARRAY[${sql.join(userFilters.map((filter) => totalOf(actor, filter, now)))}]`,
    );
    return byFilter(totals);
  }
  const matches = await matchesOf(queries, actor, { search, where }, now);
  // Roles are not in the search index, and few users are administrators.
  const [admins, counts] = await Promise.all([
    countUsers(queries, actor, { filter: 'admin', search, where }, now),
    countInOnePass(
      queries,
      matches,
      userFilters.map((filter) => ({ condition: filter === 'admin' ? sql<SqlBool>`true` : filterConditions[filter](now) })),
    ),
  ]);
  return { ...byFilter(counts), admin: admins };
}

/** Filters whose numbers the overview takes from a job, or counts together. */
const countedElsewhere = ['loggedIn', 'dormant', 'active', 'locked'] as const satisfies readonly UserFilter[];

/** Each number is that of a view of the list: by filter, active users by factor, invitations by status; sessions beside. */
export async function countForOverview(queries: Queries, actor: Person, now: Date) {
  const { loggedIn, dormant, sessions } = await readTimedCounts(queries, actor, now);
  const filters = userFilters.filter((filter) => !countedElsewhere.some((one) => one === filter));
  const inScope = inScopeOf(actor);
  const inUse = inUseBy.map((condition) => sumSql([inScope, condition]));
  // Read once: a lock ends by itself, so that no counter has it.
  const conditions = [inScope, filterConditions.locked(now)];
  const locked = onePassSql({ table: 'users', conditions }, [sql<SqlBool>`true`, ...inUseBy]);
  const [counted, [allLocked = 0, ...lockedBy], [inviteExpiringSoon = 0, ...totals]] = await valueOf<
    [number[], number[], number[]]
  >(
    queries,
    sql`jsonb_build_array(ARRAY[${sql.join(inUse)}], ${locked},
      ARRAY[${countSql([inScope, inviteExpiring(now)])}, ${sql.join(filters.map((filter) => totalOf(actor, filter, now)))}])`,
  );
  const [active = 0, mfaOn = 0, withPasskey = 0] = counted.map((people, index) => people - (lockedBy[index] ?? 0));
  const people = { ...byFilter(totals, filters), active, locked: allLocked, loggedIn, dormant };
  return { people, mfaOn, withPasskey, inviteExpiring: inviteExpiringSoon, sessions };
}

/** Accounts in use: all, with a second factor, with a passkey. */
const inUseBy: readonly Condition[] = [
  isInUse,
  sql<SqlBool>`(${isInUse} AND u.mfa_enrolled)`,
  sql<SqlBool>`(${isInUse} AND u.has_passkey)`,
];

const byFilter = (counts: readonly number[], filters: readonly UserFilter[] = userFilters) =>
  Object.fromEntries(filters.map((filter, index) => [filter, counts[index]])) as Record<UserFilter, number>;
