/** A ticket that was sent again because its answer was lost, or the sending cancelled, is the same ticket. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE tickets ADD COLUMN idempotency_key uuid`,
  `CREATE UNIQUE INDEX tickets_idempotency_key ON tickets (idempotency_key) WHERE idempotency_key IS NOT NULL`,
];
