/** What a job has found unusual among the events of the last 24 hours, so that the overview does not search for it in each request. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE unusual_findings (
      -- 'all', which each run writes, or the id of an organisation with findings
      scope text PRIMARY KEY,
      found_at timestamptz NOT NULL,
      -- as the contract has them, in their order
      findings jsonb NOT NULL
    )`.execute(db);
}
