/**
 * The sorts of the grid. Columns with distinct values have an index that begins with them. Columns with few values are sorted
 * group by group, so that a million users need not be sorted to show the first hundred.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { sortableColumns, type SortableColumn, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { all, dormantSince, mfaGroups, statusGroups, type Condition, type ViewConditions } from './filters.ts';

/** Users with the same value in a grouped column. The groups of a column are disjoint and complete. */
export interface Group {
  condition: Condition;
  /** Sort within the group, before the next terms; for a group of several values. */
  sortWithin?: (descending: boolean) => SortTerm;
  /** Number of users, if known. */
  count?: number;
  /** All users not in the other groups: too many to count separately. */
  rest?: true;
  /** An index has these users together. */
  indexed?: true;
  /** The search index has the column. */
  inSearchIndex?: true;
}

interface Column {
  /** As SQL. */
  value: RawBuilder<unknown>;
  /** Values are distinct. */
  unique?: true;
  /** Nulls first in ascending order. */
  nullsFirst?: true;
  /** Ties go by user name; otherwise by id. */
  tiesByName?: true;
  /** The groups that have matches, in ascending order; counted if that costs no more, and always from an offset on. */
  groups?: (queries: Queries, view: ViewConditions, offset: number) => Promise<Group[]>;
}

export interface SortTerm extends Column {
  descending: boolean;
}

const lastLogin: Column = { value: sql`u.last_login_at`, nullsFirst: true };
const byLastLogin = (descending: boolean): SortTerm => ({ ...lastLogin, descending });

/** Users who logged in recently come first in the index; the range conditions skip them. */
const dormantByLastLogin = (now: Date): Column => ({
  ...lastLogin,
  groups: () =>
    Promise.resolve([
      { condition: sql<SqlBool>`u.last_login_at IS NULL`, indexed: true, sortWithin: byLastLogin },
      { condition: sql<SqlBool>`u.last_login_at < ${dormantSince(now)}`, indexed: true, rest: true, sortWithin: byLastLogin },
    ]),
});

const created: Column = { value: sql`u.created_at` };
const byCreated = (descending: boolean): SortTerm => ({ ...created, descending });

const dormantByCreated = (now: Date): Column => ({
  ...created,
  groups: () =>
    Promise.resolve([
      { condition: sql<SqlBool>`u.created_at < ${dormantSince(now)}`, indexed: true, rest: true, sortWithin: byCreated },
    ]),
});

const userName: Column = { value: sql`u.user_name_key`, unique: true };

const columns: Readonly<Record<SortableColumn, (now: Date, filter: UserFilter) => Column>> = {
  userName: () => userName,
  email: () => ({ value: sql`u.email_key`, unique: true }),
  name: () => ({ value: sql`u.name_key` }),
  createdAt: (now, filter) => (filter === 'dormant' ? dormantByCreated(now) : created),
  // Null means never, which sorts as the longest ago.
  lastLoginAt: (now, filter) => (filter === 'dormant' ? dormantByLastLogin(now) : lastLogin),
  status: (now, filter) => fixedGroups(statusGroups(now, filter)),
  mfa: (_now, filter) => fixedGroups(mfaGroups(filter)),
  organisation: () => ({ ...organisation, groups: organisationGroups }),
  owner: () => ({ ...owner, groups: ownerGroups }),
};

const fixedGroups = (groups: readonly Group[]): Column => ({
  value: sql`(CASE ${sql.join(
    groups.map(({ condition }, index) => sql`WHEN ${condition} THEN ${sql.lit(index)}`),
    sql` `,
  )} END)`,
  tiesByName: true,
  groups: () => Promise.resolve(groups.map((group) => ({ ...group, inSearchIndex: true }))),
});

const organisation: Column = {
  value: sql`(SELECT o.name_key FROM organisations o WHERE o.organisation_id = u.organisation_id)`,
  tiesByName: true,
};
const owner: Column = { value: sql`(SELECT w.user_name_key FROM users w WHERE w.user_id = u.owner_id)`, tiesByName: true };

/** Maximum number of users per bundle. Organisations and owners may be many, most with few users, so small ones share a group. */
const MAX_BUNDLE_USERS = 5000;

/** Number of users by organisation or owner. */
interface Sized {
  id: string;
  size: number;
}

