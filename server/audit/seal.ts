/**
 * Seals the audit: each seal is the HMAC of the previous seal and of the digests of the events since, so that changing, deleting or inserting
 * an event later breaks the chain, and access to the database alone is not enough to make another. Seals from before there was
 * a key are plain SHA-256, and come first. Sealing runs behind the writers and blocks none of them.
 * Deleting the last seals together with their events leaves a valid chain; that is detected by a mark of one of them kept
 * elsewhere, as in the log.
 */
import { sql, type Selectable } from 'kysely';
import { tryLock } from '../db/advisoryLock.ts';
import { transaction, type Db } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import type { AuditSealsTable } from '../db/schema.ts';
import { digestOf, hashWith, SEAL_FORM, SEAL_LOCK } from './digest.ts';
import type { EventRow } from './presenter.ts';

const BATCH_EVENTS = 5000;

export type Seal = Selectable<AuditSealsTable>;

export const NO_SEAL = Buffer.alloc(32);

function hashEvents(key: AuditKey | undefined, former: Buffer, events: readonly EventRow[]): Buffer {
  const hash = hashWith(key).update(former);
  for (const event of events) hash.update(digestOf(event));
  return hash.digest();
}

const LOCK_NOT_AVAILABLE = '55P03';

/** A longer writer is left for the next run: sealing must not block writers. */
const LOCK_TIMEOUT_MS = 200;

/**
 * The last sequence number below which no event can appear any more; undefined while a writer takes long. Numbers are assigned
 * before the commit; while this lock is held no writer is in between.
 */
export async function settledSeq(db: Db): Promise<number | undefined> {
  try {
    return await lockedLastSeq(db);
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return undefined;
    throw error;
  }
}

async function lockedLastSeq(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    // Not its partitions, which are never written to by name: a vacuum of one would hold this up.
    await sql`LOCK TABLE ONLY audit_events IN SHARE MODE`.execute(tx);
    const row = await tx.selectFrom('audit_events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
    return row?.seq ?? 0;
  });
}

/** Seals all settled events in batches. @returns how many events the new seals cover */
export async function sealAudit(db: Db, now: Date, key?: AuditKey): Promise<number> {
  const settled = await settledSeq(db);
  if (settled === undefined) return 0;
  let total = 0;
  for (;;) {
    const sealed = await sealBatch(db, settled, now, key);
    total += sealed;
    if (sealed < BATCH_EVENTS) return total;
  }
}

/** The mark of the last seal, for the log. */
export async function latestMark(db: Db): Promise<string | null> {
  const last = await db
    .selectFrom('audit_seals')
    .select(['last_seq', 'hash'])
    .orderBy('last_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? markOf(last) : null;
}

/** One process at a time; the others find nothing to do. */
async function sealBatch(db: Db, settled: number, now: Date, key: AuditKey | undefined): Promise<number> {
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, SEAL_LOCK))) return 0;
    const last = await tx.selectFrom('audit_seals').selectAll().orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
    const events = await tx
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '>', last?.last_seq ?? 0)
      .where('seq', '<=', settled)
      .orderBy('seq')
      .limit(BATCH_EVENTS)
      .execute();
    const lastSeq = events.at(-1)?.seq;
    if (lastSeq === undefined) return 0;
    await tx
      .insertInto('audit_seals')
      .values({
        last_seq: lastSeq,
        events: events.length,
        hash: hashEvents(key, last?.hash ?? NO_SEAL, events),
        sealed_at: now,
        key_id: key?.keyId ?? null,
        form: SEAL_FORM,
      })
      .execute();
    return events.length;
  });
}

export type Mark = Pick<Seal, 'last_seq' | 'hash'>;

/** Identifies a seal, and thereby everything up to it. */
export const markOf = ({ last_seq, hash }: Mark): string => `${String(last_seq)}-${hash.toString('hex')}`;

/** Parses a mark. @returns undefined if malformed */
export function parseMark(text: string): Mark | undefined {
  const [, seq, hash] = /^(\d{1,15})-([\da-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { last_seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}
