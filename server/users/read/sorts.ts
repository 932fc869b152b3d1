/**
 * The sorts of the grid. Columns with a value of their own have an index that begins with it. Columns of few values are
 * sorted group by group instead, so that nobody has to sort a million people to show the first hundred.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { sortableColumns, type SortableColumn, type UserFilter } from '../../../api/contract/users.page.ts';
import type { Queries } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { all, dormantSince, mfaGroups, statusGroups, type Condition } from './filters.ts';

/** People who are alike in a grouped column. The groups of a column share nobody and leave nobody out. */
export interface Group {
  condition: Condition;
  /** By what they are sorted among themselves before the next terms hold: for a group of several values. */
  within?: (descending: boolean) => SortTerm;
  /** How many they are, where that is known already. */
  count?: number;
  /** Everybody whom the other groups leave: too many to be counted one by one. */
  rest?: true;
  /** A card tells who belongs to it. */
  onCards?: true;
}

interface Column {
  /** The value as SQL. */
  value: RawBuilder<unknown>;
  /** No two people have the same. */
  unique?: true;
  /** Nulls are first in ascending order. */
  nullsFirst?: true;
  /** Its groups are counted in a moment, and most of them may be empty. */
  countFirst?: true;
  /** In ascending order. */
  groups?: (
    queries: Queries,
    conditions: readonly Condition[],
    offset: number,
    sizes?: ReadonlyMap<string, number>,
  ) => Promise<Group[]>;
}

export interface SortTerm extends Column {
  descending: boolean;
  /** It sorts within a group: whoever is alike in it too goes by user name. */
  amongAlike?: true;
}

const lastLogin: Column = { value: sql`u.last_login_at`, nullsFirst: true };

/** Whoever came lately stands before all of them in the index: they are begun with where those end. */
const dormantByLastLogin = (now: Date): Column => ({
  ...lastLogin,
  groups: () =>
    Promise.resolve([
      { condition: sql<SqlBool>`u.last_login_at IS NULL` },
      {
        condition: sql<SqlBool>`u.last_login_at < ${dormantSince(now)}`,
        rest: true,
        within: (descending) => ({ ...lastLogin, descending }),
      },
    ]),
});

const created: Column = { value: sql`u.created_at` };

const dormantByCreated = (now: Date): Column => ({
  ...created,
  groups: () =>
    Promise.resolve([
      {
        condition: sql<SqlBool>`u.created_at < ${dormantSince(now)}`,
        rest: true,
        within: (descending) => ({ ...created, descending }),
      },
    ]),
});

const userName: Column = { value: sql`u.user_name_key`, unique: true };

const columns: Readonly<Record<SortableColumn, (now: Date, filter: UserFilter) => Column>> = {
  userName: () => userName,
  email: () => ({ value: sql`u.email_key`, unique: true }),
  name: () => ({ value: sql`u.name_key` }),
  createdAt: (now, filter) => (filter === 'dormant' ? dormantByCreated(now) : created),
  // Never is the longest ago.
  lastLoginAt: (now, filter) => (filter === 'dormant' ? dormantByLastLogin(now) : lastLogin),
  status: (now, filter) => ({ ...fixed(statusGroups(now, filter)), countFirst: true }),
  mfa: (_now, filter) => fixed(mfaGroups(filter)),
  organisation: () => ({ value: organisationName, groups: organisationGroups }),
  owner: () => ({ value: ownerName, groups: ownerGroups }),
};

const fixed = (groups: readonly Group[]): Column => ({
  value: sql`(CASE ${sql.join(
    groups.map(({ condition }, place) => sql`WHEN ${condition} THEN ${sql.lit(place)}`),
    sql` `,
  )} END)`,
  groups: () => Promise.resolve(groups.map((group) => ({ ...group, onCards: true }))),
});

const organisationName = sql`(SELECT o.name_key FROM organisations o WHERE o.organisation_id = u.organisation_id)`;
const ownerName = sql`(SELECT w.user_name_key FROM users w WHERE w.user_id = u.owner_id)`;

/** Organisations and owners may be many, and most have few people: so many people at least make a group. */
const BUNDLE = 5000;

