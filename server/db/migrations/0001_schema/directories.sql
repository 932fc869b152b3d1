-- SCIM 2.0: what an organisation's directory has sent. Who manages a user is in `users.external_source`: `scim:` and the organisation.

CREATE TABLE scim_keys (
  key_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  name text NOT NULL,
  name_key text GENERATED ALWAYS AS (fold(name)) STORED,
  prefix text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  announced_days integer -- the last mail about its end said that it was this near
);
CREATE UNIQUE INDEX scim_keys_name ON scim_keys (organisation_id, name_key);
CREATE INDEX scim_keys_creator ON scim_keys (created_by) WHERE created_by IS NOT NULL;

-- The part of a managed user that only the directory knows. `externalId` is `users.external_id`.
CREATE TABLE scim_users (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  organisation_id uuid NOT NULL REFERENCES organisations,
  user_name text NOT NULL, -- as sent; `users.user_name` is derived from it
  user_name_key text GENERATED ALWAYS AS (lower(normalize(user_name, NFKC))) STORED,
  active boolean NOT NULL, -- as sent; an administrator can disable the user besides
  attributes jsonb NOT NULL DEFAULT '{}', -- as sent, without those that have a column
  made_at_login boolean NOT NULL DEFAULT false, -- at a first log-in with an identity provider: the directory has not sent it yet
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  deleted_at timestamptz -- by the directory: it does not see the user until it creates them again
);
CREATE UNIQUE INDEX scim_users_name ON scim_users (organisation_id, user_name_key);
CREATE INDEX scim_users_order ON scim_users (organisation_id, created_at, user_id);

-- Groups of an organisation's directory (SCIM), or as its identity provider names them at log-ins.
CREATE TABLE scim_groups (
  group_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  connection_id uuid, -- of a group that log-ins have brought; null: the directory has sent it
  display_name text NOT NULL,
  display_name_key text GENERATED ALWAYS AS (lower(normalize(display_name, NFKC))) STORED,
  external_id text,
  attributes jsonb NOT NULL DEFAULT '{}', -- as sent, without those that have a column, and members
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX scim_groups_external ON scim_groups (organisation_id, external_id) WHERE external_id IS NOT NULL AND connection_id IS NULL;
CREATE UNIQUE INDEX scim_groups_name ON scim_groups (organisation_id, digest_of(display_name_key)) WHERE connection_id IS NULL;
CREATE UNIQUE INDEX scim_groups_claim ON scim_groups (connection_id, external_id) WHERE connection_id IS NOT NULL;
CREATE INDEX scim_groups_order ON scim_groups (organisation_id, created_at, group_id);

CREATE TABLE scim_members (
  group_id uuid NOT NULL REFERENCES scim_groups ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX scim_members_user ON scim_members (user_id);

-- Which roles a group grants: without a row, none.
CREATE TABLE scim_group_roles (
  group_id uuid NOT NULL REFERENCES scim_groups ON DELETE CASCADE,
  role_name text NOT NULL REFERENCES roles ON DELETE CASCADE,
  mapped_by uuid REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (group_id, role_name)
);
CREATE INDEX scim_group_roles_role ON scim_group_roles (role_name);
CREATE INDEX scim_group_roles_mapper ON scim_group_roles (mapped_by) WHERE mapped_by IS NOT NULL;

-- What groups have made of the roles of a user.
CREATE TABLE mapped_users (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  roles text[] NOT NULL, -- of `users.roles`, those that the user has by groups alone
  former_roles text[] NOT NULL -- those that groups have taken away again: they protect no former administrator
);

-- The last 100 requests of each organisation. People and groups are named by their ids alone.
CREATE TABLE scim_requests (
  request_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id uuid NOT NULL REFERENCES organisations,
  at timestamptz NOT NULL,
  key_name text NOT NULL,
  method text NOT NULL,
  path text NOT NULL, -- below /scim/v2, without the query
  status integer NOT NULL,
  outcome text NOT NULL,
  people integer NOT NULL DEFAULT 0, -- found, or members changed
  user_id uuid REFERENCES users ON DELETE SET NULL,
  group_id uuid REFERENCES scim_groups ON DELETE SET NULL,
  problem text
);
CREATE INDEX scim_requests_organisation ON scim_requests (organisation_id, request_id);
CREATE INDEX scim_requests_user ON scim_requests (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX scim_requests_group ON scim_requests (group_id) WHERE group_id IS NOT NULL;

-- Whoever is moved to another organisation is not its former directory's any more, by whatever road. No trigger of users may be
-- BEFORE UPDATE: every update would compute all generated columns anew.
CREATE FUNCTION leave_directory() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM scim_members WHERE user_id = NEW.user_id;
  DELETE FROM mapped_users WHERE user_id = NEW.user_id;
  IF NEW.external_source LIKE 'scim:%' THEN
    DELETE FROM scim_users WHERE user_id = NEW.user_id;
    UPDATE users SET external_source = NULL, external_id = NULL WHERE user_id = NEW.user_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_leave_directory AFTER UPDATE OF organisation_id ON users FOR EACH ROW
  WHEN (NEW.organisation_id <> OLD.organisation_id) EXECUTE FUNCTION leave_directory();
