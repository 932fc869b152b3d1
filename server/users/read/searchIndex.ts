/** Searches in the search index (table `cards`): one pass counts per organisation and, for few matches, returns the page too. */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { all, indexConditions, type Condition, type View } from './filters.ts';
import { orderBy, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach } from './counts.ts';

export interface SearchResult {
  total: number;
  /** Number of matches per organisation id. */
  sizes: ReadonlyMap<string, number>;
  /** Ids of the page; null if so many match that an index scan is faster. */
  ids: string[] | null;
}

/** Turns conditions on `cards as u` into one on `users as u`. */
export const foundInIndex = (conditions: readonly Condition[]): Condition =>
  sql`u.user_id = ANY (ARRAY(SELECT u.user_id FROM cards u WHERE ${all(conditions)}))`;

/** @param maxSortedRows maximum number of matches to sort for the page */
export async function findInIndex(
  queries: Queries,
  actor: Person,
  view: View,
  terms: readonly SortTerm[],
  { offset, limit }: { offset: number; limit: number },
  maxSortedRows: number,
  now: Date,
): Promise<SearchResult> {
  const conditions = indexConditions(actor, view, now);
  // With a selective filter the ids are kept; without one they could be a million, so they are found again if few match.
  const keepsIds = view.filter !== undefined && view.filter !== 'all' && view.filter !== 'active';
  const chosen = keepsIds ? sql`u.user_id = ANY (ARRAY(SELECT unnest(ids) FROM found))` : foundInIndex(conditions);
  const { rows } = await sql<{ total: number; sizes: Record<string, number> | null; ids: string[] | null }>`
    WITH found AS MATERIALIZED (
      SELECT u.organisation_id, count(*)::int AS size ${keepsIds ? sql`, array_agg(u.user_id) AS ids` : sql``}
        FROM cards u WHERE ${all(conditions)} GROUP BY u.organisation_id)
    SELECT total, (SELECT json_object_agg(organisation_id, size) FROM found) AS sizes,
           CASE WHEN total <= ${maxSortedRows} THEN ARRAY(
             SELECT u.user_id FROM users u WHERE ${chosen}
              ORDER BY ${orderBy(totalOrder(terms))} OFFSET ${offset} LIMIT ${limit}) END AS ids
      FROM (SELECT coalesce(sum(size), 0)::int AS total FROM found) counted`.execute(queries);
  const { total, sizes, ids } = rows[0] as (typeof rows)[number];
  return { total, sizes: new Map(Object.entries(sizes ?? {})), ids };
}

/**
 * Number of matches per group.
 * @param conditions on `cards as u`
 * @param userConditions the same on `users as u`, for groups on columns that the search index lacks
 */
export async function countInIndex(
  queries: Queries,
  conditions: readonly Condition[],
  userConditions: readonly Condition[],
  groups: readonly Group[],
): Promise<number[]> {
  if (!groups.every(({ inSearchIndex }) => inSearchIndex))
    return countEach(
      queries,
      groups.map(({ condition }) => [...userConditions, condition]),
    );
  const counts = groups.map(({ condition }) => sql`(count(*) FILTER (WHERE ${condition}))::int`);
  const { rows } = await sql<{ counts: number[] }>`
    SELECT ARRAY[${sql.join(counts)}] AS counts FROM cards u WHERE ${all(conditions)}`.execute(queries);
  return (rows[0] as { counts: number[] }).counts;
}
