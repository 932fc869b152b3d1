/**
 * Archives months of the audit: verifies their events, copies them from the same snapshot into a file, verifies that by reading it,
 * and only then removes them from the database. Interrupted at any point, it loses nothing, and continues when it is run again.
 */
import { open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import { isLockTimeout, waitForLock } from '../db/advisoryLock.ts';
import { transaction, type DatabaseAccess, type Db, type Transaction } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { hashedGzip } from '../export/hashedGzip.ts';
import { openRowStream } from '../export/rowStream.ts';
import { appendAuditEvent, type AuditOrigin } from './append.ts';
import { ARCHIVE_FORMAT, ArchiveDamaged, END_OF_EVENTS, lastLineOf, readArchive, type Manifest } from './archiveFile.ts';
import { signaturesOf, signedEvents, SIGNING_LOCK, type AuditKeys, type Signature, type SignedEvent } from './chain.ts';
import { endOfMonth, lockOutReaders, lockPartitions, makePartition, monthOf, partitionOf, startOfMonth } from './partitions.ts';
import { markRemoved } from './retention.ts';
import { walkChain } from './verify.ts';

interface ArchiveJob extends Pick<AuditKeys, 'findKey'> {
  readonly store: DatabaseAccess;
  readonly folder: string;
  readonly key: AuditKey;
  readonly origin: AuditOrigin;
}

/** A month that can't be archived; the message says why. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

/** The months before `before` that have events, in order. */
export async function findMonths(db: Db, before: string): Promise<string[]> {
  const months: string[] = [];
  for (let from = new Date(-62_135_596_800_000); ;) {
    const { rows } = await sql<{ at: Date | null }>`
      SELECT min(at) AS at FROM audit_events WHERE at >= ${from} AND at < ${startOfMonth(before)}`.execute(db);
    const at = rows[0]?.at;
    if (!at) return months;
    months.push(monthOf(at));
    from = endOfMonth(monthOf(at));
  }
}

/** @throws ArchiveRefused, also if its events no longer match their signatures; nothing has been removed then */
export async function archiveMonth(job: ArchiveJob, month: string): Promise<Manifest & { readonly file: string }> {
  const part = join(job.folder, `audit-${month}.part`);
  try {
    await prepare(job, month);
    return await job.store.db.transaction().execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      // Nothing is signed, erased or removed until the end.
      await waitForLock(tx, SIGNING_LOCK);
      const { manifest, signatures } = await write(tx, job, { month, part });
      if ((await readArchive(part, job.findKey)).sha256 !== manifest.sha256)
        throw new ArchiveRefused(`${month}: the file is not as it was written.`);
      const file = await place(job, { month, part }, signatures);
      await markRemoved(tx, signatures, { key: job.key, now: job.origin.at, sha256: Buffer.from(manifest.sha256, 'hex') });
      await remove(tx, job, { manifest, file, through: signatures.at(-1)?.through_seq ?? 0 });
      return { ...manifest, file };
    });
  } finally {
    await rm(part, { force: true });
  }
}

/** Gives the month a partition that can be dropped, in a transaction of its own, since writers wait until its events have moved. */
const prepare = ({ store }: ArchiveJob, month: string): Promise<void> =>
  transaction(store.db, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await lockPartitions(tx);
    await waitFor(tx, () => makePartition(tx, month));
  });

interface Part {
  readonly month: string;
  readonly part: string;
}

