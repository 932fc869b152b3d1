/** Saved reports of the audit, the list of its exports, and whose audit digest was sent when. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE reports (
    report_id uuid PRIMARY KEY,
    -- null: a shared report whose owner was deleted or moved to another organisation
    owner_id uuid REFERENCES users ON DELETE SET NULL,
    organisation_id uuid NOT NULL REFERENCES organisations,
    name text NOT NULL,
    name_key text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED,
    -- filters, range, format and time zone, as the contract has them
    content jsonb NOT NULL,
    visibility text NOT NULL CHECK (visibility IN ('private', 'organisation')),
    -- null: not mailed
    schedule jsonb,
    next_at timestamptz,
    stopped_at timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    CHECK (next_at IS NULL OR schedule IS NOT NULL)
  )`,
  `CREATE UNIQUE INDEX reports_name ON reports (owner_id, name_key)`,
  `CREATE INDEX reports_shared ON reports (organisation_id) WHERE visibility = 'organisation'`,
  `CREATE INDEX reports_due ON reports (next_at) WHERE next_at IS NOT NULL`,
  `CREATE TABLE audit_exports (
    export_id uuid PRIMARY KEY,
    report_id uuid REFERENCES reports ON DELETE SET NULL,
    -- of the report; null: of the audit report itself
    name text,
    cause text NOT NULL CHECK (cause IN ('person', 'schedule')),
    -- null: the account is gone
    requested_by uuid REFERENCES users ON DELETE SET NULL,
    actor text NOT NULL,
    on_behalf_of text,
    -- of the requester at that time
    organisation_id uuid NOT NULL REFERENCES organisations,
    at timestamptz NOT NULL,
    -- filters, ends of the range, format and time zone
    content jsonb NOT NULL,
    seal_head text,
    expires_at timestamptz NOT NULL,
    -- of the file as it was last read to its end
    finished_at timestamptz,
    events bigint,
    bytes bigint,
    sha256 text
  )`,
  `CREATE INDEX audit_exports_organisation ON audit_exports (organisation_id, at, export_id)`,
  `CREATE INDEX audit_exports_requested_by ON audit_exports (requested_by)`,
  `CREATE INDEX audit_exports_report ON audit_exports (report_id)`,
  `CREATE INDEX audit_exports_at ON audit_exports (at, export_id)`,
  `CREATE TABLE audit_digests (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    -- its Monday; the digest of the week before was sent, or none was wanted yet
    week date NOT NULL
  )`,

  // Private reports go with their owner, shared ones stay where they are used; nobody is mailed any more. By triggers, as users are
  // moved and deleted in several ways.
  `CREATE FUNCTION report_owner_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM reports WHERE owner_id = OLD.user_id AND visibility = 'private';
     UPDATE reports SET schedule = NULL, next_at = NULL WHERE owner_id = OLD.user_id;
     RETURN OLD;
   END $$`,
  `CREATE FUNCTION report_owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE reports SET owner_id = NULL, schedule = NULL, next_at = NULL
      WHERE owner_id = NEW.user_id AND visibility = 'organisation';
     UPDATE reports SET organisation_id = NEW.organisation_id WHERE owner_id = NEW.user_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_deleted_reports BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION report_owner_deleted()`,
  `CREATE TRIGGER users_moved_reports AFTER UPDATE OF organisation_id ON users FOR EACH ROW
     WHEN (OLD.organisation_id IS DISTINCT FROM NEW.organisation_id) EXECUTE FUNCTION report_owner_moved()`,
];
