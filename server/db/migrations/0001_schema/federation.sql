-- Log-ins through an organisation's own identity provider, and the domains for which it may speak.

-- Domains of e-mail addresses. Several organisations may claim one; one at most has proven it (DNS TXT), and links by its addresses.
CREATE TABLE domains (
  domain_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL, -- in Unicode and lower case, as in `users.email_key`
  token text NOT NULL, -- expected in DNS
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  checked_at timestamptz,
  found jsonb, -- what the last check found, at which names
  proven_at timestamptz, -- without `verified_at`: another organisation holds the domain, which moves later
  verified_at timestamptz,
  absent_since timestamptz, -- the proof was not there; an error of DNS is no absence
  frozen_at timestamptz, -- absent for too long: no new links
  contested_at timestamptz, -- another organisation has proven it too: no new links
  CHECK (verified_at IS NULL OR proven_at IS NOT NULL)
);
CREATE UNIQUE INDEX domains_organisation ON domains (organisation_id, name);
CREATE UNIQUE INDEX domains_verified ON domains (name) WHERE verified_at IS NOT NULL;
CREATE INDEX domains_name ON domains (name);
CREATE INDEX domains_creator ON domains (created_by) WHERE created_by IS NOT NULL;

-- An organisation's identity provider. What it is trusted with changes only while it is off, so that what was approved is what holds.
CREATE TABLE connections (
  connection_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  kind text NOT NULL CHECK (kind IN ('openid', 'saml')),
  vendor text NOT NULL,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (fold(name)) STORED,
  enabled boolean NOT NULL DEFAULT false,
  issuer text, -- of SAML: the entity id
  client_id text,
  client_secret text, -- encrypted
  -- of SAML: where its metadata is, unless it was pasted, and what the metadata says
  metadata_url text,
  metadata_hash text, -- of pasted metadata, which an approval is for
  metadata_at timestamptz,
  metadata_problem text, -- of the last time that it was fetched
  sso_url text,
  slo_url text,
  slo_by_form boolean NOT NULL DEFAULT false, -- it takes our answer by the binding HTTP-POST alone
  mfa_trust text NOT NULL DEFAULT 'off' CHECK (mfa_trust IN ('off', 'asserted', 'always')),
  mfa_values text[] NOT NULL DEFAULT '{}', -- of amr and acr, or of SAML's context classes
  administrator_mfa boolean NOT NULL DEFAULT false, -- a system administrator trusts its second factor for administrators, too
  matches_directory boolean NOT NULL DEFAULT false, -- its subjects are the external ids of the organisation's directory
  creates_users boolean NOT NULL DEFAULT false,
  groups_claim text DEFAULT 'groups', -- which claim or attribute has the groups of a user; null: none is read
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  enabled_by uuid REFERENCES users ON DELETE SET NULL,
  version integer NOT NULL DEFAULT 1,
  CHECK (NOT enabled OR issuer IS NOT NULL)
);
CREATE UNIQUE INDEX connections_name ON connections (organisation_id, name_key);
CREATE UNIQUE INDEX connections_directory ON connections (organisation_id) WHERE matches_directory;
CREATE INDEX connections_creator ON connections (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX connections_enabler ON connections (enabled_by) WHERE enabled_by IS NOT NULL;

ALTER TABLE scim_groups ADD FOREIGN KEY (connection_id) REFERENCES connections ON DELETE CASCADE;

-- What a SAML provider signs with. While it changes them, it has several.
CREATE TABLE connection_certificates (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  fingerprint text NOT NULL, -- SHA-256, in hexadecimal digits
  pem text NOT NULL,
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  announced_days integer, -- the last mail about its end said that it was this near
  PRIMARY KEY (connection_id, fingerprint)
);

-- Our own key pairs towards SAML providers, for the whole installation: the current one signs, and the next one takes its place.
-- All of them decrypt, a former one for some months.
CREATE TABLE saml_keys (
  key_id uuid PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('current', 'next', 'former')),
  private_key text NOT NULL, -- PKCS #8, encrypted
  certificate text NOT NULL, -- self-signed, in PEM
  fingerprint text NOT NULL, -- SHA-256, in hexadecimal digits
  not_before timestamptz NOT NULL,
  not_after timestamptz NOT NULL,
  replaced_at timestamptz,
  announced_days integer, -- the last mail about its replacement said that it was this near
  CHECK ((state = 'former') = (replaced_at IS NOT NULL))
);
CREATE UNIQUE INDEX saml_keys_state ON saml_keys (state) WHERE state <> 'former';

-- Who a subject of a provider is here. Addresses and names are no part of the key.
CREATE TABLE identities (
  identity_id uuid PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account text, -- what the provider calls the account, for its owner
  created_at timestamptz NOT NULL,
  -- When the owner of the account proved it here, and whether in a session or at a log-in. Null: the directory has named the user, or the
  -- first log-in made the account. Such a link serves no administrator.
  proven_at timestamptz,
  proven_in text CHECK (proven_in IN ('session', 'login')),
  last_login_at timestamptz,
  CHECK ((proven_at IS NULL) = (proven_in IS NULL))
);
CREATE UNIQUE INDEX identities_subject ON identities (connection_id, issuer, subject);
CREATE UNIQUE INDEX identities_account ON identities (connection_id, user_id);
CREATE INDEX identities_user ON identities (user_id);

