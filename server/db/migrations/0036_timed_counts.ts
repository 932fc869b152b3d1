/** Numbers of users that change with time alone, which a job counts, so that the overview does not count them in each request. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE timed_counts (
      -- 'all', which each run writes, or the id of an organisation
      scope text PRIMARY KEY,
      counted_at timestamptz NOT NULL,
      logged_in integer NOT NULL,
      sessions integer NOT NULL,
      dormant integer NOT NULL
    )`.execute(db);
}
