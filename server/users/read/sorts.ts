/** The sorts of the grid. */
import { sql, type RawBuilder } from 'kysely';
import { sortableColumns, type SortableColumn } from '../../../api/contract/users.page.ts';
import { problem } from '../../http/problem.ts';
import { mfaOrder, statusOrder, type Condition } from './filters.ts';
import { isSearch, matchRank } from './search.ts';

interface Column {
  /** The value in SQL, on `users as u` and `organisations as o`. */
  value: RawBuilder<unknown>;
  /** Set if the term has an index; ties are then sorted by user id in the same direction, otherwise by user name. */
  index?: 'unique' | 'withId';
  /** Whether nulls come first in ascending order. */
  nullsFirst?: true;
  /** Whether the term needs `organisations as o`. */
  ofOrganisation?: true;
  /** Whether the term is the rank of a search, which is computed for a limited number of rows only. */
  ofMatch?: true;
}

export interface SortTerm extends Column {
  descending: boolean;
}

const rankOf = (conditions: readonly Condition[]) =>
  sql`(CASE ${sql.join(
    conditions.map((condition, rank) => sql`WHEN ${condition} THEN ${sql.lit(rank)}`),
    sql` `,
  )} END)`;

const userName: Column = { value: sql`u.user_name_key`, index: 'unique' };

const columns: Readonly<Record<SortableColumn, (now: Date) => Column>> = {
  userName: () => userName,
  email: () => ({ value: sql`u.email_key`, index: 'unique' }),
  name: () => ({ value: sql`u.name_key`, index: 'withId' }),
  createdAt: () => ({ value: sql`u.created_at`, index: 'withId' }),
  // Null means never, which sorts as the longest ago.
  lastLoginAt: () => ({ value: sql`u.last_login_at`, index: 'withId', nullsFirst: true }),
  status: (now) => ({ value: rankOf(statusOrder(now)) }),
  mfa: () => ({ value: rankOf(mfaOrder) }),
  organisation: () => ({ value: sql`o.name_key`, ofOrganisation: true }),
};

/**
 * Parses `-lastLoginAt,userName`, and makes the order total. Without a sort the best matches of a search come first.
 * @throws Invalid for a column that can't be sorted by
 */
export function sortTerms(
  { sort, search = '' }: { sort?: string | undefined; search?: string | undefined },
  now: Date,
): SortTerm[] {
  if (sort === undefined && isSearch(search))
    return [
      { value: matchRank(search), ofMatch: true, descending: false },
      { ...userName, descending: false },
    ];
  const terms = (sort ?? 'userName')
    .split(',')
    .filter(Boolean)
    .map((term): SortTerm => {
      const descending = term.startsWith('-');
      const column = sortableColumns.find((name) => name === (descending ? term.slice(1) : term));
      if (!column)
        throw problem('Invalid', { fields: { sort: { expected: 'oneOf', values: { values: sortableColumns.join(', ') } } } });
      return { ...columns[column](now), descending };
    });
  if (terms.some(({ index }) => index === 'unique')) return terms;
  const last = terms.at(-1);
  return [...terms, last?.index ? { value: sql`u.user_id`, descending: last.descending } : { ...userName, descending: false }];
}

/** The tables that the terms need. */
export const sortedUsers = (terms: readonly SortTerm[]) =>
  terms.some(({ ofOrganisation }) => ofOrganisation) ? sql`users u JOIN organisations o USING (organisation_id)` : sql`users u`;

/** ORDER BY the values, or columns that hold them. */
export const orderBy = (terms: readonly SortTerm[], columnOf = ({ value }: SortTerm, _index: number) => value) =>
  sql.join(
    terms.map((term, index) => {
      const first = term.descending !== (term.nullsFirst === true);
      return sql`${columnOf(term, index)} ${term.descending ? sql`DESC` : sql`ASC`} NULLS ${first ? sql`FIRST` : sql`LAST`}`;
    }),
    sql`, `,
  );
