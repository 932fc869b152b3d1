/** Signs new events, behind the writers and blocking none of them, and counts them in the same transaction. */
import { sql } from 'kysely';
import { isLockTimeout, tryLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { digestOf, findLast, hashOf, NO_SIGNATURE, SIGNING_LOCK } from './chain.ts';
import { ALL, dayOf, quarterOf, QUARTERS, startOfDay, type Outcome } from './counts.ts';
import { monthOf } from './partitions.ts';
import type { EventRow } from './repository.ts';

/** Events of consecutive numbers that are signed together, in one signature for each of their months. */
export const MAX_BATCH_EVENTS = 5000;

/** A transaction that writes for longer is left for the next run: writers must not wait. */
const LOCK_TIMEOUT_MS = 200;

/**
 * The last sequence number below which no event can appear any more; undefined while a writer takes long. Numbers are assigned
 * before the commit; while this lock is held no writer is in between.
 */
export async function settledSeq(db: Db): Promise<number | undefined> {
  try {
    return await lockedLastSeq(db);
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

async function lockedLastSeq(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    // Locks the table without its partitions, which are never written to by name: a vacuum of one would delay this.
    await sql`LOCK TABLE ONLY audit_events IN SHARE MODE`.execute(tx);
    const row = await tx.selectFrom('audit_events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
    return row?.seq ?? 0;
  });
}

async function hasUnsigned(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`SELECT coalesce(
    (SELECT seq FROM audit_events ORDER BY seq DESC LIMIT 1) >
    coalesce((SELECT through_seq FROM audit_signatures ORDER BY number DESC LIMIT 1), 0), false) AS found`.execute(db);
  return rows[0]?.found === true;
}

/** Signs all settled events. @returns how many the new signatures cover */
export async function signAudit(db: Db, now: Date, key?: AuditKey): Promise<number> {
  if (!(await hasUnsigned(db))) return 0;
  const settled = await settledSeq(db);
  if (settled === undefined) return 0;
  for (let total = 0; ;) {
    const signed = await signBatch(db, settled, now, key);
    total += signed;
    if (signed < MAX_BATCH_EVENTS) return total;
  }
}

/** Runs in one process at a time; the others find nothing to do. */
async function signBatch(db: Db, settled: number, now: Date, key: AuditKey | undefined): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, SIGNING_LOCK))) return 0;
    const last = await findLast(tx);
    const after = last?.through_seq ?? 0;
    const events = await tx
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '>', after)
      .where('seq', '<=', settled)
      .orderBy('seq')
      .limit(MAX_BATCH_EVENTS)
      .execute();
    const through = events.at(-1)?.seq;
    if (through === undefined) return 0;
    let [number, previous] = [last?.number ?? 0, last?.hash ?? NO_SIGNATURE];
    for (const [month, ofMonth] of Map.groupBy(events, ({ at }) => monthOf(at))) {
      number += 1;
      const place = { number, month, through_seq: through, signed_at: now };
      previous = hashOf(key, place, { previous, digests: ofMonth.map(digestOf) });
      await tx
        .insertInto('audit_signatures')
        .values({ ...place, events: ofMonth.length, hash: previous, key_id: key?.keyId ?? null })
        .execute();
    }
    await rollUp(tx, events);
    return events.length;
  });
}

type RolledUp = Pick<EventRow, 'at' | 'organisation_id' | 'action' | 'outcome'>;

/** Adds events that are being signed to the roll-up; with -1 it takes events out that are being removed. */
export async function rollUp(tx: Transaction, events: readonly RolledUp[], sign: 1 | -1 = 1): Promise<void> {
  const days = new Map<
    string,
    { scope: string; day: string; action: string; outcome: Outcome; events: number; quarters: number[] }
  >();
  for (const { at, organisation_id: organisationId, action, outcome } of events)
    for (const scope of organisationId === null ? [ALL] : [ALL, organisationId]) {
      const key = [scope, dayOf(at), action, outcome].join(' ');
      const day = days.get(key) ?? {
        scope,
        day: dayOf(at),
        action,
        outcome,
        events: 0,
        quarters: Array<number>(QUARTERS).fill(0),
      };
      const quarter = Math.floor(quarterOf(at)) - quarterOf(startOfDay(at));
      day.quarters[quarter] = (day.quarters[quarter] ?? 0) + sign;
      day.events += sign;
      days.set(key, day);
    }
  await sql`
    INSERT INTO audit_daily AS d (scope, day, action, outcome, events, quarters)
    SELECT scope, day, action, outcome, events, quarters FROM jsonb_to_recordset(${JSON.stringify([...days.values()])}::jsonb)
        AS n (scope text, day date, action text, outcome text, events bigint, quarters integer[])
    ON CONFLICT (scope, day, action, outcome) DO UPDATE
       SET events = d.events + excluded.events,
           quarters = (SELECT array_agg(former + added ORDER BY i)
                         FROM unnest(d.quarters, excluded.quarters) WITH ORDINALITY q (former, added, i))`.execute(tx);
  if (sign === -1) await tx.deleteFrom('audit_daily').where('events', '=', 0).execute();
}
