/** Applications that sign in by OpenID Connect: their registration, and the provider's grants, tokens, keys and logouts. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // How the user proved who they are, as values of `amr` (RFC 8176). Empty while impersonating.
  `ALTER TABLE sessions ADD COLUMN methods text[] NOT NULL DEFAULT '{}', ADD COLUMN logout_state jsonb`,

  `CREATE TABLE applications (
     application_id uuid PRIMARY KEY,
     name text NOT NULL,
     display_name text NOT NULL,
     start_url text NOT NULL,
     redirect_uris text[] NOT NULL,
     post_logout_redirect_uris text[] NOT NULL,
     backchannel_logout_uri text,
     secret_hash bytea,
     -- accepted beside the present one until then
     former_secret_hash bytea,
     former_secret_until timestamptz,
     -- of private_key_jwt; null where there is a secret
     jwks jsonb,
     scopes text[] NOT NULL,
     pairwise boolean NOT NULL,
     -- one's own asks for no consent
     own boolean NOT NULL,
     -- null: all
     organisation_ids uuid[],
     roles text[],
     impersonation boolean NOT NULL,
     enabled boolean NOT NULL,
     created_at timestamptz NOT NULL,
     last_used_at timestamptz,
     CHECK ((secret_hash IS NULL) <> (jwks IS NULL))
   )`,
  `CREATE UNIQUE INDEX applications_name ON applications (lower(name))`,

  `CREATE TABLE oidc_consents (
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
     scopes text[] NOT NULL,
     given_at timestamptz NOT NULL,
     PRIMARY KEY (user_id, application_id)
   )`,

  // Ends with its session, for whatever reason; what was issued under it ends with it.
  `CREATE TABLE oidc_grants (
     grant_id text PRIMARY KEY,
     session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
     application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     sid text NOT NULL,
     payload jsonb NOT NULL,
     created_at timestamptz NOT NULL,
     UNIQUE (session_id, application_id)
   )`,
  `CREATE INDEX oidc_grants_user ON oidc_grants (user_id)`,
  `CREATE INDEX oidc_grants_application ON oidc_grants (application_id)`,

  // Codes, access and refresh tokens (with a grant); interactions, pushed requests, used proofs (without).
  `CREATE TABLE oidc_tokens (
     model text NOT NULL,
     token_hash bytea NOT NULL,
     grant_id text REFERENCES oidc_grants ON DELETE CASCADE,
     payload jsonb NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     consumed_at timestamptz,
     PRIMARY KEY (model, token_hash)
   )`,
  `CREATE INDEX oidc_tokens_grant ON oidc_tokens (grant_id)`,
  `CREATE INDEX oidc_tokens_expiry ON oidc_tokens (expires_at)`,

  `CREATE TABLE oidc_keys (
     kid text PRIMARY KEY,
     private_key text NOT NULL,
     created_at timestamptz NOT NULL,
     -- published before, so that every process and application knows it
     signs_from timestamptz NOT NULL,
     -- published for a while after
     retired_at timestamptz
   )`,
  `CREATE UNIQUE INDEX oidc_keys_current ON oidc_keys ((true)) WHERE retired_at IS NULL`,

  // Applications still to be notified that a grant has ended.
  `CREATE TABLE oidc_logouts (
     logout_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     application_id uuid NOT NULL REFERENCES applications ON DELETE CASCADE,
     user_id uuid NOT NULL,
     sid text NOT NULL,
     created_at timestamptz NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz NOT NULL
   )`,
  `CREATE INDEX oidc_logouts_next ON oidc_logouts (next_attempt_at)`,

  `CREATE FUNCTION queue_oidc_logout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO oidc_logouts (application_id, user_id, sid, created_at, next_attempt_at)
     SELECT e.application_id, e.user_id, e.sid, now(), now() FROM ended e JOIN applications a USING (application_id)
      WHERE a.backchannel_logout_uri IS NOT NULL;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER oidc_grants_ended AFTER DELETE ON oidc_grants REFERENCING OLD TABLE AS ended
     FOR EACH STATEMENT EXECUTE FUNCTION queue_oidc_logout()`,

  // A user who loses a role or moves to another organisation is logged out of every application: their claims say more than holds.
  `CREATE FUNCTION end_oidc_grants() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM oidc_grants WHERE user_id = NEW.user_id;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_demoted AFTER UPDATE OF roles, organisation_id, enabled ON users FOR EACH ROW
     WHEN (NOT NEW.roles @> OLD.roles OR NEW.organisation_id <> OLD.organisation_id OR (OLD.enabled AND NOT NEW.enabled))
     EXECUTE FUNCTION end_oidc_grants()`,
];
