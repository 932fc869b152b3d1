/** Seals of the audit name the key of their HMAC; a process that knows nothing of it goes on writing unkeyed ones. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE audit_seals ADD COLUMN key_id text`.execute(db);
}
