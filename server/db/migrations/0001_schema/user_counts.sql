-- The search index of users and their numbers, kept by triggers in the transaction of each change.

-- The narrow copy of users that searches read. Room on every page: a row whose text stays is changed in place.
CREATE TABLE cards (
  user_id uuid PRIMARY KEY,
  organisation_id uuid NOT NULL,
  search_text text NOT NULL,
  enabled boolean NOT NULL,
  registered boolean NOT NULL,
  mfa_enrolled boolean NOT NULL,
  mfa_required_override boolean,
  seen_at timestamptz NOT NULL,
  locked_until timestamptz,
  invite_expires_at timestamptz
) WITH (fillfactor = 90);
CREATE INDEX cards_search ON cards USING gin (search_text gin_trgm_ops);
-- Two letters begin a trigram, the last of which in a word ends with a space. What is not ASCII counts as a space, since a trigram of
-- such characters is kept as a hash.
CREATE INDEX cards_pairs ON cards USING gin (array_to_tsvector(show_trgm(regexp_replace(search_text, '[^ -~]+', ' ', 'g'))));
CREATE INDEX cards_organisation ON cards (organisation_id);

CREATE FUNCTION write_cards() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO cards (user_id, organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at, search_text)
    SELECT user_id, organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at, search_text FROM people;
  RETURN NULL;
END $$;
CREATE FUNCTION change_card() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE cards SET (organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at, search_text)
    = ROW(NEW.organisation_id, NEW.enabled, NEW.registered, NEW.mfa_enrolled, NEW.mfa_required_override, NEW.seen_at, NEW.locked_until, NEW.invite_expires_at, NEW.search_text)
    WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;
CREATE FUNCTION drop_cards() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM cards USING people WHERE cards.user_id = people.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER cards_come AFTER INSERT ON users REFERENCING NEW TABLE AS people FOR EACH STATEMENT EXECUTE FUNCTION write_cards();
CREATE TRIGGER cards_go AFTER DELETE ON users REFERENCING OLD TABLE AS people FOR EACH STATEMENT EXECUTE FUNCTION drop_cards();
CREATE TRIGGER cards_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.organisation_id, OLD.enabled, OLD.registered, OLD.mfa_enrolled, OLD.mfa_required_override, OLD.seen_at, OLD.locked_until, OLD.invite_expires_at, OLD.search_text)
    IS DISTINCT FROM (NEW.organisation_id, NEW.enabled, NEW.registered, NEW.mfa_enrolled, NEW.mfa_required_override, NEW.seen_at, NEW.locked_until, NEW.invite_expires_at, NEW.search_text))
  EXECUTE FUNCTION change_card();

-- Users of an organisation, in all (role_name '') and by role. Rows are locked in one order, so that changes seldom wait for each other.
CREATE TABLE headcounts (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  role_name text NOT NULL,
  people integer NOT NULL,
  PRIMARY KEY (organisation_id, role_name)
);
CREATE FUNCTION count_heads() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO headcounts
    SELECT organisation_id, role, change * count(*) FROM heads, unnest(array_append(roles, '')) role GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (organisation_id, role_name) DO UPDATE SET people = headcounts.people + EXCLUDED.people;
  RETURN NULL;
END $$;
CREATE FUNCTION count_moved_head() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO headcounts
    SELECT organisation_id, role, sum(change) FROM (
      SELECT OLD.organisation_id, unnest(array_append(OLD.roles, '')) AS role, -1 AS change
      UNION ALL SELECT NEW.organisation_id, unnest(array_append(NEW.roles, '')), 1) moved
     GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
    ON CONFLICT (organisation_id, role_name) DO UPDATE SET people = headcounts.people + EXCLUDED.people;
  RETURN NULL;
END $$;
CREATE TRIGGER users_come AFTER INSERT ON users REFERENCING NEW TABLE AS heads FOR EACH STATEMENT EXECUTE FUNCTION count_heads();
CREATE TRIGGER users_go AFTER DELETE ON users REFERENCING OLD TABLE AS heads FOR EACH STATEMENT EXECUTE FUNCTION count_heads();
CREATE TRIGGER users_move AFTER UPDATE OF organisation_id, roles ON users FOR EACH ROW
  WHEN (OLD.organisation_id <> NEW.organisation_id OR OLD.roles <> NEW.roles) EXECUTE FUNCTION count_moved_head();

-- Users by state. A login changes none of these states, so simultaneous logins do not wait for each other.
CREATE TABLE account_counts (
  organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
  enabled boolean NOT NULL,
  registered boolean NOT NULL,
  mfa_enrolled boolean NOT NULL,
  has_passkey boolean NOT NULL,
  mfa_required_override boolean,
  people integer NOT NULL
);
CREATE UNIQUE INDEX account_counts_state
  ON account_counts (organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override) NULLS NOT DISTINCT;
CREATE FUNCTION count_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE change integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO account_counts (organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override, people)
    SELECT organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override, change * count(*) FROM accounts
     GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override)
    DO UPDATE SET people = account_counts.people + EXCLUDED.people;
  RETURN NULL;
END $$;
CREATE FUNCTION count_changed_account() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO account_counts (organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override, people)
    SELECT * FROM (VALUES
      (OLD.organisation_id, OLD.enabled, OLD.registered, OLD.mfa_enrolled, OLD.has_passkey, OLD.mfa_required_override, -1),
      (NEW.organisation_id, NEW.enabled, NEW.registered, NEW.mfa_enrolled, NEW.has_passkey, NEW.mfa_required_override, 1)) changed
     ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override)
    DO UPDATE SET people = account_counts.people + EXCLUDED.people;
  RETURN NULL;
END $$;
CREATE TRIGGER account_counts_come AFTER INSERT ON users
  REFERENCING NEW TABLE AS accounts FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();
CREATE TRIGGER account_counts_go AFTER DELETE ON users
  REFERENCING OLD TABLE AS accounts FOR EACH STATEMENT EXECUTE FUNCTION count_accounts();
CREATE TRIGGER account_counts_change AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.organisation_id, OLD.enabled, OLD.registered, OLD.mfa_enrolled, OLD.has_passkey, OLD.mfa_required_override)
    IS DISTINCT FROM (NEW.organisation_id, NEW.enabled, NEW.registered, NEW.mfa_enrolled, NEW.has_passkey, NEW.mfa_required_override))
  EXECUTE FUNCTION count_changed_account();

-- Numbers that change with time alone, counted by a job.
CREATE TABLE timed_counts (
  scope text PRIMARY KEY, -- 'all', which each run writes, or an organisation_id
  counted_at timestamptz NOT NULL,
  logged_in integer NOT NULL,
  sessions integer NOT NULL,
  dormant integer NOT NULL
);
