/** A grant knows the link it was earned with, so that the link is spent by what the grant was for and not by being opened. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The links of earlier grants are spent; the grants themselves expire within ten minutes.
  await sql`DELETE FROM grants WHERE purpose = 'recovery'`.execute(db);
  await sql`ALTER TABLE grants ADD COLUMN link_hash bytea REFERENCES links ON DELETE CASCADE`.execute(db);
  await sql`CREATE INDEX grants_link ON grants (link_hash)`.execute(db);
  await sql`ALTER TABLE grants ADD CHECK (purpose <> 'recovery' OR link_hash IS NOT NULL)`.execute(db);
}
