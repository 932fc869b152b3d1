/**
 * The sorts of the grid. Columns with a value of their own have an index that begins with it. Columns of few values are
 * sorted group by group instead, so that nobody has to sort a million people to show the first hundred.
 */
import { sql, type RawBuilder } from 'kysely';
import { sortableColumns, type SortableColumn } from '../../api/contract/users.page.ts';
import type { Queries } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { all, mfaGroups, statusGroups, type Condition } from './users.filters.ts';

/** People who are alike in a grouped column, and by what they are sorted among themselves before the next terms hold. */
export interface Group {
  condition: Condition;
  within?: SortTerm;
  /** How many they are, where that is known already. */
  count?: number;
}

export interface SortTerm {
  /** The value as SQL, for sorting whatever is small enough. */
  value: RawBuilder<unknown>;
  descending: boolean;
  /** No two people have the same. */
  unique?: true;
  /** Nulls are first in ascending order. */
  nullsFirst?: true;
  /** In ascending order. */
  groups?: (queries: Queries, conditions: readonly Condition[]) => Promise<Group[]>;
}

type Column = Omit<SortTerm, 'descending'>;

const columns: Readonly<Record<SortableColumn, (now: Date) => Column>> = {
  userName: () => ({ value: sql`u.user_name_key`, unique: true }),
  email: () => ({ value: sql`u.email_key`, unique: true }),
  name: () => ({ value: sql`u.name_key` }),
  createdAt: () => ({ value: sql`u.created_at` }),
  // Never is the longest ago.
  lastLoginAt: () => ({ value: sql`u.last_login_at`, nullsFirst: true }),
  status: (now) => ({
    value: placeIn(statusGroups.map((group) => group(now))),
    groups: () => Promise.resolve(statusGroups.map((group) => ({ condition: group(now) }))),
  }),
  mfa: () => ({
    value: placeIn(mfaGroups.map((group) => group())),
    groups: () => Promise.resolve(mfaGroups.map((group) => ({ condition: group() }))),
  }),
  organisation: () => ({
    value: sql`(SELECT o.name_key FROM organisations o WHERE o.organisation_id = u.organisation_id)`,
    groups: organisationGroups,
  }),
  owner: () => ({ value: ownerName, groups: ownerGroups }),
};

const placeIn = (groups: readonly Condition[]) =>
  sql`(CASE ${sql.join(
    groups.map((group, place) => sql`WHEN ${group} THEN ${sql.lit(place)}`),
    sql` `,
  )} END)`;

async function organisationGroups(queries: Queries, conditions: readonly Condition[]): Promise<Group[]> {
  const { rows } = await sql<{ id: string }>`SELECT o.organisation_id AS id FROM organisations o
    WHERE EXISTS (SELECT 1 FROM users u WHERE u.organisation_id = o.organisation_id AND ${all(conditions)})
    ORDER BY o.name_key`.execute(queries);
  return rows.map(({ id }) => ({ condition: sql<boolean>`u.organisation_id = ${id}` }));
}

const ownerName = sql`(SELECT w.user_name_key FROM users w WHERE w.user_id = u.owner_id)`;
/** Owners are many, and most answer for few: so many people at least make a group. */
const OWNED = 5000;

async function ownerGroups(queries: Queries, conditions: readonly Condition[]): Promise<Group[]> {
  const { rows: owners } = await sql<{ owner_id: string; count: number }>`
    SELECT owner_id, count FROM (SELECT u.owner_id, count(*)::int FROM users u
        WHERE u.owner_id IS NOT NULL AND ${all(conditions)} GROUP BY u.owner_id) owned
      JOIN users w ON w.user_id = owned.owner_id ORDER BY w.user_name_key`.execute(queries);
  const bundles: { ids: string[]; count: number }[] = [];
  for (const { owner_id: id, count } of owners) {
    const last = bundles.at(-1);
    if (last && last.count + count <= OWNED) {
      last.ids.push(id);
      last.count += count;
    } else bundles.push({ ids: [id], count });
  }
  return [
    ...bundles.map(({ ids, count }) => ({
      condition: sql<boolean>`u.owner_id = ANY (${ids}::uuid[])`,
      count,
      ...(ids.length > 1 ? { within: { value: ownerName, descending: false } } : {}),
    })),
    { condition: sql<boolean>`u.owner_id IS NULL` },
  ];
}

/**
 * `-lastLoginAt,userName` → its terms.
 * @throws Invalid for a column that can't be sorted by
 */
export function sortTerms(sort: string | undefined, now: Date): SortTerm[] {
  return (sort ?? 'userName')
    .split(',')
    .filter(Boolean)
    .map((term) => {
      const descending = term.startsWith('-');
      const column = sortableColumns.find((name) => name === (descending ? term.slice(1) : term));
      if (!column) throw problem('Invalid', { fields: { sort: { problem: 'BadRequest' } } });
      return { ...columns[column](now), descending };
    });
}

/** ORDER BY for terms, always total: where all of them are equal, the user name or the id decides. */
export function orderBy(terms: readonly SortTerm[]): RawBuilder<unknown> {
  const parts = terms.map(({ value, descending, nullsFirst }) =>
    descending
      ? sql`${value} DESC NULLS ${nullsFirst ? sql`LAST` : sql`FIRST`}`
      : sql`${value} ASC NULLS ${nullsFirst ? sql`FIRST` : sql`LAST`}`,
  );
  const last = terms.at(-1);
  if (!last) parts.push(sql`u.user_name_key`);
  else if (!terms.some((term) => term.unique)) parts.push(last.descending ? sql`u.user_id DESC` : sql`u.user_id ASC`);
  return sql.join(parts, sql`, `);
}
