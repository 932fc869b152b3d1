-- Support tickets, what the desk did with them, and their files.

CREATE TABLE tickets (
  ticket_id uuid PRIMARY KEY,
  ticket_number text NOT NULL UNIQUE,
  user_id uuid REFERENCES users ON DELETE SET NULL, -- who was logged in, else whose address is in the form
  organisation_id uuid REFERENCES organisations, -- of the user when the ticket was sent; null: of nobody known
  sent_by uuid REFERENCES users ON DELETE SET NULL, -- who was logged in: the user, or who acted as them; null: nobody
  fields jsonb NOT NULL,
  assigned_to uuid REFERENCES users ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  link_hash bytea NOT NULL UNIQUE, -- of the mailed link that shows the state
  created_at timestamptz NOT NULL,
  answered_at timestamptz, -- the last time; null: waits for an answer
  closed_at timestamptz, -- null: open
  search_text text GENERATED ALWAYS AS (
    search_key(ticket_number || ' ' || coalesce(fields ->> 'Email', '') || ' ' || coalesce(fields ->> 'Username', '') || ' '
      || coalesce(fields ->> 'CaseIdOrPortfolioName', '') || ' ' || coalesce(fields ->> 'IssueDescription', ''))
  ) STORED
);
CREATE INDEX tickets_created ON tickets (created_at);
CREATE INDEX tickets_organisation ON tickets (organisation_id, created_at);
CREATE INDEX tickets_user ON tickets (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX tickets_assigned ON tickets (assigned_to) WHERE assigned_to IS NOT NULL;
CREATE INDEX tickets_search ON tickets USING gin (search_text gin_trgm_ops);

-- What was done with a ticket since it was sent.
CREATE TABLE ticket_entries (
  entry_id uuid PRIMARY KEY,
  ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
  at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('answer', 'note', 'assigned', 'closed', 'reopened')),
  author_id uuid REFERENCES users ON DELETE SET NULL,
  assigned_to uuid REFERENCES users ON DELETE SET NULL, -- of kind "assigned"; null also where nobody is
  text text, -- of answers and notes
  CHECK ((text IS NOT NULL) = (kind IN ('answer', 'note')))
);
CREATE INDEX ticket_entries_ticket ON ticket_entries (ticket_id, at);

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
