-- Applications, and the OpenID Connect provider's grants, tokens, keys and logouts.

CREATE TABLE applications (
  application_id uuid PRIMARY KEY,
  kind text NOT NULL DEFAULT 'openid' CHECK (kind IN ('openid', 'guarded')), -- guarded: a proxy asks Login/Check; no credentials
  name text NOT NULL,
  display_name text NOT NULL,
  start_url text NOT NULL,
  redirect_uris text[] NOT NULL,
  post_logout_redirect_uris text[] NOT NULL,
  backchannel_logout_uri text,
  secret_hash bytea,
  former_secret_hash bytea, -- accepted too, until then
  former_secret_until timestamptz,
  jwks jsonb, -- of private_key_jwt
  scopes text[] NOT NULL,
  pairwise boolean NOT NULL,
  own boolean NOT NULL, -- the operator's: asks for no consent
  organisation_ids uuid[], -- null: all
  roles text[], -- null: all
  impersonation boolean NOT NULL,
  enabled boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT applications_credentials CHECK (num_nonnulls(secret_hash, jwks) = CASE kind WHEN 'openid' THEN 1 ELSE 0 END)
);
CREATE UNIQUE INDEX applications_name ON applications (lower(name));

-- Use of applications, counted with the sign-in, as the audit may be kept for less long.
CREATE TABLE application_days (
  application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  day date NOT NULL, -- UTC
  sign_ins integer NOT NULL,
  PRIMARY KEY (application_id, day)
);
CREATE TABLE application_users (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, application_id)
);
CREATE INDEX application_users_application ON application_users (application_id);

CREATE TABLE oidc_consents (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  scopes text[] NOT NULL,
  given_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, application_id)
);

-- Ends with its session, for whatever reason; what was issued under it ends with it.
CREATE TABLE oidc_grants (
  grant_id text PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  sid text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (session_id, application_id)
);
CREATE INDEX oidc_grants_user ON oidc_grants (user_id);
CREATE INDEX oidc_grants_application ON oidc_grants (application_id);

-- Codes, access and refresh tokens (with a grant); interactions, pushed requests, used proofs (without).
CREATE TABLE oidc_tokens (
  model text NOT NULL,
  token_hash bytea NOT NULL,
  grant_id text REFERENCES oidc_grants ON DELETE CASCADE,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  consumed_at timestamptz,
  PRIMARY KEY (model, token_hash)
);
CREATE INDEX oidc_tokens_grant ON oidc_tokens (grant_id);
CREATE INDEX oidc_tokens_expiry ON oidc_tokens (expires_at);

-- Signing keys. Each is published before it signs, so that every process and application knows it, and for a while after.
CREATE TABLE oidc_keys (
  kid text PRIMARY KEY,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  signs_from timestamptz NOT NULL,
  retired_at timestamptz
);
CREATE UNIQUE INDEX oidc_keys_current ON oidc_keys ((true)) WHERE retired_at IS NULL;

-- Back-channel logouts to be delivered, with all that takes: an application that is disabled or deleted meanwhile gets them too.
CREATE TABLE oidc_logouts (
  logout_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sid text NOT NULL,
  uri text,
  pairwise boolean,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL
);
CREATE INDEX oidc_logouts_next ON oidc_logouts (next_attempt_at);
CREATE TRIGGER oidc_logouts_notify AFTER INSERT ON oidc_logouts FOR EACH ROW EXECUTE FUNCTION notify_due();

CREATE FUNCTION queue_oidc_logout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO oidc_logouts (application_id, user_id, sid, created_at, next_attempt_at, uri, pairwise)
    SELECT e.application_id, e.user_id, e.sid, now(), now(), a.backchannel_logout_uri, a.pairwise
      FROM ended e JOIN applications a USING (application_id)
     WHERE a.backchannel_logout_uri IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER oidc_grants_ended AFTER DELETE ON oidc_grants REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION queue_oidc_logout();

-- A cascade would come when the application, and with it the address, is gone.
CREATE FUNCTION end_oidc_grants_of_application() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM oidc_grants WHERE application_id = OLD.application_id;
  RETURN OLD;
END $$;
CREATE TRIGGER applications_deleted BEFORE DELETE ON applications FOR EACH ROW EXECUTE FUNCTION end_oidc_grants_of_application();

-- A user who loses a role, is disabled or moves to another organisation is logged out of every application: its claims say too much.
CREATE FUNCTION end_oidc_grants() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM oidc_grants WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_demoted AFTER UPDATE OF roles, organisation_id, enabled ON users FOR EACH ROW
  WHEN (NOT NEW.roles @> OLD.roles OR NEW.organisation_id <> OLD.organisation_id OR (OLD.enabled AND NOT NEW.enabled))
  EXECUTE FUNCTION end_oidc_grants();
