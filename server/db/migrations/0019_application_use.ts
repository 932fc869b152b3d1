/** How often applications are entered, and when by whom: counted with the sign-in, as the audit may be kept for less long. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE application_days (
     application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
     -- UTC
     day date NOT NULL,
     sign_ins integer NOT NULL,
     PRIMARY KEY (application_id, day)
   )`,
  `CREATE TABLE application_users (
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
     last_used_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, application_id)
   )`,
  `CREATE INDEX application_users_application ON application_users (application_id)`,
];
