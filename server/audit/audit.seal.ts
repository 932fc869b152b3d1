/**
 * Seals the audit: each seal is the SHA-256 of the former seal and of the events since, so that an event that is changed,
 * taken out or put in later breaks the chain. Sealing runs behind the writers and holds none of them up.
 * Whoever takes the last seals away with their events leaves a chain that is whole: that shows by a mark of one of them which was
 * kept elsewhere, as in the log.
 */
import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { transaction, type Db, type Store } from '../db/database.ts';
import { openRowStream } from '../export/rowStream.ts';
import type { AuditSealsTable } from '../db/schema.ts';
import type { EventRow } from './audit.presenter.ts';

/** One number for all processes of an installation. */
const SEAL_LOCK = 7_406_002;
const BATCH = 5000;

type Seal = Selectable<AuditSealsTable>;

const NO_SEAL = Buffer.alloc(32);

/** Every field, in a fixed order; times in UTC. */
const written = (event: EventRow): string =>
  JSON.stringify([
    event.seq,
    event.event_id,
    event.at.toISOString(),
    event.actor,
    event.on_behalf_of,
    event.action,
    event.target,
    event.target_user_id,
    event.organisation_id,
    event.organisation,
    event.outcome,
    event.ip,
    event.user_agent,
    event.details,
  ]);

function hashEvents(former: Buffer, events: readonly EventRow[]): Buffer {
  const hash = createHash('sha256').update(former);
  for (const event of events) hash.update(written(event));
  return hash.digest();
}

/** A writer that takes longer is waited for next time: sealing must hold nobody up. */
const LOCK_TIMEOUT_MS = 200;

/**
 * The last number before which nothing can appear any more. Numbers are given out before they are committed; for the moment in
 * which this lock is held no writer is between the two.
 */
async function settledSeq(db: Db): Promise<number> {
  return transaction(db, async (tx) => {
    await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
    await sql`LOCK TABLE audit_events IN SHARE MODE`.execute(tx);
    const row = await tx.selectFrom('audit_events').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
    return row?.seq ?? 0;
  });
}

/** Seals everything that has settled, batch by batch. @returns how many events the new seals cover */
export async function sealAudit(db: Db, now: Date): Promise<number> {
  let settled: number;
  try {
    settled = await settledSeq(db);
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return 0;
    throw error;
  }
  let total = 0;
  for (;;) {
    const sealed = await sealBatch(db, settled, now);
    total += sealed;
    if (sealed < BATCH) return total;
  }
}

/** The mark of the last seal, for the log. */
export async function lastMark(db: Db): Promise<string | null> {
  const last = await db
    .selectFrom('audit_seals')
    .select(['last_seq', 'hash'])
    .orderBy('last_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? markOf(last) : null;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** One process at a time; another one finds nothing left to do. */
async function sealBatch(db: Db, settled: number, now: Date): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS locked`.execute(tx);
    if (!rows[0]?.locked) return 0;
    const last = await tx.selectFrom('audit_seals').selectAll().orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
    const events = await tx
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '>', last?.last_seq ?? 0)
      .where('seq', '<=', settled)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    const lastSeq = events.at(-1)?.seq;
    if (lastSeq === undefined) return 0;
    await tx
      .insertInto('audit_seals')
      .values({ last_seq: lastSeq, events: events.length, hash: hashEvents(last?.hash ?? NO_SEAL, events), sealed_at: now })
      .execute();
    return events.length;
  });
}

export interface Verdict {
  seals: number;
  events: number;
  /** Events after the last seal: not wrong, not yet proven. */
  unsealed: number;
  /** The last sequence number of the first seal that does not fit, or that is not there; null when all do. */
  brokenAt: number | null;
  /** Of the last seal; null where there is none. */
  mark: string | null;
}

/** Says which seal it is of, and stands for everything up to there: nothing of that can be another. */
const markOf = ({ last_seq, hash }: Pick<Seal, 'last_seq' | 'hash'>): string => `${String(last_seq)}-${hash.toString('hex')}`;

/** A mark as somebody has kept it. @returns undefined where it is none */
export function readMark(text: string): Mark | undefined {
  const [, seq, hash] = /^(\d{1,15})-([\da-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { last_seq: Number(seq), hash: Buffer.from(hash, 'hex') };
}
export type Mark = Pick<Seal, 'last_seq' | 'hash'>;

/**
 * Reads the whole chain again, in flat memory however long it is and whatever somebody put in.
 * @param kept of a seal that must be in it
 */
export async function verifySeals(store: Store, kept?: Mark): Promise<Verdict> {
  // Opened first: whatever is sealed in this snapshot is among the events of the next.
  const seals = await openRowStream<Seal>(store.pool, store.db.selectFrom('audit_seals').selectAll().orderBy('last_seq'));
  try {
    const events = await openRowStream<EventRow>(store.pool, store.db.selectFrom('audit_events').selectAll().orderBy('seq'));
    try {
      return await walkChain(seals, events[Symbol.asyncIterator](), kept);
    } finally {
      events.destroy();
    }
  } finally {
    seals.destroy();
  }
}

async function walkChain(seals: AsyncIterable<Seal>, events: AsyncIterator<EventRow, undefined>, kept?: Mark): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, unsealed: 0, brokenAt: null, mark: null };
  let isKept = kept === undefined;
  let former: Buffer = NO_SEAL;
  let next = await events.next();
  for await (const seal of seals) {
    verdict.seals += 1;
    const hash = createHash('sha256').update(former);
    let found = 0;
    for (; next.done !== true && next.value.seq <= seal.last_seq; next = await events.next()) {
      hash.update(written(next.value));
      found += 1;
    }
    if (found !== seal.events || !hash.digest().equals(seal.hash)) return { ...verdict, brokenAt: seal.last_seq };
    former = seal.hash;
    verdict.events += found;
    verdict.mark = markOf(seal);
    isKept ||= kept?.last_seq === seal.last_seq && kept.hash.equals(seal.hash);
  }
  if (kept && !isKept) return { ...verdict, brokenAt: kept.last_seq };
  for (; next.done !== true; next = await events.next()) verdict.unsealed += 1;
  return verdict;
}
