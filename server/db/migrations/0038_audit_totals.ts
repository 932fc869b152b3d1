/**
 * Counts of the audit's events by time and outcome, of all actions together: the chart of a month reads a fraction of the rows. Kept by
 * the database in the statement that changes `audit_counts`, so that a program of an earlier version keeps them too.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const KEY = 'scope, minutes, starts_at, outcome';
const isSame = KEY.split(', ')
  .map((column) => `t.${column} = c.${column}`)
  .join(' AND ');

const statements = [
  // Summing the counts of ten million events takes some seconds.
  `SET LOCAL statement_timeout = 0`,
  `CREATE TABLE audit_totals (
     scope text NOT NULL,
     minutes smallint NOT NULL,
     starts_at timestamptz NOT NULL,
     outcome text NOT NULL,
     events bigint NOT NULL CHECK (events >= 0),
     PRIMARY KEY (${KEY})
   )`,
  `CREATE FUNCTION add_audit_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO audit_totals (${KEY}, events) SELECT ${KEY}, sum(events) FROM added GROUP BY ${KEY}
     ON CONFLICT (${KEY}) DO UPDATE SET events = audit_totals.events + excluded.events;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION change_audit_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE audit_totals t SET events = t.events + c.events
       FROM (SELECT ${KEY}, sum(events) AS events
               FROM (SELECT ${KEY}, events FROM added UNION ALL SELECT ${KEY}, -events FROM removed) change
              GROUP BY ${KEY}) c
      WHERE ${isSame} AND c.events <> 0;
     RETURN NULL;
   END $$`,
  `CREATE FUNCTION remove_audit_totals() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     UPDATE audit_totals t SET events = t.events - c.events
       FROM (SELECT ${KEY}, sum(events) AS events FROM removed GROUP BY ${KEY}) c WHERE ${isSame};
     DELETE FROM audit_totals t USING (SELECT DISTINCT ${KEY} FROM removed) c WHERE ${isSame} AND t.events = 0;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER audit_totals_come AFTER INSERT ON audit_counts
     REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_audit_totals()`,
  `CREATE TRIGGER audit_totals_change AFTER UPDATE ON audit_counts
     REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION change_audit_totals()`,
  `CREATE TRIGGER audit_totals_go AFTER DELETE ON audit_counts
     REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_audit_totals()`,
  `INSERT INTO audit_totals (${KEY}, events) SELECT ${KEY}, sum(events) FROM audit_counts GROUP BY ${KEY}`,
  `ANALYZE audit_totals`,
  // As of the counts: a restricted role of the server only reads them.
  `DO $$ DECLARE privilege record; BEGIN
     FOR privilege IN
       SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee
         FROM pg_class c, aclexplode(c.relacl) a
        WHERE c.oid = 'audit_totals'::regclass AND a.grantee <> c.relowner AND a.privilege_type <> 'SELECT'
     LOOP
       EXECUTE format('REVOKE INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER ON audit_totals FROM %s', privilege.grantee);
     END LOOP;
   END $$`,
];
