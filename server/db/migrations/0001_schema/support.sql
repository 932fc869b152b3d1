-- Support tickets and their files.

CREATE TABLE tickets (
  ticket_id uuid PRIMARY KEY,
  ticket_number text NOT NULL UNIQUE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  fields jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

-- The content is here, or an encrypted object of the bucket.
CREATE TABLE attachments (
  attachment_id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL,
  content bytea,
  object_id uuid,
  object_key text, -- decrypts the object; encrypted by the keyring
  CHECK ((object_id IS NULL) = (object_key IS NULL)),
  CHECK ((object_id IS NULL) = (content IS NOT NULL))
);
CREATE INDEX attachments_ticket ON attachments (ticket_id);
CREATE INDEX attachments_in_store ON attachments (object_id) WHERE object_id IS NOT NULL;

-- Objects to be removed from the bucket; also uploads, which end so unless their row is committed.
CREATE TABLE file_removals (
  object_id uuid PRIMARY KEY,
  due_at timestamptz NOT NULL,
  is_uploading boolean NOT NULL
);
CREATE INDEX file_removals_due ON file_removals (due_at);

-- A row that loses its object notes it, whatever deletes the row.
CREATE FUNCTION note_file_removal() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO file_removals (object_id, due_at, is_uploading) VALUES (OLD.object_id, '-infinity', false)
    ON CONFLICT (object_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER attachments_deleted AFTER DELETE ON attachments FOR EACH ROW WHEN (OLD.object_id IS NOT NULL)
  EXECUTE FUNCTION note_file_removal();
CREATE TRIGGER attachments_moved AFTER UPDATE ON attachments FOR EACH ROW
  WHEN (OLD.object_id IS NOT NULL AND OLD.object_id IS DISTINCT FROM NEW.object_id) EXECUTE FUNCTION note_file_removal();
