/** First answers of calls with an `Idempotency-Key`; tickets too, whose column is written by the programs before this one only. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE idempotency_keys (
    -- user ID of the caller; 'anonymous' for all who are not logged in
    owner text NOT NULL,
    key uuid NOT NULL,
    -- SHA-256 of the call
    fingerprint bytea NOT NULL,
    -- written in the transaction that inserts the row
    reply jsonb,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (owner, key)
  )`,
  `CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at)`,
];
