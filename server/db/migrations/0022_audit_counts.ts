/**
 * Counts of the audit's events by time, for charts and totals. The table begins empty and is filled in batches by a job, up to
 * `audit_counted.through_seq`; newer events are counted by reading them.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE audit_counts (
     -- 'all', or an organisation_id
     scope text NOT NULL,
     -- 15 or 1440: the days and hours of every time zone consist of whole quarters of an hour of UTC
     minutes smallint NOT NULL,
     starts_at timestamptz NOT NULL,
     action text NOT NULL,
     outcome text NOT NULL,
     events bigint NOT NULL CHECK (events > 0),
     PRIMARY KEY (scope, minutes, starts_at, action, outcome)
   )`,
  // No row: nothing is counted yet.
  `CREATE TABLE audit_counted (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), through_seq bigint NOT NULL)`,
  // A restricted role of the server gets privileges on new tables by default; of the audit it only reads.
  `DO $$ DECLARE privilege record; BEGIN
     FOR privilege IN
       SELECT c.relname AS name, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
         FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid IN ('audit_counts'::regclass, 'audit_counted'::regclass)
          AND a.grantee <> c.relowner AND a.privilege_type <> 'SELECT'
     LOOP
       EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER ON %I FROM %s', privilege.name, privilege.grantee);
     END LOOP;
   END $$`,
];