/** One after the other in groups of about the same size; the rows come in the order of their names. */
function bundled(column: string, within: Column, rows: readonly { id: string; size: number }[], counted: boolean): Group[] {
  const bundles: { ids: string[]; count: number }[] = [];
  for (const { id, size } of rows) {
    const last = bundles.at(-1);
    if (last && last.count + size <= BUNDLE) {
      last.ids.push(id);
      last.count += size;
    } else bundles.push({ ids: [id], count: size });
  }
  return bundles.map(({ ids, count }) => ({
    condition:
      ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}` : sql<SqlBool>`${sql.ref(column)} = ANY (${ids}::uuid[])`,
    ...(counted ? { count } : {}),
    ...(ids.length > 1 ? { within: (descending) => ({ ...within, descending, amongAlike: true }) } : {}),
  }));
}

/** @param sizes how many each organisation has of those asked for, where that is known */
async function organisationGroups(
  queries: Queries,
  conditions: readonly Condition[],
  offset: number,
  sizes?: ReadonlyMap<string, number>,
): Promise<Group[]> {
  if (sizes) {
    const { rows } = await sql<{ id: string }>`
      SELECT organisation_id AS id FROM organisations WHERE organisation_id = ANY (${[...sizes.keys()]}::uuid[])
       ORDER BY name_key`.execute(queries);
    const sized = rows.map(({ id }) => ({ id, size: sizes.get(id) ?? 0 }));
    return bundled('u.organisation_id', { value: organisationName }, sized, true).map((group) => ({ ...group, onCards: true }));
  }
  // The kept counts are true where nothing but the scope is asked.
  const counted = offset > 0 && conditions.length > 1;
  const members = sql`FROM users u WHERE u.organisation_id = o.organisation_id AND ${all(conditions)}`;
  const { rows } = await sql<{ id: string; size: number }>`
    SELECT o.organisation_id AS id, ${counted ? sql`(SELECT count(*)::int ${members})` : sql`coalesce(h.people, 0)`} AS size
      FROM organisations o LEFT JOIN headcounts h ON h.organisation_id = o.organisation_id AND h.role_name = ''
     WHERE EXISTS (SELECT 1 ${members}) ORDER BY o.name_key`.execute(queries);
  return bundled('u.organisation_id', { value: organisationName }, rows, counted || conditions.length === 1);
}

/** They have none, so it sorts nobody; but the planner then knows the order of the index that begins with it. */
const alike = (): SortTerm => ({ value: sql`u.owner_id`, descending: false, amongAlike: true });

async function ownerGroups(queries: Queries, conditions: readonly Condition[]): Promise<Group[]> {
  const { rows } = await sql<{ id: string; size: number }>`
    SELECT owned.owner_id AS id, owned.size
      FROM (SELECT u.owner_id, count(*)::int AS size FROM users u
             WHERE u.owner_id IS NOT NULL AND ${all(conditions)} GROUP BY u.owner_id) owned
      JOIN users w ON w.user_id = owned.owner_id ORDER BY w.user_name_key`.execute(queries);
  return [
    ...bundled('u.owner_id', { value: ownerName }, rows, true),
    { condition: sql<SqlBool>`u.owner_id IS NULL`, rest: true, within: alike },
  ];
}

/**
 * `-lastLoginAt,userName` → its terms.
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

/** Made total: where all terms are equal, the user name or the id decides. */
export function totalOrder(terms: readonly SortTerm[]): SortTerm[] {
  if (terms.some((term) => term.unique)) return [...terms];
  const last = terms.at(-1);
  const byName = last === undefined || last.amongAlike === true;
  return [...terms, byName ? { ...userName, descending: false } : { value: sql`u.user_id`, descending: last.descending }];
}

/** ORDER BY, of the values themselves or of columns that hold them. */
export const orderBy = (order: readonly SortTerm[], columnOf = ({ value }: SortTerm, _place: number) => value) =>
  sql.join(
    order.map((term, place) => {
      const first = term.descending !== (term.nullsFirst === true);
      return sql`${columnOf(term, place)} ${term.descending ? sql`DESC` : sql`ASC`} NULLS ${first ? sql`FIRST` : sql`LAST`}`;
    }),
    sql`, `,
  );
