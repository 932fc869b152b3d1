/** Saved views of the users list, and the one that each organisation's list opens with. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE views (
    view_id uuid PRIMARY KEY,
    -- null: a shared view whose owner was deleted or moved to another organisation
    owner_id uuid REFERENCES users ON DELETE SET NULL,
    organisation_id uuid NOT NULL REFERENCES organisations,
    name text NOT NULL,
    name_key text GENERATED ALWAYS AS (lower(normalize(name, NFKC))) STORED,
    -- filter, search, sort, conditions and columns, as the contract has them
    content jsonb NOT NULL,
    visibility text NOT NULL CHECK (visibility IN ('private', 'organisation')),
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  `CREATE UNIQUE INDEX views_name ON views (owner_id, name_key)`,
  `CREATE INDEX views_shared ON views (organisation_id) WHERE visibility = 'organisation'`,
  `CREATE TABLE default_views (
    organisation_id uuid PRIMARY KEY REFERENCES organisations,
    view_id uuid NOT NULL REFERENCES views ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX default_views_view ON default_views (view_id)`,

  // Private views go with their owner, shared ones stay where they are used. By triggers, as users are moved and deleted in several ways.
  `CREATE FUNCTION owner_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM views WHERE owner_id = OLD.user_id AND visibility = 'private';
     RETURN OLD;
   END $$`,
  `CREATE FUNCTION owner_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE views SET owner_id = NULL WHERE owner_id = NEW.user_id AND visibility = 'organisation';
     UPDATE views SET organisation_id = NEW.organisation_id WHERE owner_id = NEW.user_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_deleted_views BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION owner_deleted()`,
  `CREATE TRIGGER users_moved_views AFTER UPDATE OF organisation_id ON users FOR EACH ROW
     WHEN (OLD.organisation_id IS DISTINCT FROM NEW.organisation_id) EXECUTE FUNCTION owner_moved()`,
];
