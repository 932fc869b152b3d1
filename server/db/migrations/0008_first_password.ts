/** Whether a password was chosen by an administrator and has to be changed. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD password_must_change boolean NOT NULL DEFAULT false`.execute(db);
}
