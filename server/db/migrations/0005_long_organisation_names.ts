/** Names of organisations have no length bound, but a row of an index has one (2,704 bytes): equal names are found by a digest. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `convert_to` is declared stable; from text to UTF-8 it always gives the same bytes.
  await sql`CREATE FUNCTION digest_of(value text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
              AS $$ SELECT sha256(convert_to(value, 'UTF8')) $$`.execute(db);
  await sql`DROP INDEX organisations_name`.execute(db);
  await sql`CREATE UNIQUE INDEX organisations_name ON organisations (digest_of(name_key))`.execute(db);
}
