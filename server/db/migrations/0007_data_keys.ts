/** The keys that encrypt secrets in the database, themselves encrypted by a key outside of it. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE data_keys (
    key_id text PRIMARY KEY,
    purpose text NOT NULL CHECK (purpose IN ('text', 'audit')),
    wrapped text NOT NULL,
    created_at timestamptz NOT NULL,
    retired_at timestamptz,
    -- everything is encrypted under it
    settled_at timestamptz
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX data_keys_current ON data_keys (purpose) WHERE retired_at IS NULL`.execute(db);
}
