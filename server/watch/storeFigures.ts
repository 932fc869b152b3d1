/** Figures that only the database knows. */
import { sql } from 'kysely';
import { transaction, type Db } from '../db/database.ts';

export interface StoreFigures {
  mails_due: number;
  mails_oldest_seconds: number;
  mails_given_up: number;
  sessions: number;
  accounts_locked: number;
  database_locks_waiting: number;
  audit_unsealed_seconds: number;
  audit_unstreamed_seconds: number;
  file_removals_due: number;
}

/** Several Prometheus servers may ask; a count of all sessions is not for every second. */
const FRESH_MS = 10_000;
const FAILED_MS = 1000;
const TIMEOUT_MS = 3000;

/** @returns a function that gives the figures, undefined while the database does not answer */
export function storeFigures(db: Db): () => Promise<StoreFigures | undefined> {
  let latest: { at: number; figures: Promise<StoreFigures | undefined> } | undefined;
  return () => {
    if (!latest || performance.now() - latest.at > FRESH_MS) {
      const asked = { at: performance.now(), figures: read(db).catch(() => undefined) };
      latest = asked;
      // All gauges of one scrape share a failure, the next scrape asks anew.
      void asked.figures.then((figures) => {
        if (!figures) asked.at = performance.now() - FRESH_MS + FAILED_MS;
      });
    }
    return latest.figures;
  };
}

const read = (db: Db): Promise<StoreFigures> =>
  transaction(db, async (tx) => {
    await sql`SET LOCAL statement_timeout = ${sql.lit(TIMEOUT_MS)}`.execute(tx);
    const { rows } = await sql<StoreFigures>`SELECT
      (SELECT count(*) FROM mails WHERE sent_at IS NULL AND next_attempt_at <= now())::int AS mails_due,
      (SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) FROM mails
        WHERE sent_at IS NULL AND next_attempt_at < 'infinity')::float8 AS mails_oldest_seconds,
      (SELECT count(*) FROM mails WHERE sent_at IS NULL AND next_attempt_at = 'infinity'
        AND created_at > now() - interval '4 days')::int AS mails_given_up,
      (SELECT count(*) FROM sessions WHERE expires_at > now())::int AS sessions,
      (SELECT count(*) FROM users WHERE locked_until > now())::int AS accounts_locked,
      (SELECT count(*) FROM pg_locks WHERE NOT granted)::int AS database_locks_waiting,
      -- One that a process has taken and could not remove is due again minutes later.
      (SELECT count(*) FROM file_removals WHERE due_at <= now() OR NOT is_uploading)::int AS file_removals_due,
      coalesce(extract(epoch FROM now() - (SELECT at FROM audit_events
        WHERE seq > (SELECT coalesce(max(through_seq), 0) FROM audit_signatures) ORDER BY seq LIMIT 1)), 0)::float8 AS audit_unsealed_seconds,
      coalesce(extract(epoch FROM now() - (SELECT at FROM audit_events
        WHERE seq > coalesce((SELECT value::bigint FROM settings WHERE key = 'audit_stream'), 0) ORDER BY seq LIMIT 1)), 0)::float8
        AS audit_unstreamed_seconds`.execute(tx);
    return rows[0] as StoreFigures;
  });
