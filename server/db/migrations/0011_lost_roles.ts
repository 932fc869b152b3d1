/** Roles that users have lost, and when: for a day the rules that protect administrators go on counting them. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE lost_roles (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    role_name text NOT NULL,
    lost_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, role_name)
  )`.execute(db);
  // The database records it itself, so that no way of taking a role (roles screen, sync, a statement by hand) forgets to.
  await sql`CREATE FUNCTION record_lost_roles() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO lost_roles (user_id, role_name, lost_at)
      SELECT NEW.user_id, role_name, now() FROM (SELECT unnest(OLD.roles) EXCEPT SELECT unnest(NEW.roles)) lost (role_name)
      ON CONFLICT (user_id, role_name) DO UPDATE SET lost_at = EXCLUDED.lost_at;
    RETURN NULL;
  END $$`.execute(db);
  await sql`CREATE TRIGGER users_lose_roles AFTER UPDATE OF roles ON users FOR EACH ROW
    WHEN (NOT OLD.roles <@ NEW.roles) EXECUTE FUNCTION record_lost_roles()`.execute(db);
}