-- Log-ins on their way. Nonce and code verifier follow from `state`, which is stored nowhere.
CREATE TABLE sso_attempts (
  state_hash bytea PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  -- prove: the provider has said who it is, and the owner of the account that it would be linked with has to prove it
  purpose text NOT NULL CHECK (purpose IN ('login', 'stepUp', 'link', 'test', 'prove')),
  user_id uuid REFERENCES users ON DELETE CASCADE,
  session_id uuid REFERENCES sessions ON DELETE CASCADE,
  verified jsonb, -- of `prove`
  answer jsonb, -- of SAML: what the provider has signed, or that it was refused, until the browser comes for it, which does not show its cookies before
  return_url text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((purpose = 'prove') = (verified IS NOT NULL))
);
CREATE INDEX sso_attempts_connection ON sso_attempts (connection_id);
CREATE INDEX sso_attempts_user ON sso_attempts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sso_attempts_session ON sso_attempts (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX sso_attempts_expiry ON sso_attempts (expires_at);

-- The last 100 of each connection, for its administrators.
CREATE TABLE sso_outcomes (
  outcome_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  at timestamptz NOT NULL,
  purpose text NOT NULL,
  outcome text NOT NULL,
  problem text,
  user_id uuid REFERENCES users ON DELETE CASCADE, -- the claims of an erased user go, too
  begun_by uuid REFERENCES users ON DELETE SET NULL, -- of a dry run
  detail jsonb NOT NULL DEFAULT '{}' -- of a dry run: the claims; else a code of the protocol
);
CREATE INDEX sso_outcomes_connection ON sso_outcomes (connection_id, outcome_id);
CREATE INDEX sso_outcomes_user ON sso_outcomes (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sso_outcomes_begun ON sso_outcomes (begun_by) WHERE begun_by IS NOT NULL;

-- Which sessions end when the provider says so.
CREATE TABLE upstream_sessions (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  subject text NOT NULL,
  sid text
);
CREATE INDEX upstream_sessions_connection ON upstream_sessions (connection_id, subject);

-- Ids of log-out tokens and assertions, each good once.
CREATE TABLE sso_seen (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  message_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (connection_id, message_hash)
);
CREATE INDEX sso_seen_expiry ON sso_seen (expires_at);

-- Whoever is moved to another organisation is no one's in the former's provider any more, by whatever road.
CREATE FUNCTION leave_connections() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM identities WHERE user_id = NEW.user_id;
  DELETE FROM sso_attempts WHERE user_id = NEW.user_id;
  DELETE FROM break_glass_accounts WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_leave_connections AFTER UPDATE OF organisation_id ON users FOR EACH ROW
  WHEN (NEW.organisation_id <> OLD.organisation_id) EXECUTE FUNCTION leave_connections();

-- Accounts that log in with a password and a second factor where the identity provider is required.
CREATE TABLE break_glass_accounts (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations,
  added_by uuid REFERENCES users ON DELETE SET NULL,
  added_at timestamptz NOT NULL
);
CREATE INDEX break_glass_accounts_organisation ON break_glass_accounts (organisation_id);
CREATE INDEX break_glass_accounts_adder ON break_glass_accounts (added_by) WHERE added_by IS NOT NULL;

-- Whether an account for emergencies has logged in since it was named, with a second factor of its own.
CREATE FUNCTION break_glass_tested(account users, added_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT account.enabled AND account.last_login_at > added_at AND (account.mfa_enrolled_at IS NOT NULL
    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = account.user_id AND p.last_used_at > added_at))
$$;

-- Two tested accounts for emergencies are left where the provider is required, whatever disables, moves or resets another one. Deferred,
-- so that it judges the result of a transaction; the lock lets the second of two at once see what the first has done.
CREATE FUNCTION keep_break_glass() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  organisation uuid := OLD.organisation_id;
BEGIN
  IF TG_TABLE_NAME = 'users' AND NOT EXISTS (SELECT FROM break_glass_accounts WHERE user_id = OLD.user_id) THEN RETURN NULL; END IF;
  IF NOT EXISTS (SELECT FROM organisations WHERE organisation_id = organisation AND sso_required) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('break glass ' || organisation::text, 0));
  IF (SELECT count(*) FROM break_glass_accounts b JOIN users u USING (user_id)
       WHERE b.organisation_id = organisation AND break_glass_tested(u, b.added_at)) < 2 THEN
    RAISE EXCEPTION 'too few accounts for emergencies' USING ERRCODE = 'check_violation', CONSTRAINT = 'break_glass_minimum';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER break_glass_accounts_kept AFTER DELETE ON break_glass_accounts DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION keep_break_glass();
CREATE CONSTRAINT TRIGGER users_break_glass_kept AFTER UPDATE OF enabled, mfa_enrolled_at, has_passkey ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.enabled AND NOT NEW.enabled OR OLD.mfa_enrolled AND NOT NEW.mfa_enrolled) EXECUTE FUNCTION keep_break_glass();
