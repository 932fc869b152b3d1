/**
 * Streams events to a log collector (SIEM), as JSON lines to stdout or by HTTPS: in order, from a cursor in the database that
 * moves after the delivery, so that each event arrives at least once. One process streams at a time.
 */
import type { Config } from '../config/config.ts';
import { tryLock } from '../db/advisoryLock.ts';
import { transaction, type Db } from '../db/database.ts';
import { presentEvent, type EventRow } from './repository.ts';
import { settledSeq } from './sign.ts';

/** Delivers lines; rejects if the delivery is not known to have succeeded. */
type Sink = (lines: string) => Promise<void>;

/** Advisory lock, the same in all processes. */
const STREAM_LOCK = 7_406_036;
const CURSOR_KEY = 'audit_stream';
const BATCH_EVENTS = 500;
const TIMEOUT_MS = 5_000;

type StreamConfig = Pick<Config, 'AUDIT_STREAM' | 'AUDIT_STREAM_URL' | 'AUDIT_STREAM_TOKEN'>;

/** @returns undefined if nothing is configured */
export function sinkOf({ AUDIT_STREAM, AUDIT_STREAM_URL, AUDIT_STREAM_TOKEN }: StreamConfig): Sink | undefined {
  if (AUDIT_STREAM_URL !== undefined) return (lines) => post(AUDIT_STREAM_URL, AUDIT_STREAM_TOKEN, lines);
  return AUDIT_STREAM === 'stdout' ? print : undefined;
}

const print: Sink = (lines) =>
  new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => {
      if (error) reject(error);
      else resolve();
    });
  });

async function post(url: string, token: string | undefined, lines: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: lines,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The collector of the audit answered ${String(response.status)}`);
}

/** Streams the events since the cursor. @returns the number of events */
export async function streamAudit(db: Db, sink: Sink): Promise<number> {
  const settled = await settledSeq(db);
  if (settled === undefined) return 0;
  for (let total = 0; ;) {
    const streamed = await streamBatch(db, sink, settled);
    total += streamed;
    if (streamed < BATCH_EVENTS) return total;
  }
}

/** The cursor moves in the transaction that holds the lock; a crash in between delivers the batch once more. */
async function streamBatch(db: Db, sink: Sink, settled: number): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, STREAM_LOCK))) return 0;
    const cursor = await tx.selectFrom('settings').select('value').where('key', '=', CURSOR_KEY).executeTakeFirst();
    const events = await tx
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '>', Number(cursor?.value ?? 0))
      .where('seq', '<=', settled)
      .orderBy('seq')
      .limit(BATCH_EVENTS)
      .execute();
    const last = events.at(-1);
    if (!last) return 0;
    await sink(events.map(lineOf).join(''));
    const value = String(last.seq);
    await tx
      .insertInto('settings')
      .values({ key: CURSOR_KEY, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    return events.length;
  });
}

const lineOf = (event: EventRow): string => `${JSON.stringify({ type: 'audit', seq: event.seq, ...presentEvent(event) })}\n`;
