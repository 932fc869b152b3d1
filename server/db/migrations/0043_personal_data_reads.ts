/** How many rows of personal data a person was given in a day (UTC), for a limit and for what is unusual. Kept for the days that are compared. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE personal_data_reads (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    day date NOT NULL,
    rows bigint NOT NULL,
    PRIMARY KEY (user_id, day)
  )`,
  `CREATE INDEX personal_data_reads_day ON personal_data_reads (day)`,
];
