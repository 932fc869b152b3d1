/** Files may be kept in a store outside of the database. What has to be removed there is noted until it is done. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE attachments ALTER COLUMN content DROP NOT NULL`,
  `CREATE TABLE file_removals (
     file_id uuid PRIMARY KEY,
     due_at timestamptz NOT NULL,
     is_uploading boolean NOT NULL DEFAULT false
   )`,
  `CREATE INDEX file_removals_due ON file_removals (due_at)`,
  `CREATE FUNCTION note_file_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO file_removals (file_id, due_at) VALUES (OLD.attachment_id, '-infinity')
     ON CONFLICT (file_id) DO UPDATE SET due_at = '-infinity', is_uploading = false;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER attachments_deleted AFTER DELETE ON attachments FOR EACH ROW WHEN (OLD.content IS NULL)
     EXECUTE FUNCTION note_file_removal()`,
];
