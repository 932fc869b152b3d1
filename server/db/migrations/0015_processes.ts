/** A row for each running server process, which it writes to find out whether writing works. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE processes (process_id uuid PRIMARY KEY, seen_at timestamptz NOT NULL)`.execute(db);
}
