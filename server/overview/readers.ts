/** Finds users who were given unusually much personal data yesterday or today (UTC), compared with their own days before. */
import { sql } from 'kysely';
import type { Unusual } from '../../api/contract/overview.ts';
import { addMs, DAY } from '../clock.ts';
import type { Queries } from '../db/database.ts';

/** Fewer rows are an ordinary day in the users list, also for users without days to compare with. */
const MIN_ROWS = 5000;
/** How many times the user's median an unusual day has; the median is over the days with reading among the 30 before. */
const TIMES_MEDIAN = 10;

export interface FoundUnusual extends Omit<Unusual, 'since'> {
  scope: string;
  since: Date;
}

/** @returns at most `maxOfScope` for each organisation and for all together (scope `all`), most rows first; one per user */
export async function findReaders(
  queries: Queries,
  now: Date,
  { all, maxOfScope }: { readonly all: string; readonly maxOfScope: number },
): Promise<FoundUnusual[]> {
  const { rows } = await sql<FoundUnusual>`
    WITH most AS (
      SELECT DISTINCT ON (user_id) user_id, day, rows FROM personal_data_reads
       WHERE day >= ${addMs(now, -DAY).toISOString().slice(0, 10)}::date AND rows >= ${sql.lit(MIN_ROWS)} ORDER BY user_id, rows DESC),
    compared AS (
      SELECT m.*, (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY p.rows) FROM personal_data_reads p
                    WHERE p.user_id = m.user_id AND p.day < m.day AND p.day >= m.day - 30) AS median FROM most m),
    found AS (
      SELECT s.scope, lower(u.user_name) AS subject, least(c.rows, 2147483647)::int AS events, coalesce(c.median, 0)::int AS others,
             o.name AS organisation, c.day::timestamp AT TIME ZONE 'UTC' AS since,
             row_number() OVER (PARTITION BY s.scope ORDER BY c.rows DESC, u.user_name) AS place
        FROM compared c JOIN users u USING (user_id) JOIN organisations o USING (organisation_id)
       CROSS JOIN LATERAL (VALUES (${sql.lit(all)}), (o.organisation_id::text)) s (scope)
       WHERE c.rows >= ${sql.lit(TIMES_MEDIAN)} * coalesce(c.median, 0))
    SELECT 'personalData' AS kind, scope, subject, events, others, organisation, since FROM found
     WHERE place <= ${sql.lit(maxOfScope)} ORDER BY scope, place`.execute(queries);
  return rows;
}
