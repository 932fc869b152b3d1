/** Room for the token that a session had before its last proof of identity. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions
    -- calls that were on their way when the token changed still bring this one
    ADD former_token_hash bytea,
    ADD former_until timestamptz,
    -- the proof of identity that it stood for: the new one is none of its own
    ADD former_authenticated_at timestamptz`.execute(db);
  await sql`CREATE UNIQUE INDEX sessions_former_token ON sessions (former_token_hash) WHERE former_token_hash IS NOT NULL`.execute(
    db,
  );
}