/** Writes `part`. @returns its manifest, and the verified signatures of its events */
async function write(tx: Transaction, { store, key, findKey }: ArchiveJob, { month, part }: Part) {
  const client = await store.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const signatures: Signature[] = [];
    const ofMonth = signedEvents(store.db).where('e.at', '>=', startOfMonth(month)).where('e.at', '<', endOfMonth(month));
    const events = await openRowStream<SignedEvent>(store.pool, ofMonth, { snapshot: rows[0]?.snapshot as string });
    const { brokenAt, unsigned, ...verdict } = await walkChain({
      signatures: signaturesOf(tx, { month, onSignature: (one) => signatures.push(one) }),
      events: events[Symbol.asyncIterator](),
      findKey,
    }).finally(() => events.destroy());
    const [first, last] = [signatures[0], signatures.at(-1)];
    if (brokenAt !== null)
      throw new ArchiveRefused(
        `${month} has been changed: its seal at event ${String(brokenAt)} does not fit what the database has.`,
      );
    if (unsigned > 0 || !first || !last)
      throw new ArchiveRefused(`${month}: ${String(unsigned)} events are not sealed yet; running servers seal each minute.`);

    const file = await hashedGzip(part, 'w');
    try {
      const statement = `COPY (SELECT * FROM audit_events WHERE at >= '${startOfMonth(month).toISOString()}' AND at < '${endOfMonth(month).toISOString()}' ORDER BY seq) TO STDOUT (HEADER)`;
      for await (const chunk of client.query(copyTo(statement)) as AsyncIterable<Buffer>) await file.put(chunk);
      await file.put(END_OF_EVENTS);
    } catch (error) {
      await file.end('');
      throw error;
    }
    const manifest: Manifest = {
      format: ARCHIVE_FORMAT,
      month,
      events: verdict.events,
      erased: verdict.erased,
      signatures: signatures.length,
      first: endOf(first),
      last: endOf(last),
      sha256: file.sha256(),
    };
    await file.end(lastLineOf(manifest, key));
    await client.query('COMMIT');
    client.release();
    return { manifest, signatures };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

const endOf = ({ number, hash }: Signature) => [number, hash.toString('hex')] as const;

/**
 * Gives the written file its name, replacing the file of an interrupted run, which has the same signatures, and may name a user who
 * has been erased since. Any other file is kept beside it. @returns its name
 */
async function place({ folder, findKey }: ArchiveJob, { month, part }: Part, signatures: readonly Signature[]): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = join(folder, `audit-${month}${number === 1 ? '' : `.${String(number)}`}.copy.gz`);
    const there = await readArchive(file, findKey).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'ENOENT') return undefined;
      throw error instanceof ArchiveDamaged ? new ArchiveRefused(`${error.message} Move it away.`, { cause: error }) : error;
    });
    if (there && !signatures.some(({ number: one }) => one === there.first[0])) continue;
    await rename(part, file);
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
    return file;
  }
}

const MAX_ATTEMPTS = 120;
const RETRY_MS = 1000;

interface Removal {
  readonly manifest: Manifest;
  readonly file: string;
  readonly through: number;
}

/** Removes the month's partition with its counts. */
async function remove(tx: Transaction, { origin }: ArchiveJob, { manifest, file, through }: Removal): Promise<void> {
  const { month, events, sha256 } = manifest;
  const [from, to] = [startOfMonth(month), endOfMonth(month)];
  const partition = sql.table(partitionOf(month));
  await lockPartitions(tx);
  await sql`DELETE FROM audit_erasures WHERE seq IN (SELECT seq FROM ${partition})`.execute(tx);
  await sql`DELETE FROM audit_daily WHERE day >= (${from}::timestamptz AT TIME ZONE 'UTC')::date AND day < (${to}::timestamptz AT TIME ZONE 'UTC')::date`.execute(
    tx,
  );
  await appendAuditEvent(tx, origin, {
    action: 'Operator.ArchiveEvents',
    target: month,
    details: { events, through, file: basename(file), sha256 },
  });
  await waitFor(tx, () => lockOutReaders(tx));
  const { rows: later } = await sql`SELECT FROM ${partition} WHERE seq > ${through} LIMIT 1`.execute(tx);
  if (later.length > 0) throw new ArchiveRefused(`${month}: an event has been written meanwhile.`);
  await sql`DROP TABLE ${partition}`.execute(tx);
}

/** Waits for reports that read the month, without holding up others. */
async function waitFor(tx: Transaction, change: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`SAVEPOINT readers`.execute(tx);
    try {
      await change();
      return;
    } catch (error) {
      if (!isLockTimeout(error) || attempt === MAX_ATTEMPTS) throw error;
      await sql`ROLLBACK TO SAVEPOINT readers`.execute(tx);
      await pause(RETRY_MS);
    }
  }
}
