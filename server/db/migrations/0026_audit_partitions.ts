/**
 * `audit_events` becomes a table partitioned by `at`: what is there is its first partition, a job makes one for each later month, and
 * `audit_events_default` takes what fits none. Partitions have their own indexes and triggers, and nobody but the owner may write to
 * one by its name.
 */
import { sql, type Kysely } from 'kysely';

/** Named after the month that the first partition ends before. */
const BOUND_PREFIX = 'audit_events_before_';
const LOCK_TIMEOUT_MS = 4000;

/**
 * Reads all events while writers go on, so that `up` need not while it locks the table. The bound is at least 31 days ahead, as it
 * refuses later events until `up` is done. Events that are later already are left to `up`, which then reads all of them.
 */
export async function prepare(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    kind: string;
  }>`SELECT relkind AS kind FROM pg_class WHERE oid = to_regclass('audit_events')`.execute(db);
  if (rows[0]?.kind !== 'r') return;
  const bound = await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    const found = await findBound(tx);
    if (found !== undefined) return found;
    const month = await nextBound(tx);
    const later = await sql`SELECT FROM audit_events WHERE at >= ${startOf(month)} LIMIT 1`.execute(tx);
    if (later.rows.length > 0) return undefined;
    await sql`ALTER TABLE audit_events ADD CONSTRAINT ${sql.ref(BOUND_PREFIX + month)}
      CHECK (at < ${sql.lit(startOf(month))}::timestamptz) NOT VALID`.execute(tx);
    return month;
  });
  if (bound === undefined) return;
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await sql`ALTER TABLE audit_events VALIDATE CONSTRAINT ${sql.ref(BOUND_PREFIX + bound)}`.execute(tx);
  });
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`LOCK TABLE audit_events IN ACCESS EXCLUSIVE MODE`.execute(db);
  const bound = await findBound(db);
  const month = bound ?? (await nextBound(db));
  for (const statement of functions) await sql.raw(statement).execute(db);
  const { rows } = await sql<{ next: string }>`
    SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM audit_events_seq_seq`.execute(db);
  if (bound === undefined) await setLaterEventsAside(db, month);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await sql`SELECT setval('audit_events_seq_seq', ${rows[0]?.next}::bigint, false)`.execute(db);
  await sql`ALTER TABLE audit_events ATTACH PARTITION audit_events_first
    FOR VALUES FROM (MINVALUE) TO (${sql.lit(startOf(month))})`.execute(db);
  if (bound !== undefined) await sql`ALTER TABLE audit_events_first DROP CONSTRAINT ${sql.ref(BOUND_PREFIX + bound)}`.execute(db);
  await sql`SELECT limit_audit_partition('audit_events_first')`.execute(db);
  await sql`SELECT make_audit_partition('audit_events_default', NULL, NULL)`.execute(db);
  if (bound === undefined) await sql`INSERT INTO audit_events SELECT * FROM later_audit_events`.execute(db);
}

