/** Finding by a search: counted on the cards in one pass, by organisation; where few are found, their page comes with their number. */
import { sql } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { Queries } from '../../db/database.ts';
import { all, indexConditions, type Condition, type View } from './filters.ts';
import { orderBy, totalOrder, type Group, type SortTerm } from './sorts.ts';
import { countEach } from './counts.ts';

export interface Found {
  total: number;
  /** How many of each organisation, by its id. */
  sizes: ReadonlyMap<string, number>;
  /** The ids of the page, unless so many are found that it is sooner looked for along an index. */
  ids: string[] | null;
}

/** Whom these conditions on `cards as u` find, as a condition on `users as u`. */
export const foundInIndex = (conditions: readonly Condition[]): Condition =>
  sql`u.user_id = ANY (ARRAY(SELECT u.user_id FROM cards u WHERE ${all(conditions)}))`;

/** @param few so many are sorted for their page */
export async function findInIndex(
  queries: Queries,
  actor: Person,
  view: View,
  terms: readonly SortTerm[],
  { offset, limit }: { offset: number; limit: number },
  few: number,
  now: Date,
): Promise<Found> {
  const conditions = indexConditions(actor, view, now);
  // Where a filter leaves out most, those found are kept; of everybody they could be a million, and are found again where they are few.
  const kept = view.filter !== undefined && view.filter !== 'all' && view.filter !== 'active';
  const chosen = kept ? sql`u.user_id = ANY (ARRAY(SELECT unnest(ids) FROM found))` : foundInIndex(conditions);
  const { rows } = await sql<{ total: number; sizes: Record<string, number> | null; ids: string[] | null }>`
    WITH found AS MATERIALIZED (
      SELECT u.organisation_id, count(*)::int AS size ${kept ? sql`, array_agg(u.user_id) AS ids` : sql``}
        FROM cards u WHERE ${all(conditions)} GROUP BY u.organisation_id)
    SELECT total, (SELECT json_object_agg(organisation_id, size) FROM found) AS sizes,
           CASE WHEN total <= ${few} THEN ARRAY(
             SELECT u.user_id FROM users u WHERE ${chosen}
              ORDER BY ${orderBy(totalOrder(terms))} OFFSET ${offset} LIMIT ${limit}) END AS ids
      FROM (SELECT coalesce(sum(size), 0)::int AS total FROM found) counted`.execute(queries);
  const { total, sizes, ids } = rows[0] as (typeof rows)[number];
  return { total, sizes: new Map(Object.entries(sizes ?? {})), ids };
}

/**
 * How many of each group.
 *
 * @param conditions on `cards as u`
 * @param along the same on `users as u`, for groups that no card tells of
 */
export async function countInIndex(
  queries: Queries,
  conditions: readonly Condition[],
  along: readonly Condition[],
  groups: readonly Group[],
): Promise<number[]> {
  if (!groups.every(({ onCards }) => onCards))
    return countEach(
      queries,
      groups.map(({ condition }) => [...along, condition]),
    );
  const counts = groups.map(({ condition }) => sql`(count(*) FILTER (WHERE ${condition}))::int`);
  const { rows } = await sql<{ counts: number[] }>`
    SELECT ARRAY[${sql.join(counts)}] AS counts FROM cards u WHERE ${all(conditions)}`.execute(queries);
  return (rows[0] as { counts: number[] }).counts;
}
