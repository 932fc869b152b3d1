/**
 * Keeps `audit_counts`: a job counts events that are settled, in batches, and moves `audit_counted` in the same transaction.
 * No writer of events touches a count, so that they don't wait for each other; readers add the events above `through_seq`.
 */
import { sql } from 'kysely';
import { tryLock, waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { settledSeq } from './seal.ts';

/** Advisory lock, the same in all processes: held while counts or `through_seq` change. */
const COUNT_LOCK = 7_406_012;
const BATCH_EVENTS = 20_000;
/** The server's end waits for a run. Whatever is left is counted in the next. */
const MAX_RUN_MS = 4_000;

/** The counts of a batch of events, by primary key of `audit_counts`. */
const countsOf = (events: ReturnType<typeof sql>) => sql`
  SELECT s.scope, w.minutes, date_bin(make_interval(mins => w.minutes), e.at, 'epoch'::timestamptz) AS starts_at,
         e.action, e.outcome, count(*) AS events
    FROM (${events}) e
    CROSS JOIN LATERAL (VALUES ('all'), (e.organisation_id::text)) s (scope)
    CROSS JOIN (VALUES (15), (1440)) w (minutes)
   WHERE s.scope IS NOT NULL
   GROUP BY 1, 2, 3, 4, 5`;

/** @returns how many events were counted */
export async function countNewEvents(db: Db, maxRunMs = MAX_RUN_MS): Promise<number> {
  if (!(await hasNewEvents(db))) return 0;
  const settled = await settledSeq(db);
  if (settled === undefined) return 0;
  const startedAtMs = performance.now();
  for (let total = 0; ;) {
    const counted = await countBatch(db, settled);
    total += counted;
    if (counted < BATCH_EVENTS || performance.now() - startedAtMs > maxRunMs) return total;
  }
}

/** Without the order the planner reads all events where none is new. */
async function hasNewEvents(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM audit_events WHERE seq > ${throughSeq} ORDER BY seq LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** SQL of the last event that is counted. */
export const throughSeq = sql<number>`coalesce((SELECT through_seq FROM audit_counted), 0)`;

/** One process at a time; the others find nothing to do. */
async function countBatch(db: Db, settled: number): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, COUNT_LOCK))) return 0;
    const batch = sql`SELECT seq, at, organisation_id, action, outcome FROM audit_events
      WHERE seq > ${throughSeq} AND seq <= ${settled} ORDER BY seq LIMIT ${BATCH_EVENTS}`;
    const { rows: counted } = await sql<{ events: number; last: number | null }>`
      WITH batch AS MATERIALIZED (${batch}),
      counted AS (
        INSERT INTO audit_counts AS c (scope, minutes, starts_at, action, outcome, events)
        ${countsOf(sql`SELECT * FROM batch`)}
        ON CONFLICT (scope, minutes, starts_at, action, outcome) DO UPDATE SET events = c.events + excluded.events)
      SELECT count(*)::int AS events, max(seq) AS last FROM batch`.execute(tx);
    const { events, last } = counted[0] as { events: number; last: number | null };
    if (last !== null)
      await sql`INSERT INTO audit_counted (through_seq) VALUES (${last})
        ON CONFLICT (only_row) DO UPDATE SET through_seq = excluded.through_seq`.execute(tx);
    return events;
  });
}

/** Takes the events up to `lastSeq` out of the counts; to be called in the transaction that deletes them, before that. */
export async function uncountEvents(tx: Transaction, lastSeq: number): Promise<void> {
  await waitForLock(tx, COUNT_LOCK);
  const isSame = sql`(c.scope, c.minutes, c.starts_at, c.action, c.outcome) = (g.scope, g.minutes, g.starts_at, g.action, g.outcome)`;
  // Each of the two changes rows that the other does not.
  await sql`
    WITH gone AS MATERIALIZED (${countsOf(sql`SELECT * FROM audit_events WHERE seq <= least(${lastSeq}, ${throughSeq})`)}),
    emptied AS (DELETE FROM audit_counts c USING gone g WHERE ${isSame} AND c.events <= g.events)
    UPDATE audit_counts c SET events = c.events - g.events FROM gone g WHERE ${isSame} AND c.events > g.events`.execute(tx);
}

/** Takes all counts of a time out, which consists of whole days of UTC; to be called in the transaction that removes its events. */
export async function uncountTime(tx: Transaction, from: Date, to: Date): Promise<void> {
  await waitForLock(tx, COUNT_LOCK);
  await tx.deleteFrom('audit_counts').where('starts_at', '>=', from).where('starts_at', '<', to).execute();
}
