-- Organisations, roles and users.

CREATE TABLE organisations (
  organisation_id uuid PRIMARY KEY,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (fold(name)) STORED,
  mfa_required boolean NOT NULL DEFAULT false,
  approved boolean NOT NULL DEFAULT true,
  house boolean NOT NULL DEFAULT false, -- the operator's own
  four_eyes boolean NOT NULL DEFAULT false, -- what its administrators do to many or to each other needs a second one
  sso_required boolean NOT NULL DEFAULT false, -- its users log in with its identity provider only
  -- The session in which it was required, which goes on: its user reads the result there. Sessions end without being unset here.
  sso_required_in uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX organisations_name ON organisations (digest_of(name_key));
CREATE UNIQUE INDEX organisations_house ON organisations (house) WHERE house;

CREATE TABLE roles (
  role_name text PRIMARY KEY,
  description text NOT NULL,
  administrative boolean NOT NULL
);
INSERT INTO roles (role_name, description, administrative) VALUES
  ('SubscriberAdministration', 'Manages the people of one organisation', true),
  ('SystemAdministration', 'Manages everything', true),
  ('Member', 'Uses the organisation''s applications', false),
  ('Support', 'Answers support tickets', false);

-- Leaves out the placeholder of a name that a person does not have; api/contract/displayName.ts says the same.
CREATE FUNCTION full_name(first text, last text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(coalesce(nullif(first, '-'), '') || ' ' || coalesce(nullif(last, '-'), ''))
$$;

CREATE TABLE users (
  user_id uuid PRIMARY KEY,
  user_name text, -- null until an invitation is accepted
  email text NOT NULL, -- the domain in Unicode
  email_proven_at timestamptz, -- when its owner used a link that was mailed there, or a provider of its domain vouched; null: not proven
  first_name text NOT NULL,
  last_name text NOT NULL,
  title text,
  organisation_id uuid NOT NULL REFERENCES organisations,
  roles text[] NOT NULL DEFAULT '{}',
  owner_id uuid REFERENCES users ON DELETE SET NULL, -- the administrator who looks after the user
  enabled boolean NOT NULL DEFAULT true,

  password_hash text, -- argon2id; or `imported:<scheme>:<encrypted hash>` until the first log-in after an import
  password_must_change boolean NOT NULL DEFAULT false, -- an administrator chose it
  failed_sign_ins integer NOT NULL DEFAULT 0, -- in a row
  last_failed_at timestamptz,
  locked_until timestamptz,

  mfa_secret text, -- of the authenticator
  mfa_enrolled_at timestamptz,
  mfa_last_step bigint NOT NULL DEFAULT 0, -- the last TOTP step that was used: it and all before are refused (RFC 6238, 5.2)
  mfa_failures integer NOT NULL DEFAULT 0, -- wrong codes in a row, over all pending sessions
  mfa_required_override boolean, -- an administrator's decision for this user; null: the organisation's rule
  mfa_reminded_at timestamptz, -- the last mail by which an administrator reminded the user to set MFA up
  has_passkey boolean NOT NULL DEFAULT false, -- set by triggers of passkeys

  invited_by text,
  invite_expires_at timestamptz,
  registered_at timestamptz, -- null while invited
  pending_email text,
  -- Without a foreign key: administrators who change each other's accounts at the same time would lock each other's rows crosswise.
  pending_email_by uuid,
  pending_email_at timestamptz,
  external_source text,
  external_id text,

  locale text,
  ui_font_size text NOT NULL DEFAULT 'default' CHECK (ui_font_size IN ('default', 'compact')),
  opens_overview boolean NOT NULL DEFAULT false, -- a login leads to the overview instead of the users list
  audit_digest boolean NOT NULL DEFAULT false,
  product_news boolean NOT NULL DEFAULT false,

  last_login_at timestamptz,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1, -- of the row, for optimistic locking

  display_name text NOT NULL GENERATED ALWAYS AS (coalesce(nullif(full_name(first_name, last_name), ''), user_name, email)) STORED,
  -- Sort keys. An invited user is sorted by e-mail address; user names contain no @, so the two never meet.
  user_name_key text GENERATED ALWAYS AS (lower(normalize(coalesce(user_name, email), NFKC))) STORED,
  email_key text GENERATED ALWAYS AS (lower(normalize(email, NFKC))) STORED,
  name_key text GENERATED ALWAYS AS (fold(last_name || ' ' || first_name)) STORED,
  shown_name_key text GENERATED ALWAYS AS (fold(full_name(first_name, last_name))) STORED,
  -- Each word after a space, so that LIKE '% word%' finds the beginnings of words.
  search_text text GENERATED ALWAYS AS (
    search_key(' ' || coalesce(user_name, '') || ' ' || first_name || ' ' || last_name || ' ' || email)
  ) STORED,
  -- Narrow forms of columns above, so that indexes can answer the filters of the users list.
  -- A hash of the same cost as the imported one, without its salt and key; null: the password is ours, or there is none.
  imported_scheme text GENERATED ALWAYS AS (
    CASE WHEN starts_with(password_hash, 'imported:') THEN split_part(password_hash, ':', 2) END
  ) STORED,
  registered boolean GENERATED ALWAYS AS (registered_at IS NOT NULL) STORED,
  mfa_enrolled boolean GENERATED ALWAYS AS (mfa_enrolled_at IS NOT NULL OR has_passkey) STORED,
  seen_at timestamptz GENERATED ALWAYS AS (coalesce(last_login_at, created_at)) STORED,

  CHECK ((registered_at IS NULL) = (user_name IS NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.01); -- index-only scans need a visibility map of today
ALTER TABLE users ALTER search_text SET STATISTICS 1000; -- the planner's estimate chooses how a page is found
CREATE STATISTICS users_mfa ON registered, mfa_enrolled, mfa_required_override, enabled FROM users;
CREATE UNIQUE INDEX users_external ON users (external_source, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX users_roles ON users USING gin (roles);

-- One index for each sort of the users list. The filters are evaluated in the index: rows are read for one page only.
CREATE UNIQUE INDEX users_user_name ON users (user_name_key)
  INCLUDE (user_id, organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at);
CREATE UNIQUE INDEX users_email ON users (email_key)
  INCLUDE (user_id, organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at);
CREATE INDEX users_by_name ON users (name_key, user_id)
  INCLUDE (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at);
CREATE INDEX users_by_created ON users (created_at, user_id)
  INCLUDE (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at);
-- Ascending: who never logged in is first. Read backwards it is the descending order.
CREATE INDEX users_by_last_login ON users (last_login_at NULLS FIRST, user_id)
  INCLUDE (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at);
-- Also answers all counts, of everything and of an organisation, without reading rows.
CREATE INDEX users_organisation ON users (organisation_id, user_name_key)
  INCLUDE (user_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override, seen_at, locked_until, invite_expires_at, roles);

-- A word of three letters anywhere, a shorter one at the beginning of a word. One unlucky change merges the pending list, so it is short.
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX users_owner ON users (owner_id) WHERE owner_id IS NOT NULL;
-- Filters that few users match.
CREATE INDEX users_imported_scheme ON users (imported_scheme) WHERE imported_scheme IS NOT NULL;
CREATE INDEX users_disabled ON users (organisation_id) WHERE NOT enabled;
CREATE INDEX users_locked ON users (locked_until) WHERE locked_until IS NOT NULL;
CREATE INDEX users_invited ON users (invite_expires_at) WHERE NOT registered;

-- Roles that users have lost: for a day the rules that protect administrators go on counting them. A trigger records them, so that no way
-- of taking a role (roles screen, sync, a statement by hand) forgets to.
CREATE TABLE lost_roles (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role_name text NOT NULL,
  lost_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, role_name)
);
CREATE FUNCTION record_lost_roles() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO lost_roles (user_id, role_name, lost_at)
    SELECT NEW.user_id, role_name, now() FROM (SELECT unnest(OLD.roles) EXCEPT SELECT unnest(NEW.roles)) lost (role_name)
    ON CONFLICT (user_id, role_name) DO UPDATE SET lost_at = EXCLUDED.lost_at;
  RETURN NULL;
END $$;
CREATE TRIGGER users_lose_roles AFTER UPDATE OF roles ON users FOR EACH ROW
  WHEN (NOT OLD.roles <@ NEW.roles) EXECUTE FUNCTION record_lost_roles();

CREATE TABLE sync_runs (
  at timestamptz PRIMARY KEY,
  source text NOT NULL,
  by text NOT NULL,
  created integer NOT NULL,
  updated integer NOT NULL,
  disabled integer NOT NULL,
  unchanged integer NOT NULL
);

-- Rows of personal data that a user was given in a day (UTC), for the limit and for what is unusual.
CREATE TABLE personal_data_reads (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day date NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (user_id, day)
);
CREATE INDEX personal_data_reads_day ON personal_data_reads (day);
