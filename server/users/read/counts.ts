/** Exact numbers of users, each counted in one pass over an index. */
import { sql, type SqlBool } from 'kysely';
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { userFilters, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { inScopeOf } from '../../db/target.ts';
import { all, conditionsOf, filterConditions, inviteExpiring, type Condition, type View } from './filters.ts';
import { activeUserIds } from './rows.ts';

/** Counts of all users that an administrator sees. Each number but that of sessions is the number of a view of the list. */
export interface UserCounts {
  people: Record<UserFilter, number>;
  /** Active users with a second factor, and with a passkey. */
  mfaOn: number;
  withPasskey: number;
  inviteExpiring: number;
  /** Live sessions. */
  sessions: number;
  /** Users by role name. */
  roles: Record<string, number>;
}

/** The number of users in a view. */
export async function countUsers(queries: Queries, actor: Person, view: View, now: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM users u WHERE ${all(conditionsOf(actor, view, now))}`.execute(queries);
  return rows[0]?.total ?? 0;
}

/** The number for every filter, of the users that a search and column conditions leave. */
export async function countFilters(
  queries: Queries,
  actor: Person,
  { search, where }: View,
  now: Date,
): Promise<Record<UserFilter, number>> {
  const { rows } = await sql<Record<UserFilter, number>>`
    SELECT ${countsOf(filtersAt(now))} FROM users u WHERE ${all(conditionsOf(actor, { search, where }, now))}`.execute(queries);
  return rows[0] as Record<UserFilter, number>;
}

export async function countAll(queries: Queries, actor: Person, now: Date): Promise<UserCounts> {
  const active = filterConditions.active(now);
  const { loggedIn: _, ...filters } = filtersAt(now);
  const groups = {
    ...filters,
    mfaOn: sql<SqlBool>`${active} AND u.mfa_enrolled`,
    withPasskey: sql<SqlBool>`${active} AND u.has_passkey`,
    inviteExpiring: inviteExpiring(now),
  };
  const { rows } = await sql<Record<keyof typeof groups, number> & { roles: string[] }>`
    SELECT u.roles, ${countsOf(groups)} FROM users u WHERE ${all(conditionsOf(actor, {}, now))} GROUP BY u.roles`.execute(
    queries,
  );
  const sum = (name: keyof typeof groups) => rows.reduce((total, row) => total + row[name], 0);
  const roles: Record<string, number> = {};
  for (const row of rows) for (const role of row.roles) roles[role] = (roles[role] ?? 0) + row.all;
  const { sessions, loggedIn } = await countSessions(queries, actor, now);
  const people = Object.fromEntries(
    userFilters.map((filter) => [filter, filter === 'loggedIn' ? loggedIn : sum(filter)]),
  ) as Record<UserFilter, number>;
  const [mfaOn, withPasskey, expiring] = [sum('mfaOn'), sum('withPasskey'), sum('inviteExpiring')];
  return { people, mfaOn, withPasskey, inviteExpiring: expiring, sessions, roles };
}

/** Counts live sessions, and their users. */
async function countSessions(queries: Queries, actor: Person, now: Date): Promise<{ sessions: number; loggedIn: number }> {
  const inScope = isSystemAdmin(actor) ? sql`` : sql`JOIN users u USING (user_id) WHERE ${inScopeOf(actor)}`;
  const { rows } = await sql<{ sessions: number; loggedIn: number }>`
    SELECT count(*)::int AS sessions, count(DISTINCT user_id)::int AS "loggedIn"
      FROM (${activeUserIds(now)}) s ${inScope}`.execute(queries);
  return rows[0] ?? { sessions: 0, loggedIn: 0 };
}

const filtersAt = (now: Date) =>
  Object.fromEntries(userFilters.map((filter) => [filter, filterConditions[filter](now)])) as Record<UserFilter, Condition>;

const countsOf = (groups: Readonly<Record<string, Condition>>) =>
  sql.join(Object.entries(groups).map(([name, condition]) => sql`count(*) FILTER (WHERE ${condition})::int AS ${sql.ref(name)}`));
