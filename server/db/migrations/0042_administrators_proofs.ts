/**
 * A session knows whether the second factor was proven in it, beside how its login was; a key may be bound to addresses. Keys of owners with
 * an administrative role end 90 days from now at the latest.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `ALTER TABLE sessions ADD COLUMN second_factor_proven boolean NOT NULL DEFAULT false`,
  `ALTER TABLE api_keys ADD COLUMN source_addresses text[] NOT NULL DEFAULT '{}'`,
  `UPDATE api_keys SET expires_at = now() + interval '90 days'
    WHERE (expires_at IS NULL OR expires_at > now() + interval '90 days')
      AND user_id IN (SELECT user_id FROM users WHERE roles && '{SubscriberAdministration,SystemAdministration,Support}')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
