/** A back-channel log-out carries what its delivery needs, so that an application that is disabled or deleted meanwhile gets it too. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE oidc_logouts ADD COLUMN uri text, ADD COLUMN pairwise boolean`,
  `UPDATE oidc_logouts l SET uri = a.backchannel_logout_uri, pairwise = a.pairwise FROM applications a
    WHERE a.application_id = l.application_id`,
  `ALTER TABLE oidc_logouts DROP CONSTRAINT oidc_logouts_application_id_fkey`,

  `CREATE OR REPLACE FUNCTION queue_oidc_logout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO oidc_logouts (application_id, user_id, sid, created_at, next_attempt_at, uri, pairwise)
     SELECT e.application_id, e.user_id, e.sid, now(), now(), a.backchannel_logout_uri, a.pairwise
       FROM ended e JOIN applications a USING (application_id)
      WHERE a.backchannel_logout_uri IS NOT NULL;
     RETURN NULL;
   END $$`,

  // A cascade would come when the application, and with it the address, is gone.
  `CREATE FUNCTION end_oidc_grants_of_application() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     DELETE FROM oidc_grants WHERE application_id = OLD.application_id;
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER applications_deleted BEFORE DELETE ON applications FOR EACH ROW
     EXECUTE FUNCTION end_oidc_grants_of_application()`,
];
