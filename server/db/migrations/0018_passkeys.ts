/** Passkeys (WebAuthn credentials), the challenges that wait for an answer, and which passkey opened a session. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE passkeys (
    passkey_id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    credential_id text NOT NULL,
    -- COSE
    public_key bytea NOT NULL,
    -- the authenticator's signature counter; 0 for one that does not count
    sign_count bigint NOT NULL,
    -- whether it may be synced, which never changes, and whether it is
    backup_eligible boolean NOT NULL,
    backed_up boolean NOT NULL,
    transports text[] NOT NULL,
    name text NOT NULL,
    device text NOT NULL,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz
  )`.execute(db);
  await sql`CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id)`.execute(db);
  await sql`CREATE INDEX passkeys_user ON passkeys (user_id)`.execute(db);
  await sql`CREATE TABLE passkey_challenges (
    challenge_hash bytea PRIMARY KEY,
    -- of the cookie of the browser that asked
    browser_hash bytea NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('register', 'login', 'stepUp')),
    user_id uuid REFERENCES users ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX passkey_challenges_browser ON passkey_challenges (browser_hash)`.execute(db);
  await sql`CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN passkey_id uuid REFERENCES passkeys ON DELETE SET NULL`.execute(db);
  await sql`CREATE INDEX sessions_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL`.execute(db);
}
