/** Verifies the seals of the audit. */
import { sql, type Selectable } from 'kysely';
import type { DatabaseAccess, Transaction } from '../db/database.ts';
import type { AuditArchivedTable } from '../db/schema.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { openRowStream } from '../export/rowStream.ts';
import { archivedProof, digestOf, dropProof, erasureProof, hashWith, serialise } from './digest.ts';
import { markOf, NO_SEAL, type Mark, type Seal } from './seal.ts';
import { isWeaker, sealedEvents, type FindKey, type SealedEvent } from './sealedEvents.ts';

const BATCH_SEALS = 500;

export interface Verdict {
  seals: number;
  events: number;
  /** Of the events, those in which a pseudonym replaces an erased person. */
  erased: number;
  /** Events that were archived, or dropped because they were too old; their seals stay. */
  dropped: number;
  /** Events after the last seal: not proven yet, not an error. */
  unsealed: number;
  /** Last sequence number of the first seal that does not match or is missing; null if all match. */
  brokenAt: number | null;
  /** Seals at the beginning without a key: write access to the database was enough to make these. */
  unkeyed: number;
  /** Mark of the last seal; null without seals. */
  mark: string | null;
}

/**
 * Verifies the whole chain in constant memory, as it is at one moment: meanwhile events may be sealed, archived or dropped.
 * @param knownMark mark of a seal that must be in the chain
 */
export const verifySeals = (
  { db, pool }: DatabaseAccess,
  knownMark?: Mark,
  findKey: FindKey = () => Promise.resolve(undefined),
): Promise<Verdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Before the snapshot: a partition that is dropped after it would be missing nevertheless.
      await sql`LOCK TABLE audit_events IN ACCESS SHARE MODE`.execute(tx);
      const { rows } = await sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`.execute(tx);
      const events = await openRowStream<SealedEvent>(pool, sealedEvents(db), { snapshot: rows[0]?.snapshot as string });
      try {
        return await walkChain(
          { seals: sealsOf(tx), events: events[Symbol.asyncIterator](), archived: await archivedOf(tx), findKey },
          knownMark,
        );
      } finally {
        events.destroy();
      }
    });

/** A second stream would need one connection more. */
async function* sealsOf(tx: Transaction): AsyncGenerator<Seal> {
  for (let after = -1; ;) {
    const next = tx.selectFrom('audit_seals').selectAll().where('last_seq', '>', after).orderBy('last_seq');
    const seals = await next.limit(BATCH_SEALS).execute();
    yield* seals;
    if (seals.length < BATCH_SEALS) return;
    after = seals.at(-1)?.last_seq ?? after;
  }
}

type ArchivedDigest = Pick<Selectable<AuditArchivedTable>, 'seq' | 'sealed_digest' | 'key_id' | 'proof'>;

/** Finds the archived events of a seal that has others, too. */
async function archivedOf(tx: Transaction): Promise<(lastSeq: number) => Promise<ArchivedDigest[]>> {
  const { rows } = await sql<{ last_seq: number }>`SELECT DISTINCT last_seq FROM audit_archived`.execute(tx);
  const seals = new Set(rows.map(({ last_seq }) => last_seq));
  return (lastSeq) =>
    seals.has(lastSeq)
      ? tx.selectFrom('audit_archived').selectAll().where('last_seq', '=', lastSeq).orderBy('seq').execute()
      : Promise.resolve([]);
}

interface Chain {
  seals: AsyncIterable<Seal>;
  events: AsyncIterator<SealedEvent, undefined>;
  archived: (lastSeq: number) => Promise<ArchivedDigest[]>;
  findKey: FindKey;
}

async function walkChain({ seals, events, archived, findKey }: Chain, knownMark?: Mark): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, erased: 0, dropped: 0, unsealed: 0, brokenAt: null, unkeyed: 0, mark: null };
  let hasEvents = false;
  let isMarkFound = knownMark === undefined;
  let previous: Buffer = NO_SEAL;
  let next = await events.next();
  for await (const seal of seals) {
    verdict.seals += 1;
    const broken = { ...verdict, brokenAt: seal.last_seq };
    const key = seal.key_id === null ? undefined : await findKey(seal.key_id);
    const isDowngraded = seal.key_id === null ? verdict.unkeyed < verdict.seals - 1 : key === undefined;
    if (isDowngraded) return broken;
    if (!key) verdict.unkeyed += 1;
    if (seal.dropped_at !== null) {
      const isGone = next.done === true || next.value.seq > seal.last_seq;
      // Without a key anyone who writes to the database can make such a proof: it must not hide single events between others.
      const isHole = hasEvents && seal.drop_key_id === null;
      if (!isGone || isHole || !(await isDropProven(seal, key, findKey))) return broken;
      verdict.dropped += seal.events;
    } else {
      hasEvents = true;
      const hash = hashWith(key).update(previous);
      const elsewhere = await archived(seal.last_seq);
      const addElsewhere = async (before: number): Promise<boolean> => {
        for (let one = elsewhere[0]; one && one.seq < before; one = elsewhere[0]) {
          if (!(await isArchivedProven(one, key, findKey))) return false;
          hash.update(one.sealed_digest);
          verdict.dropped += 1;
          elsewhere.shift();
        }
        return true;
      };
      let found = elsewhere.length;
      for (; next.done !== true && next.value.seq <= seal.last_seq; next = await events.next()) {
        const sealed = await sealedFormOf(next.value, seal, key, findKey);
        if (sealed === undefined || !(await addElsewhere(next.value.seq))) return broken;
        hash.update(sealed);
        found += 1;
        verdict.events += 1;
        if (next.value.sealed_digest !== null) verdict.erased += 1;
      }
      if (!(await addElsewhere(Infinity)) || found !== seal.events || !hash.digest().equals(seal.hash)) return broken;
    }
    previous = seal.hash;
    verdict.mark = markOf(seal);
    isMarkFound ||= knownMark?.last_seq === seal.last_seq && knownMark.hash.equals(seal.hash);
  }
  if (knownMark && !isMarkFound) return { ...verdict, brokenAt: knownMark.last_seq };
  for (; next.done !== true; next = await events.next()) verdict.unsealed += 1;
  return verdict;
}

/** What the seal covers of an event; undefined if it was erased by another program. */
async function sealedFormOf(
  event: SealedEvent,
  seal: Seal,
  sealKey: AuditKey | undefined,
  findKey: FindKey,
): Promise<string | Buffer | undefined> {
  if (event.sealed_digest === null) return seal.form === 1 ? serialise(event) : digestOf(event);
  const key = event.erasure_key_id === null ? undefined : await findKey(event.erasure_key_id);
  if (seal.form === 1 || isWeaker(event.erasure_key_id, key, sealKey) || event.erasure_proof === null) return undefined;
  return erasureProof(key, event.sealed_digest, event).equals(event.erasure_proof) ? event.sealed_digest : undefined;
}

async function isArchivedProven(archived: ArchivedDigest, sealKey: AuditKey | undefined, findKey: FindKey): Promise<boolean> {
  const key = archived.key_id === null ? undefined : await findKey(archived.key_id);
  if (isWeaker(archived.key_id, key, sealKey)) return false;
  return archivedProof(key, archived.seq, archived.sealed_digest).equals(archived.proof);
}

async function isDropProven(seal: Seal, sealKey: AuditKey | undefined, findKey: FindKey): Promise<boolean> {
  const key = seal.drop_key_id === null ? undefined : await findKey(seal.drop_key_id);
  if (isWeaker(seal.drop_key_id, key, sealKey) || seal.drop_proof === null) return false;
  return dropProof(key, seal).equals(seal.drop_proof);
}
