/** Sponsors of accounts; what a request would do, and when approvers were mailed of it. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE sponsorships (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    -- without a foreign key: the account of a sponsor may be gone
    sponsor_id uuid NOT NULL,
    sponsored_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, sponsor_id)
  )`,
  `CREATE INDEX sponsorships_time ON sponsorships (sponsored_at)`,
  `ALTER TABLE approval_requests ADD COLUMN effects text[] NOT NULL DEFAULT '{}', ADD COLUMN notified_at timestamptz`,
];
