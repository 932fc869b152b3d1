/** The first tables: organisations, people, sessions, links, audit, mail, support. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** What the grid's filters ask of people, beside every key it sorts by. The times are seldom there, and cost no room where they are not. */
const STANDING = 'enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at';
const JUDGED = `organisation_id, ${STANDING}`;

const statements = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,
  `CREATE EXTENSION IF NOT EXISTS unaccent`,

  // Accents and case folded, as every search and every name comparison sees text. The wrapper is immutable because the
  // dictionary is named; without that no index could stand on it.
  `CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
     AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))) $$`,

  `CREATE TABLE organisations (
     organisation_id uuid PRIMARY KEY,
     name text NOT NULL,
     name_key text GENERATED ALWAYS AS (fold(name)) STORED,
     mfa_required boolean NOT NULL DEFAULT false,
     approved boolean NOT NULL DEFAULT true,
     house boolean NOT NULL DEFAULT false,
     created_at timestamptz NOT NULL
   )`,
  `CREATE UNIQUE INDEX organisations_name ON organisations (name_key)`,
  `CREATE UNIQUE INDEX organisations_house ON organisations (house) WHERE house`,

  `CREATE TABLE roles (role_name text PRIMARY KEY, description text NOT NULL, administrative boolean NOT NULL)`,
  `INSERT INTO roles VALUES
     ('SubscriberAdministration', 'Manages the people of one organisation', true),
     ('SystemAdministration', 'Manages everything', true),
     ('Member', 'Uses the organisation''s applications', false),
     ('Support', 'Answers support tickets', false)`,

  `CREATE TABLE users (
     user_id uuid PRIMARY KEY,
     -- null until an invitation is accepted
     user_name text,
     -- of somebody still invited: the e-mail, which stands where the name will be; names hold no @, so the two never meet
     user_name_key text GENERATED ALWAYS AS (lower(normalize(coalesce(user_name, email), NFKC))) STORED,
     email text NOT NULL,
     email_key text GENERATED ALWAYS AS (lower(normalize(email, NFKC))) STORED,
     first_name text NOT NULL,
     last_name text NOT NULL,
     name_key text GENERATED ALWAYS AS (fold(last_name || ' ' || first_name)) STORED,
     shown_name_key text GENERATED ALWAYS AS (fold(first_name || ' ' || last_name)) STORED,
     search_text text GENERATED ALWAYS AS (
       fold(coalesce(user_name, '') || ' ' || first_name || ' ' || last_name || ' ' || email) || ' ' || user_id::text
     ) STORED,
     title text,
     organisation_id uuid NOT NULL REFERENCES organisations,
     roles text[] NOT NULL DEFAULT '{}',
     enabled boolean NOT NULL DEFAULT true,
     password_hash text,
     failed_sign_ins integer NOT NULL DEFAULT 0,
     last_failed_at timestamptz,
     locked_until timestamptz,
     mfa_secret text,
     mfa_enrolled_at timestamptz,
     -- the last TOTP step that was spent: it and all before it are refused (RFC 6238, 5.2)
     mfa_last_step bigint NOT NULL DEFAULT 0,
     -- wrong codes in a row, over all pending sessions
     mfa_failures integer NOT NULL DEFAULT 0,
     -- an administrator's word on MFA for this user; null: the organisation's rule holds
     mfa_required_override boolean,
     ui_font_size text NOT NULL DEFAULT 'default' CHECK (ui_font_size IN ('default', 'compact')),
     locale text,
     audit_digest boolean NOT NULL DEFAULT false,
     product_news boolean NOT NULL DEFAULT false,
     owner_id uuid REFERENCES users ON DELETE SET NULL,
     invited_by text,
     invite_expires_at timestamptz,
     -- null while invited
     registered_at timestamptz,
     pending_email text,
     external_source text,
     external_id text,
     last_login_at timestamptz,
     created_at timestamptz NOT NULL,
     -- narrow forms of the above, for indexes that answer a page of the grid without a look at the rows
     registered boolean GENERATED ALWAYS AS (registered_at IS NOT NULL) STORED,
     mfa_enrolled boolean GENERATED ALWAYS AS (mfa_enrolled_at IS NOT NULL) STORED,
     seen_at timestamptz GENERATED ALWAYS AS (coalesce(last_login_at, created_at)) STORED,
     version integer NOT NULL DEFAULT 1,
     CHECK ((registered_at IS NULL) = (user_name IS NULL))
   )`,
  // Every sort of the grid walks an index, and the filters are judged in it: the rows themselves are read for one page only.
  `CREATE UNIQUE INDEX users_user_name ON users (user_name_key) INCLUDE (user_id, ${JUDGED})`,
  `CREATE UNIQUE INDEX users_email ON users (email_key) INCLUDE (user_id, ${JUDGED})`,
  `CREATE INDEX users_by_name ON users (name_key, user_id) INCLUDE (${JUDGED})`,
  // Ascending: who never came is first. Read backwards it is the descending order.
  `CREATE INDEX users_by_last_login ON users (last_login_at NULLS FIRST, user_id) INCLUDE (${JUDGED})`,
  `CREATE INDEX users_by_created ON users (created_at, user_id) INCLUDE (${JUDGED})`,
  // The narrow copy of the table that words too common for trigrams are looked for in.
  `CREATE INDEX users_organisation ON users (organisation_id, user_name_key)
     INCLUDE (user_id, ${STANDING}, search_text)`,
  `CREATE INDEX users_owner ON users (owner_id, user_name_key) INCLUDE (user_id, ${JUDGED})`,
  `CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops)`,
  `CREATE INDEX users_roles ON users USING gin (roles)`,
  `CREATE UNIQUE INDEX users_external ON users (external_source, external_id) WHERE external_id IS NOT NULL`,
  // What few people are: each counts in a moment, whatever else is asked of them.
  `CREATE INDEX users_disabled ON users (organisation_id) INCLUDE (${STANDING}) WHERE NOT enabled`,
  `CREATE INDEX users_locked ON users (locked_until)
     INCLUDE (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at) WHERE locked_until IS NOT NULL`,
  `CREATE INDEX users_invited ON users (invite_expires_at)
     INCLUDE (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until) WHERE NOT registered`,
  `CREATE INDEX users_without_mfa ON users (organisation_id, mfa_required_override, registered, enabled, locked_until) WHERE NOT mfa_enrolled`,
  `CREATE INDEX users_seen ON users (seen_at) INCLUDE (organisation_id) WHERE registered`,

  // How many people an organisation has, in all (role '') and by role: true at every moment, because the store keeps count itself.
  `CREATE TABLE headcounts (
     organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
     role_name text NOT NULL,
     people integer NOT NULL,
     PRIMARY KEY (organisation_id, role_name)
   )`,
  // Rows are locked in one order everywhere, so that two changes seldom wait for each other.
  `CREATE FUNCTION count_heads() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE change integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
     BEGIN
       INSERT INTO headcounts
         SELECT organisation_id, role, change * count(*) FROM heads, unnest(array_append(roles, '')) role GROUP BY 1, 2 ORDER BY 1, 2
         ON CONFLICT (organisation_id, role_name) DO UPDATE SET people = headcounts.people + EXCLUDED.people;
       RETURN NULL;
     END $$`,
  `CREATE FUNCTION count_moved_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO headcounts
       SELECT organisation_id, role, sum(change) FROM (
         SELECT OLD.organisation_id, unnest(array_append(OLD.roles, '')) AS role, -1 AS change
         UNION ALL SELECT NEW.organisation_id, unnest(array_append(NEW.roles, '')), 1) moved
        GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
       ON CONFLICT (organisation_id, role_name) DO UPDATE SET people = headcounts.people + EXCLUDED.people;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_come AFTER INSERT ON users REFERENCING NEW TABLE AS heads FOR EACH STATEMENT EXECUTE FUNCTION count_heads()`,
  `CREATE TRIGGER users_go AFTER DELETE ON users REFERENCING OLD TABLE AS heads FOR EACH STATEMENT EXECUTE FUNCTION count_heads()`,
  `CREATE TRIGGER users_move AFTER UPDATE OF organisation_id, roles ON users FOR EACH ROW
     WHEN (OLD.organisation_id <> NEW.organisation_id OR OLD.roles <> NEW.roles) EXECUTE FUNCTION count_moved_head()`,

  `CREATE TABLE sessions (
     session_id uuid PRIMARY KEY,
     -- SHA-256 of the cookie's token; the token itself is stored nowhere
     token_hash bytea NOT NULL UNIQUE,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     kind text NOT NULL CHECK (kind IN ('full', 'pending')),
     remember boolean NOT NULL DEFAULT false,
     ip text,
     user_agent text,
     created_at timestamptz NOT NULL,
     last_seen_at timestamptz NOT NULL,
     -- the last proof of identity, for step-up
     authenticated_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     idle_ms bigint NOT NULL,
     -- where a pending sign-in wants to go on to
     return_url text,
     mfa_failures integer NOT NULL DEFAULT 0,
     -- a key being enrolled, in force only after a right code
     mfa_candidate text,
     impersonator_id uuid REFERENCES users ON DELETE CASCADE,
     -- the administrator's own session, kept aside meanwhile: when it ends, so does this one
     kept_session_id uuid REFERENCES sessions ON DELETE CASCADE,
     impersonation_reason text,
     impersonation_since timestamptz
   )`,
  `CREATE INDEX sessions_user ON sessions (user_id)`,
  `CREATE INDEX sessions_expiry ON sessions (expires_at)`,
  `CREATE INDEX sessions_impersonator ON sessions (impersonator_id) WHERE impersonator_id IS NOT NULL`,

  `CREATE TABLE links (
     token_hash bytea PRIMARY KEY,
     purpose text NOT NULL,
     user_id uuid REFERENCES users ON DELETE CASCADE,
     data jsonb,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL,
     used_at timestamptz
   )`,
  `CREATE INDEX links_user ON links (user_id, purpose)`,
  `CREATE TABLE grants (
     token_hash bytea PRIMARY KEY,
     purpose text NOT NULL,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE INDEX grants_user ON grants (user_id)`,
  `CREATE TABLE recovery_codes (
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     code_hash bytea NOT NULL,
     created_at timestamptz NOT NULL,
     expires_at timestamptz,
     used_at timestamptz,
     PRIMARY KEY (user_id, code_hash)
   )`,
  `CREATE TABLE remembered_browsers (
     token_hash bytea PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     created_at timestamptz NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE INDEX remembered_browsers_user ON remembered_browsers (user_id)`,
  `CREATE TABLE known_browsers (
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     browser_hash bytea NOT NULL,
     first_seen_at timestamptz NOT NULL,
     PRIMARY KEY (browser_hash, user_id)
   )`,
  `CREATE INDEX known_browsers_user ON known_browsers (user_id)`,
  `CREATE TABLE password_history (
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     password_hash text NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  `CREATE INDEX password_history_user ON password_history (user_id, created_at)`,
  `CREATE TABLE api_keys (
     key_id uuid PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     name text NOT NULL,
     name_key text GENERATED ALWAYS AS (fold(name)) STORED,
     prefix text NOT NULL UNIQUE,
     secret_hash bytea NOT NULL,
     claims text[] NOT NULL DEFAULT '{}',
     created_at timestamptz NOT NULL,
     last_used_at timestamptz,
     expires_at timestamptz
   )`,
  `CREATE UNIQUE INDEX api_keys_name ON api_keys (user_id, name_key)`,

  // Names nobody has lock like names that somebody has.
  `CREATE TABLE unknown_sign_ins (
     name_hash bytea PRIMARY KEY,
     failures integer NOT NULL,
     last_failed_at timestamptz NOT NULL,
     locked_until timestamptz
   )`,
  `CREATE TABLE throttles (bucket text PRIMARY KEY, hits integer NOT NULL, resets_at timestamptz NOT NULL)`,

  `CREATE TABLE audit_events (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     event_id uuid NOT NULL,
     at timestamptz NOT NULL,
     actor text,
     on_behalf_of text,
     action text NOT NULL,
     target text,
     target_user_id uuid,
     organisation_id uuid,
     organisation text,
     outcome text NOT NULL CHECK (outcome IN ('success', 'failure', 'refused')),
     ip text,
     user_agent text,
     details jsonb NOT NULL DEFAULT '{}'
   )`,
  `CREATE INDEX audit_events_at ON audit_events (at, seq)`,
  `CREATE INDEX audit_events_organisation ON audit_events (organisation_id, seq)`,
  `CREATE INDEX audit_events_target ON audit_events (lower(target), seq)`,
  `CREATE INDEX audit_events_actor ON audit_events (lower(actor), seq)`,
  `CREATE INDEX audit_events_action ON audit_events (action text_pattern_ops, seq)`,
  // The audit is written once: nobody changes or deletes an event through the product's own connection.
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$`,
  `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  // Each seal is the hash of the former seal and of the events since: a missing or changed event breaks the chain.
  `CREATE TABLE audit_seals (
     last_seq bigint PRIMARY KEY,
     events integer NOT NULL,
     hash bytea NOT NULL,
     sealed_at timestamptz NOT NULL
   )`,

  // The outbox: a mail is written in the transaction that causes it and sent afterwards, with retry.
  `CREATE TABLE mails (
     mail_id uuid PRIMARY KEY,
     recipient text NOT NULL,
     locale text NOT NULL,
     template text NOT NULL,
     data jsonb NOT NULL,
     created_at timestamptz NOT NULL,
     attempts integer NOT NULL DEFAULT 0,
     next_attempt_at timestamptz NOT NULL,
     sent_at timestamptz,
     last_error text
   )`,
  `CREATE INDEX mails_due ON mails (next_attempt_at) WHERE sent_at IS NULL`,

  `CREATE TABLE tickets (
     ticket_id uuid PRIMARY KEY,
     ticket_number text NOT NULL UNIQUE,
     user_id uuid REFERENCES users ON DELETE SET NULL,
     fields jsonb NOT NULL,
     created_at timestamptz NOT NULL
   )`,
  `CREATE TABLE attachments (
     attachment_id uuid PRIMARY KEY,
     ticket_id uuid NOT NULL REFERENCES tickets ON DELETE CASCADE,
     file_name text NOT NULL,
     mime_type text NOT NULL,
     size integer NOT NULL,
     content bytea NOT NULL
   )`,
  `CREATE INDEX attachments_ticket ON attachments (ticket_id)`,
  `CREATE TABLE sync_runs (
     at timestamptz PRIMARY KEY,
     source text NOT NULL,
     by text NOT NULL,
     created integer NOT NULL,
     updated integer NOT NULL,
     disabled integer NOT NULL,
     unchanged integer NOT NULL
   )`,
  // Secrets and facts that all processes share.
  `CREATE TABLE settings (key text PRIMARY KEY, value text NOT NULL)`,
];