/** Bundles consecutive rows into groups of similar size; `rows` must be in sort order. */
function bundle(column: string, within: Column, rows: readonly Sized[], counted: boolean): Group[] {
  const bundles: { ids: string[]; count: number }[] = [];
  for (const { id, size } of rows) {
    const last = bundles.at(-1);
    if (last && last.count + size <= MAX_BUNDLE_USERS) {
      last.ids.push(id);
      last.count += size;
    } else bundles.push({ ids: [id], count: size });
  }
  return bundles.map(({ ids, count }) => ({
    condition:
      ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}` : sql<SqlBool>`${sql.ref(column)} = ANY (${ids}::uuid[])`,
    indexed: true,
    ...(counted ? { count } : {}),
    ...(ids.length > 1 ? { sortWithin: (descending) => ({ ...within, descending }) } : {}),
  }));
}

async function organisationGroups(
  queries: Queries,
  { matches: { table, conditions } }: ViewConditions,
  offset: number,
): Promise<Group[]> {
  const matches = sql`FROM ${sql.table(table)} u WHERE ${all(conditions)}`;
  // The maintained counters are exact if the scope is the only condition. A search reads the matches once either way.
  const isExact = conditions.length === 1;
  const isCounted = !isExact && (offset > 0 || table === 'cards');
  const { rows } = isCounted
    ? await sql<Sized>`
        SELECT o.organisation_id AS id, found.size
          FROM (SELECT u.organisation_id, count(*)::int AS size ${matches} GROUP BY u.organisation_id) found
          JOIN organisations o USING (organisation_id) ORDER BY o.name_key`.execute(queries)
    : await sql<Sized>`
        SELECT o.organisation_id AS id, coalesce(h.people, 0) AS size
          FROM organisations o LEFT JOIN headcounts h ON h.organisation_id = o.organisation_id AND h.role_name = ''
         WHERE EXISTS (SELECT 1 ${matches} AND u.organisation_id = o.organisation_id) ORDER BY o.name_key`.execute(queries);
  return bundle('u.organisation_id', organisation, rows, isCounted || isExact).map((group) => ({
    ...group,
    inSearchIndex: true,
  }));
}

/** The column is null for all of these users, so it sorts nothing; but it lets the planner use the index that begins with it. */
const withoutOwner = (): SortTerm => ({ value: sql`u.owner_id`, descending: false, tiesByName: true });

async function ownerGroups(queries: Queries, { scan }: ViewConditions): Promise<Group[]> {
  const { rows } = await sql<Sized>`
    SELECT owned.owner_id AS id, owned.size
      FROM (SELECT u.owner_id, count(*)::int AS size FROM users u
             WHERE u.owner_id IS NOT NULL AND ${all(scan)} GROUP BY u.owner_id) owned
      JOIN users w ON w.user_id = owned.owner_id ORDER BY w.user_name_key`.execute(queries);
  return [
    ...bundle('u.owner_id', owner, rows, true),
    { condition: sql<SqlBool>`u.owner_id IS NULL`, indexed: true, rest: true, sortWithin: withoutOwner },
  ];
}

/**
 * Parses `-lastLoginAt,userName`.
 * @throws Invalid for a column that can't be sorted by
 */
export function sortTerms(sort: string | undefined, now: Date, filter: UserFilter = 'all'): SortTerm[] {
  return (sort ?? 'userName')
    .split(',')
    .filter(Boolean)
    .map((term) => {
      const descending = term.startsWith('-');
      const column = sortableColumns.find((name) => name === (descending ? term.slice(1) : term));
      if (!column) throw problem('Invalid', { fields: { sort: { problem: 'BadRequest' } } });
      return { ...columns[column](now, filter), descending };
    });
}

/** Makes the order total: ties go by user name or id. */
export function totalOrder(terms: readonly SortTerm[]): SortTerm[] {
  if (terms.some((term) => term.unique)) return [...terms];
  const last = terms.at(-1);
  return [
    ...terms,
    !last || last.tiesByName ? { ...userName, descending: false } : { value: sql`u.user_id`, descending: last.descending },
  ];
}

/** ORDER BY the values, or columns that hold them. */
export const orderBy = (order: readonly SortTerm[], columnOf = ({ value }: SortTerm, _index: number) => value) =>
  sql.join(
    order.map((term, index) => {
      const first = term.descending !== (term.nullsFirst === true);
      return sql`${columnOf(term, index)} ${term.descending ? sql`DESC` : sql`ASC`} NULLS ${first ? sql`FIRST` : sql`LAST`}`;
    }),
    sql`, `,
  );
