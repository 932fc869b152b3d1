/** Who asked for a change of an e-mail address, and when; requests that wait for a second system administrator. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a foreign key: administrators who change each other's accounts at once would lock each other's rows crosswise.
  await sql`ALTER TABLE users ADD pending_email_by uuid, ADD pending_email_at timestamptz`.execute(db);
  await sql`CREATE TABLE approvals (
    action text NOT NULL,
    target_user_id uuid NOT NULL,
    requested_by uuid NOT NULL,
    -- what exactly: the new address, the kind of reset
    detail text NOT NULL,
    requested_at timestamptz NOT NULL,
    PRIMARY KEY (action, target_user_id, requested_by)
  )`.execute(db);
}
