/**
 * Files may be kept outside of the database, encrypted as objects of a store. Objects that have to be removed there are noted until it
 * is done: a row that loses its object notes it, whatever deletes the row.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE attachments ALTER COLUMN content DROP NOT NULL,
     ADD COLUMN object_id uuid,
     ADD COLUMN object_key text,
     ADD CHECK ((object_id IS NULL) = (object_key IS NULL)),
     ADD CHECK ((object_id IS NULL) = (content IS NOT NULL))`,
  `CREATE INDEX attachments_in_store ON attachments (object_id) WHERE object_id IS NOT NULL`,
  `CREATE TABLE file_removals (
     object_id uuid PRIMARY KEY,
     due_at timestamptz NOT NULL,
     is_uploading boolean NOT NULL
   )`,
  `CREATE INDEX file_removals_due ON file_removals (due_at)`,
  `CREATE FUNCTION note_file_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO file_removals (object_id, due_at, is_uploading) VALUES (OLD.object_id, '-infinity', false)
     ON CONFLICT (object_id) DO NOTHING;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER attachments_deleted AFTER DELETE ON attachments FOR EACH ROW WHEN (OLD.object_id IS NOT NULL)
     EXECUTE FUNCTION note_file_removal()`,
  `CREATE TRIGGER attachments_moved AFTER UPDATE ON attachments FOR EACH ROW
     WHEN (OLD.object_id IS NOT NULL AND OLD.object_id IS DISTINCT FROM NEW.object_id) EXECUTE FUNCTION note_file_removal()`,
];
