/** Reads the database as a dump would contain it. */
import type { TestDatabase } from './database.ts';

/** All rows of all tables as text. */
export async function dump(database: TestDatabase): Promise<string> {
  const names = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const tables = await Promise.all(
    names.map(({ name }) => database.query<{ line: string }>(`SELECT to_jsonb(t)::text AS line FROM ${name} t`)),
  );
  return tables.flatMap((rows) => rows.map(({ line }) => line)).join('\n');
}

/** Values that should be encrypted and are not. */
export const findClearText = (database: TestDatabase) =>
  database.query(
    `SELECT mfa_secret FROM users WHERE mfa_secret IS NOT NULL AND mfa_secret NOT LIKE 'enc:v1:%'
     UNION ALL SELECT private_key FROM oidc_keys WHERE private_key NOT LIKE 'enc:v1:%'
     UNION ALL SELECT private_key FROM saml_keys WHERE private_key NOT LIKE 'enc:v1:%'
     UNION ALL SELECT value FROM settings WHERE key = 'secret' AND value NOT LIKE 'enc:v1:%'`,
  );
