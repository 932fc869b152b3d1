-- Credentials of users, and what a sign-in leaves behind.

-- WebAuthn credentials.
CREATE TABLE passkeys (
  passkey_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL,
  public_key bytea NOT NULL, -- COSE
  sign_count bigint NOT NULL, -- 0: the authenticator does not count
  backup_eligible boolean, -- may be synced, which never changes; null: comes from another system, and its first use will tell
  backed_up boolean NOT NULL, -- is synced
  transports text[] NOT NULL,
  name text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  user_handle text -- of the system that has made it, in base64url; null: the user id
);
CREATE UNIQUE INDEX passkeys_credential ON passkeys (credential_id);
CREATE INDEX passkeys_user ON passkeys (user_id);

CREATE FUNCTION passkey_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE users SET has_passkey = true WHERE user_id = NEW.user_id AND NOT has_passkey;
  RETURN NULL;
END $$;
-- Locks the user first: of two deletions at once, the second sees what the first has left.
CREATE FUNCTION passkey_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM users WHERE user_id = OLD.user_id FOR UPDATE;
  UPDATE users SET has_passkey = false
    WHERE user_id = OLD.user_id AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = OLD.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER passkeys_added AFTER INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION passkey_added();
CREATE TRIGGER passkeys_deleted AFTER DELETE ON passkeys FOR EACH ROW EXECUTE FUNCTION passkey_deleted();

-- WebAuthn challenges that wait for an answer.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL, -- of the cookie of the browser that asked
  purpose text NOT NULL CHECK (purpose IN ('register', 'login', 'stepUp')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_browser ON passkey_challenges (browser_hash);
CREATE INDEX passkey_challenges_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;

-- Those with an end were issued by an administrator for one login.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE password_history (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX password_history_user ON password_history (user_id, created_at);

CREATE TABLE api_keys (
  key_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (fold(name)) STORED,
  prefix text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  claims text[] NOT NULL DEFAULT '{}',
  source_addresses text[] NOT NULL DEFAULT '{}', -- addresses and networks that it is accepted from; empty: any
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz
);
CREATE UNIQUE INDEX api_keys_name ON api_keys (user_id, name_key);

CREATE TABLE sessions (
  session_id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE, -- SHA-256 of the cookie's token, which is stored nowhere
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('full', 'pending')),
  remember boolean NOT NULL DEFAULT false,
  ip text,
  user_agent text,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  idle_ms bigint NOT NULL,

  methods text[] NOT NULL DEFAULT '{}', -- how the user logged in, as values of amr (RFC 8176); empty while impersonating
  passkey_id uuid REFERENCES passkeys ON DELETE SET NULL, -- opened it
  authenticated_at timestamptz NOT NULL, -- the last proof of identity, for step-up
  second_factor_proven boolean NOT NULL DEFAULT false, -- since the login, by a proof of identity
  provider_factor_proven boolean NOT NULL DEFAULT false, -- the same by the word of an identity provider
  proof_failures integer NOT NULL DEFAULT 0,
  proof_locked_until timestamptz,
  -- The token before the last proof of identity, which calls that were on their way still bring, and its own proof.
  former_token_hash bytea,
  former_until timestamptz,
  former_authenticated_at timestamptz,

  return_url text, -- of a pending sign-in
  mfa_failures integer NOT NULL DEFAULT 0,
  mfa_candidate text, -- an authenticator's key that is being enrolled, in force only after a right code
  mfa_candidate_at timestamptz,
  logout_state jsonb, -- of a logout that an application asked for, until the user confirms it

  impersonator_id uuid REFERENCES users ON DELETE CASCADE,
  kept_session_id uuid REFERENCES sessions ON DELETE CASCADE, -- the administrator's own: when it ends, this one ends
  impersonation_reason text,
  impersonation_since timestamptz,
  impersonation_access text NOT NULL DEFAULT 'act' CHECK (impersonation_access IN ('read', 'act'))
);
CREATE UNIQUE INDEX sessions_former_token ON sessions (former_token_hash) WHERE former_token_hash IS NOT NULL;
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);
CREATE INDEX sessions_impersonator ON sessions (impersonator_id) WHERE impersonator_id IS NOT NULL;
CREATE INDEX sessions_passkey ON sessions (passkey_id) WHERE passkey_id IS NOT NULL;

-- Links sent by mail.
CREATE TABLE links (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  data jsonb,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX links_user ON links (user_id, purpose);

-- Permissions that a link has earned, for one step. The link is used up by that step, not by being opened.
CREATE TABLE grants (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  link_hash bytea REFERENCES links ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (purpose <> 'recovery' OR link_hash IS NOT NULL)
);
CREATE INDEX grants_user ON grants (user_id);
CREATE INDEX grants_link ON grants (link_hash);

-- Browsers that need no second factor for a while.
CREATE TABLE remembered_browsers (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX remembered_browsers_user ON remembered_browsers (user_id);

-- Browsers that a user has logged in with; their failures are counted apart, so that strangers cannot lock them out.
CREATE TABLE known_browsers (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  last_failed_at timestamptz,
  locked_until timestamptz,
  PRIMARY KEY (browser_hash, user_id)
);
CREATE INDEX known_browsers_user ON known_browsers (user_id);

-- User names that do not exist: they are locked as those that do.
CREATE TABLE unknown_sign_ins (
  name_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  locked_until timestamptz,
  asked_until timestamptz -- until when another question to the former system about this name waits
);
