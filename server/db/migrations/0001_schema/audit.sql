-- The audit: events, the chain of signatures over them, and their numbers by day.

-- Partitioned by month (UTC) of `at`. Each partition has its own indexes and triggers, made as those of the default one.
-- A sequence instead of an identity, which a partitioned table can't have before PostgreSQL 17.
CREATE SEQUENCE audit_events_seq_seq AS bigint;
CREATE TABLE audit_events (
  seq bigint NOT NULL DEFAULT nextval('audit_events_seq_seq'),
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
) PARTITION BY RANGE (at);
ALTER SEQUENCE audit_events_seq_seq OWNED BY audit_events.seq;

-- Takes what fits no month: events with the time of a clock that is wrong.
CREATE TABLE audit_events_default (LIKE audit_events INCLUDING CONSTRAINTS, PRIMARY KEY (seq));
CREATE INDEX audit_events_default_at ON audit_events_default (at, seq);
CREATE INDEX audit_events_default_organisation ON audit_events_default (organisation_id, at, seq);
CREATE INDEX audit_events_default_target ON audit_events_default (lower(target), at, seq);
CREATE INDEX audit_events_default_actor ON audit_events_default (lower(actor), at, seq);
CREATE INDEX audit_events_default_on_behalf_of ON audit_events_default (lower(on_behalf_of), at, seq) WHERE on_behalf_of IS NOT NULL;
CREATE INDEX audit_events_default_action ON audit_events_default (action text_pattern_ops, at, seq);
-- Few of the events: what failed, what was refused, and the changes that are unusual in numbers.
CREATE INDEX audit_events_default_noteworthy ON audit_events_default (at, organisation_id)
  WHERE outcome <> 'success' OR action IN ('Users.ResetAuthentication', 'Users.Enable');
-- The events that one act on many has written, which the report shows as one line.
CREATE INDEX audit_events_default_bulk ON audit_events_default ((details ->> 'operation'), at, seq) WHERE details ->> 'operation' IS NOT NULL;
ALTER TABLE audit_events ATTACH PARTITION audit_events_default DEFAULT;

-- Each kind of change has to be announced in its transaction, so that none happens by a mistaken statement. Forgery is the chain's matter.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF coalesce(current_setting('gatehouse.audit_change', true), '') <> (CASE TG_OP WHEN 'UPDATE' THEN 'erasure' WHEN 'DELETE' THEN 'retention' END)
     OR TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION 'the audit is append-only';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events_default
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes away the privileges that a new partition has by default. Who reads audit_events may read it.
CREATE FUNCTION limit_audit_partition(partition regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE role record;
BEGIN
  FOR role IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
                FROM pg_class, aclexplode(relacl) WHERE oid = partition AND grantee <> relowner
  LOOP EXECUTE format('REVOKE ALL ON %s FROM %s', partition, role.name); END LOOP;
  FOR role IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
                FROM pg_class, aclexplode(relacl)
               WHERE oid = 'audit_events'::regclass AND grantee <> relowner AND privilege_type = 'SELECT'
  LOOP EXECUTE format('GRANT SELECT ON %s TO %s', partition, role.name); END LOOP;
END $$;

-- Events of that time move from the default partition to the new one. Writers wait before they choose a partition: one that has chosen the
-- default partition meanwhile would be refused by its new constraint.
CREATE FUNCTION make_audit_partition(name text, from_at timestamptz, to_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  LOCK TABLE ONLY audit_events IN SHARE ROW EXCLUSIVE MODE;
  EXECUTE format('CREATE TABLE %I (LIKE audit_events_default INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
  EXECUTE format('CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
  PERFORM limit_audit_partition(name::regclass);
  LOCK TABLE audit_events_default IN ACCESS EXCLUSIVE MODE;
  PERFORM set_config('gatehouse.audit_change', 'retention', true);
  EXECUTE format('WITH moved AS (DELETE FROM audit_events_default WHERE at >= $1 AND at < $2 RETURNING *)
                  INSERT INTO %I SELECT * FROM moved', name) USING from_at, to_at;
  PERFORM set_config('gatehouse.audit_change', 'none', true);
  EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, from_at, to_at);
END $$;

-- The chain: each signature is an HMAC over the one before it and the digests of events, so that a missing or changed event breaks it.
CREATE TABLE audit_signatures (
  number bigint PRIMARY KEY, -- 1, 2, 3, …
  month text NOT NULL, -- of its events, YYYY-MM
  through_seq bigint NOT NULL, -- its events: those of the month up to this seq that no signature before it has
  events integer NOT NULL,
  hash bytea NOT NULL,
  signed_at timestamptz NOT NULL,
  key_id text, -- of the HMAC; null: SECRET_KEY was not set
  -- Its events were archived, or removed as they were too old.
  removed_at timestamptz,
  archive_sha256 bytea,
  removal_key_id text,
  removal_proof bytea -- that this program did so
);
CREATE INDEX audit_signatures_month ON audit_signatures (month, number);

-- Events in which an erased person was replaced by a pseudonym.
CREATE TABLE audit_erasures (
  seq bigint PRIMARY KEY,
  signed_digest bytea NOT NULL, -- of the event as it was signed
  key_id text,
  proof bytea NOT NULL, -- that this program put the event as it is now in the place of the signed one
  erased_at timestamptz NOT NULL
);

-- Numbers of signed events by day (UTC), for charts and totals. Other events are counted by reading them.
CREATE TABLE audit_daily (
  scope text NOT NULL, -- 'all', or an organisation_id
  day date NOT NULL,
  action text NOT NULL,
  outcome text NOT NULL,
  events bigint NOT NULL,
  quarters integer[] NOT NULL, -- the same of each of its 96 quarters of an hour: days and hours of every time zone consist of them
  PRIMARY KEY (scope, day, action, outcome)
);

-- What a job has found unusual among the events of the last 24 hours, for the overview.
CREATE TABLE unusual_findings (
  scope text PRIMARY KEY, -- 'all', which each run writes, or the organisation_id of one with findings
  found_at timestamptz NOT NULL,
  findings jsonb NOT NULL -- as the contract has them, in their order
);