/** @returns `YYYY_MM` */
async function findBound(db: Kysely<unknown>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint
     WHERE conrelid = 'audit_events'::regclass AND starts_with(conname, ${BOUND_PREFIX})`.execute(db);
  return rows[0]?.name.slice(BOUND_PREFIX.length);
}

async function nextBound(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ month: string }>`
    SELECT to_char((now() + interval '31 days') AT TIME ZONE 'UTC' + interval '1 month', 'YYYY_MM') AS month`.execute(db);
  return rows[0]?.month as string;
}

const startOf = (month: string): string => `${month.replace('_', '-')}-01T00:00:00Z`;

/** A clock was wrong: they come back after the table is partitioned. */
async function setLaterEventsAside(db: Kysely<unknown>, month: string): Promise<void> {
  await sql`SET LOCAL gatehouse.audit_change = 'retention'`.execute(db);
  await sql`CREATE TEMPORARY TABLE later_audit_events ON COMMIT DROP AS
    SELECT * FROM audit_events WHERE at >= ${sql.lit(startOf(month))}::timestamptz`.execute(db);
  await sql`DELETE FROM audit_events WHERE at >= ${startOf(month)}::timestamptz`.execute(db);
  await sql`SET LOCAL gatehouse.audit_change = 'none'`.execute(db);
}

const functions = [
  // A new partition has the privileges of tables by default: its reader may stay, as programs of the version before demand it.
  `CREATE FUNCTION limit_audit_partition(partition regclass) RETURNS void LANGUAGE plpgsql AS $$
   DECLARE role record;
   BEGIN
     FOR role IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
                   FROM pg_class, aclexplode(relacl) WHERE oid = partition AND grantee <> relowner
     LOOP EXECUTE format('REVOKE ALL ON %s FROM %s', partition, role.name); END LOOP;
     FOR role IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS name
                   FROM pg_class, aclexplode(relacl)
                  WHERE oid = 'audit_events'::regclass AND grantee <> relowner AND privilege_type = 'SELECT'
     LOOP EXECUTE format('GRANT SELECT ON %s TO %s', partition, role.name); END LOOP;
   END $$`,
  // Without times: the default partition. Its events of that time move to the new one.
  `CREATE FUNCTION make_audit_partition(name text, from_at timestamptz, to_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
   BEGIN
     LOCK TABLE ONLY audit_events IN SHARE UPDATE EXCLUSIVE MODE;
     EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING CONSTRAINTS INCLUDING INDEXES)', name,
                    CASE WHEN from_at IS NULL THEN 'audit_events_first' ELSE 'audit_events_default' END);
     EXECUTE format('CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
                       FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', name);
     PERFORM limit_audit_partition(name::regclass);
     IF from_at IS NULL THEN
       EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION %I DEFAULT', name);
     ELSE
       LOCK TABLE audit_events_default IN ACCESS EXCLUSIVE MODE;
       PERFORM set_config('gatehouse.audit_change', 'retention', true);
       EXECUTE format('WITH moved AS (DELETE FROM audit_events_default WHERE at >= $1 AND at < $2 RETURNING *)
                       INSERT INTO %I SELECT * FROM moved', name) USING from_at, to_at;
       PERFORM set_config('gatehouse.audit_change', 'none', true);
       EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, from_at, to_at);
     END IF;
   END $$`,
];

const statements = [
  `ALTER TABLE audit_events RENAME TO audit_events_first`,
  // An identity of a partitioned table needs PostgreSQL 17.
  `ALTER TABLE audit_events_first ALTER COLUMN seq DROP IDENTITY`,
  `CREATE TABLE audit_events (LIKE audit_events_first INCLUDING DEFAULTS) PARTITION BY RANGE (at)`,
  `ALTER TABLE audit_events ADD CONSTRAINT audit_events_outcome_check CHECK (outcome IN ('success', 'failure', 'refused'))`,
  `CREATE SEQUENCE audit_events_seq_seq AS bigint OWNED BY audit_events.seq`,
  `ALTER TABLE audit_events ALTER COLUMN seq SET DEFAULT nextval('audit_events_seq_seq')`,
  `CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  // Of an archived event whose seal covers others that are still there: what the seal covers of it, and that this program archived it.
  `CREATE TABLE audit_archived (
     seq bigint PRIMARY KEY,
     -- of its seal
     last_seq bigint NOT NULL,
     sealed_digest bytea NOT NULL,
     key_id text,
     proof bytea NOT NULL
   )`,
  `CREATE INDEX audit_archived_seal ON audit_archived (last_seq, seq)`,
  // The new tables have the privileges of those that they belong to.
  `DO $$
   DECLARE pair record; privilege record;
   BEGIN
     FOR pair IN SELECT * FROM (VALUES ('audit_events_first', 'audit_events'), ('audit_erasures', 'audit_archived')) pairs (model, made) LOOP
       FOR privilege IN SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS grantee
                          FROM pg_class, aclexplode(relacl) WHERE oid = pair.made::regclass AND grantee <> relowner
       LOOP EXECUTE format('REVOKE ALL ON %I FROM %s', pair.made, privilege.grantee); END LOOP;
       FOR privilege IN SELECT privilege_type AS name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS grantee
                          FROM pg_class, aclexplode(relacl) WHERE oid = pair.model::regclass AND grantee <> relowner
       LOOP
         EXECUTE format('GRANT %s ON %I TO %s', privilege.name, pair.made, privilege.grantee);
         IF pair.made = 'audit_events' AND privilege.name = 'INSERT' THEN
           EXECUTE format('GRANT USAGE ON SEQUENCE audit_events_seq_seq TO %s', privilege.grantee);
         END IF;
       END LOOP;
     END LOOP;
   END $$`,
];
