/** Applications that a proxy guards with `Login/Check` stand beside those that sign in by OpenID Connect; they have no credentials. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE applications
     ADD COLUMN kind text NOT NULL DEFAULT 'openid' CHECK (kind IN ('openid', 'guarded')),
     DROP CONSTRAINT applications_check,
     ADD CONSTRAINT applications_credentials CHECK (
       num_nonnulls(secret_hash, jwks) = CASE kind WHEN 'openid' THEN 1 ELSE 0 END)`,
];
