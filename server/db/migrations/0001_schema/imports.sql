-- People who come from other systems, with their passwords and second factors.

CREATE TABLE imports (
  import_id uuid PRIMARY KEY,
  source text NOT NULL, -- the system, as the file's content says
  file_name text NOT NULL,
  sheet text, -- of a workbook, the one that was read
  choices jsonb NOT NULL, -- roles, organisations and what else was chosen
  -- reading: its rows are being stored; ready: they are, and nothing has been changed
  state text NOT NULL DEFAULT 'reading' CHECK (state IN (
    'reading', 'ready', 'running', 'paused', 'done', 'cancelled', 'undoing', 'undone')),
  requested_by uuid, -- null: the operator
  author_ids uuid[] NOT NULL DEFAULT '{}', -- administrators who have read, chosen, started or resumed it: sponsors of its accounts
  requested_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz
);
CREATE INDEX imports_unfinished ON imports (state) WHERE state IN ('running', 'undoing');

-- What the file has, in its order. Rows are deleted when the import can't be undone any more.
CREATE TABLE import_rows (
  import_id uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  place integer NOT NULL, -- from 1
  line integer NOT NULL, -- of the file
  person jsonb NOT NULL, -- what comes; empty for a row that can't be read
  secrets text, -- encrypted: the hash, the authenticator's key, hashes of recovery codes; null once the row is done
  notices jsonb NOT NULL DEFAULT '[]', -- what does not come, or otherwise
  refusal text, -- code of why the person does not come
  -- unchanged: an import has made the user before; kept: the user has logged in since, and is not taken back
  outcome text CHECK (outcome IN ('created', 'unchanged', 'refused', 'undone', 'kept')),
  user_id uuid,
  PRIMARY KEY (import_id, place)
);
CREATE INDEX import_rows_open ON import_rows (import_id, place) WHERE outcome IS NULL;
CREATE INDEX import_rows_created ON import_rows (import_id, place) WHERE outcome = 'created';

CREATE TABLE imported_users (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  import_id uuid, -- null: the user came at an own log-in
  former_id text NOT NULL, -- the system, and what it called the user
  imported_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX imported_users_former ON imported_users (digest_of(former_id));
