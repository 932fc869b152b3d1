/** Verifies the seals of the audit. */
import { sql } from 'kysely';
import type { DatabaseAccess, Db } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { openRowStream } from '../export/rowStream.ts';
import { digestOf, dropProof, erasureProof, hashWith, serialise } from './audit.digest.ts';
import type { EventRow } from './audit.presenter.ts';
import { markOf, NO_SEAL, type Mark, type Seal } from './audit.seal.ts';

export interface Verdict {
  seals: number;
  events: number;
  /** Of the events, those in which a pseudonym replaces an erased person. */
  erased: number;
  /** Events that were dropped because they were too old; their seals stay. */
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

/** Finds the key of a seal. */
type FindKey = (keyId: string) => Promise<AuditKey | undefined>;

type SealedEvent = EventRow & { sealed_digest: Buffer | null; erasure_key_id: string | null; erasure_proof: Buffer | null };

/**
 * Verifies the whole chain in constant memory.
 * @param knownMark mark of a seal that must be in the chain
 */
export async function verifySeals(
  store: DatabaseAccess,
  knownMark?: Mark,
  findKey: FindKey = () => Promise.resolve(undefined),
): Promise<Verdict> {
  // Opened before the events: everything sealed in this snapshot is in the later snapshot of events.
  const seals = await openRowStream<Seal>(store.pool, store.db.selectFrom('audit_seals').selectAll().orderBy('last_seq'));
  try {
    const events = await openRowStream<SealedEvent>(store.pool, eventsWithErasures(store.db));
    try {
      return await walkChain(seals, events[Symbol.asyncIterator](), findKey, knownMark);
    } finally {
      events.destroy();
    }
  } finally {
    seals.destroy();
  }
}

const eventsWithErasures = (db: Db) =>
  db
    .selectFrom('audit_events as e')
    .leftJoin('audit_erasures as x', 'x.seq', 'e.seq')
    .selectAll('e')
    .select([
      'x.sealed_digest',
      sql<string | null>`x.key_id`.as('erasure_key_id'),
      sql<Buffer | null>`x.proof`.as('erasure_proof'),
    ])
    .orderBy('e.seq');

async function walkChain(
  seals: AsyncIterable<Seal>,
  events: AsyncIterator<SealedEvent, undefined>,
  findKey: FindKey,
  knownMark?: Mark,
): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, erased: 0, dropped: 0, unsealed: 0, brokenAt: null, unkeyed: 0, mark: null };
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
      const isFirst = verdict.events === 0 && (next.done === true || next.value.seq > seal.last_seq);
      if (!isFirst || !(await isDropProven(seal, key, findKey))) return broken;
      verdict.dropped += seal.events;
    } else {
      const hash = hashWith(key).update(previous);
      let found = 0;
      for (; next.done !== true && next.value.seq <= seal.last_seq; next = await events.next()) {
        const sealed = await sealedFormOf(next.value, seal, key, findKey);
        if (sealed === undefined) return broken;
        hash.update(sealed);
        found += 1;
        if (next.value.sealed_digest !== null) verdict.erased += 1;
      }
      if (found !== seal.events || !hash.digest().equals(seal.hash)) return broken;
      verdict.events += found;
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

async function isDropProven(seal: Seal, sealKey: AuditKey | undefined, findKey: FindKey): Promise<boolean> {
  const key = seal.drop_key_id === null ? undefined : await findKey(seal.drop_key_id);
  if (isWeaker(seal.drop_key_id, key, sealKey) || seal.drop_proof === null) return false;
  return dropProof(key, seal).equals(seal.drop_proof);
}

/** A proof without a key, or under an unknown one, is worth nothing under a keyed seal. */
const isWeaker = (keyId: string | null, key: AuditKey | undefined, sealKey: AuditKey | undefined): boolean =>
  keyId === null ? sealKey !== undefined : key === undefined;
