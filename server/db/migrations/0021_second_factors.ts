/**
 * `users.mfa_enrolled` tells of a second factor, authenticator or passkey. The database keeps it in the row, in the transaction of the
 * change, so that lists and counts find it in the indexes they read anyway.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE users ADD COLUMN has_passkey boolean NOT NULL DEFAULT false`,
  // Rows and indexes stay as they are: a generated column with another expression would write all of them anew.
  `ALTER TABLE users ALTER COLUMN mfa_enrolled DROP EXPRESSION`,
  `ALTER TABLE users ALTER COLUMN mfa_enrolled SET DEFAULT false`,
  `CREATE FUNCTION set_mfa_enrolled() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     NEW.mfa_enrolled := NEW.mfa_enrolled_at IS NOT NULL OR NEW.has_passkey;
     RETURN NEW;
   END $$`,
  `CREATE TRIGGER users_enrolled BEFORE INSERT ON users FOR EACH ROW
     WHEN (NEW.mfa_enrolled_at IS NOT NULL OR NEW.has_passkey) EXECUTE FUNCTION set_mfa_enrolled()`,
  `CREATE TRIGGER users_enrolment BEFORE UPDATE OF mfa_enrolled_at, has_passkey ON users FOR EACH ROW EXECUTE FUNCTION set_mfa_enrolled()`,

  `CREATE FUNCTION passkey_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE users SET has_passkey = true WHERE user_id = NEW.user_id AND NOT has_passkey;
     RETURN NULL;
   END $$`,
  // Locked first: of two deletions at once, the second sees what the first has left.
  `CREATE FUNCTION passkey_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     PERFORM FROM users WHERE user_id = OLD.user_id FOR UPDATE;
     UPDATE users SET has_passkey = false
       WHERE user_id = OLD.user_id AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = OLD.user_id);
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER passkeys_added AFTER INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION passkey_added()`,
  `CREATE TRIGGER passkeys_deleted AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION passkey_deleted()`,
  `UPDATE users SET has_passkey = true WHERE user_id IN (SELECT user_id FROM passkeys)`,
];
