/** Failures of a proof within a session, and of a browser that has logged in before, have counters of their own. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions
    ADD COLUMN proof_failures integer NOT NULL DEFAULT 0,
    ADD COLUMN proof_locked_until timestamptz`.execute(db);
  await sql`ALTER TABLE known_browsers
    ADD COLUMN failures integer NOT NULL DEFAULT 0,
    ADD COLUMN last_failed_at timestamptz,
    ADD COLUMN locked_until timestamptz`.execute(db);
}
