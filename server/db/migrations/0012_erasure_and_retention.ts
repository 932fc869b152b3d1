/**
 * Persons can be erased and old events dropped while the audit's seals go on being verifiable. Seals of form 2 are over the digest
 * of each event, which stays when the person in it is replaced by a pseudonym; of dropped events their seal stays.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE audit_seals
    ADD COLUMN form smallint NOT NULL DEFAULT 1,
    ADD COLUMN dropped_at timestamptz,
    ADD COLUMN drop_key_id text,
    ADD COLUMN drop_proof bytea`.execute(db);
  await sql`CREATE TABLE audit_erasures (
    seq bigint PRIMARY KEY,
    -- of the event as it was sealed
    sealed_digest bytea NOT NULL,
    key_id text,
    -- that the program put the event as it is now in the place of the sealed one
    proof bytea NOT NULL,
    erased_at timestamptz NOT NULL
  )`.execute(db);
  // Each kind of change has to be announced in its transaction: neither happens by a mistaken statement. Forgery is the seal's matter.
  await sql`CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF coalesce(current_setting('gatehouse.audit_change', true), '') <> (CASE TG_OP WHEN 'UPDATE' THEN 'erasure' WHEN 'DELETE' THEN 'retention' END)
       OR TG_OP = 'TRUNCATE' THEN
      RAISE EXCEPTION 'the audit is append-only';
    END IF;
    RETURN NULL;
  END $$`.execute(db);
}
