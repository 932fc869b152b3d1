-- What users save: views of the users list, and reports of the audit with their exports.

CREATE TABLE views (
  view_id uuid PRIMARY KEY,
  owner_id uuid REFERENCES users ON DELETE SET NULL, -- null: a shared view whose owner was deleted or moved to another organisation
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED,
  content jsonb NOT NULL, -- filter, search, sort, conditions and columns, as the contract has them
  visibility text NOT NULL CHECK (visibility IN ('private', 'organisation')),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX views_name ON views (owner_id, name_key);
CREATE INDEX views_shared ON views (organisation_id) WHERE visibility = 'organisation';

-- The view that an organisation's users list opens with.
CREATE TABLE default_views (
  organisation_id uuid PRIMARY KEY REFERENCES organisations,
  view_id uuid NOT NULL REFERENCES views ON DELETE CASCADE
);
CREATE UNIQUE INDEX default_views_view ON default_views (view_id);

-- Private views go with their owner, shared ones stay where they are used. By triggers, as users are moved and deleted in several ways.
CREATE FUNCTION owner_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM views WHERE owner_id = OLD.user_id AND visibility = 'private';
  RETURN OLD;
END $$;
CREATE FUNCTION owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE views SET owner_id = NULL WHERE owner_id = NEW.user_id AND visibility = 'organisation';
  UPDATE views SET organisation_id = NEW.organisation_id WHERE owner_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_deleted_views BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION owner_deleted();
CREATE TRIGGER users_moved_views AFTER UPDATE OF organisation_id ON users FOR EACH ROW
  WHEN (OLD.organisation_id IS DISTINCT FROM NEW.organisation_id) EXECUTE FUNCTION owner_moved();

-- Saved reports of the audit.
CREATE TABLE reports (
  report_id uuid PRIMARY KEY,
  owner_id uuid REFERENCES users ON DELETE SET NULL, -- null: a shared report whose owner was deleted or moved to another organisation
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED,
  content jsonb NOT NULL, -- filters, range, format and time zone, as the contract has them
  visibility text NOT NULL CHECK (visibility IN ('private', 'organisation')),
  schedule jsonb, -- null: not mailed
  next_at timestamptz,
  stopped_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (next_at IS NULL OR schedule IS NOT NULL)
);
CREATE UNIQUE INDEX reports_name ON reports (owner_id, name_key);
CREATE INDEX reports_shared ON reports (organisation_id) WHERE visibility = 'organisation';
CREATE INDEX reports_due ON reports (next_at) WHERE next_at IS NOT NULL;

-- As of views; a report whose owner is gone is not mailed.
CREATE FUNCTION report_owner_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM reports WHERE owner_id = OLD.user_id AND visibility = 'private';
  UPDATE reports SET schedule = NULL, next_at = NULL WHERE owner_id = OLD.user_id;
  RETURN OLD;
END $$;
CREATE FUNCTION report_owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE reports SET owner_id = NULL, schedule = NULL, next_at = NULL
    WHERE owner_id = NEW.user_id AND visibility = 'organisation';
  UPDATE reports SET organisation_id = NEW.organisation_id WHERE owner_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_deleted_reports BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION report_owner_deleted();
CREATE TRIGGER users_moved_reports AFTER UPDATE OF organisation_id ON users FOR EACH ROW
  WHEN (OLD.organisation_id IS DISTINCT FROM NEW.organisation_id) EXECUTE FUNCTION report_owner_moved();

-- Exports of the audit. Files are not kept: each is streamed anew.
CREATE TABLE audit_exports (
  export_id uuid PRIMARY KEY,
  report_id uuid REFERENCES reports ON DELETE SET NULL,
  name text, -- of the report; null: of the audit report itself
  cause text NOT NULL CHECK (cause IN ('person', 'schedule')),
  requested_by uuid REFERENCES users ON DELETE SET NULL, -- null: the account is gone
  actor text NOT NULL,
  on_behalf_of text,
  organisation_id uuid NOT NULL REFERENCES organisations, -- of the requester at that time
  at timestamptz NOT NULL,
  content jsonb NOT NULL, -- filters, ends of the range, format and time zone
  seal_head text,
  expires_at timestamptz NOT NULL,
  -- Of the file as it was last read to its end.
  finished_at timestamptz,
  events bigint,
  bytes bigint,
  sha256 text
);
CREATE INDEX audit_exports_organisation ON audit_exports (organisation_id, at, export_id);
CREATE INDEX audit_exports_requested_by ON audit_exports (requested_by);
CREATE INDEX audit_exports_report ON audit_exports (report_id);
CREATE INDEX audit_exports_at ON audit_exports (at, export_id);

CREATE TABLE audit_digests (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  week date NOT NULL -- its Monday; the digest of the week before was sent, or none was wanted yet
);
