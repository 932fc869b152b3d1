/** What an administrator may do while impersonating: only read, or act as the user. Running ones go on acting. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sessions ADD COLUMN impersonation_access text NOT NULL DEFAULT 'act'
    CHECK (impersonation_access IN ('read', 'act'))`.execute(db);
}
