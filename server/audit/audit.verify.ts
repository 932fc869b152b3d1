/** Verifies the seals of the audit. */
import type { DatabaseAccess } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { openRowStream } from '../export/rowStream.ts';
import type { EventRow } from './audit.presenter.ts';
import { hashWith, markOf, NO_SEAL, serialise, type Mark, type Seal } from './audit.seal.ts';

export interface Verdict {
  seals: number;
  events: number;
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
    const events = await openRowStream<EventRow>(store.pool, store.db.selectFrom('audit_events').selectAll().orderBy('seq'));
    try {
      return await walkChain(seals, events[Symbol.asyncIterator](), findKey, knownMark);
    } finally {
      events.destroy();
    }
  } finally {
    seals.destroy();
  }
}

async function walkChain(
  seals: AsyncIterable<Seal>,
  events: AsyncIterator<EventRow, undefined>,
  findKey: FindKey,
  knownMark?: Mark,
): Promise<Verdict> {
  const verdict: Verdict = { seals: 0, events: 0, unsealed: 0, brokenAt: null, unkeyed: 0, mark: null };
  let isMarkFound = knownMark === undefined;
  let previous: Buffer = NO_SEAL;
  let next = await events.next();
  for await (const seal of seals) {
    verdict.seals += 1;
    const key = seal.key_id === null ? undefined : await findKey(seal.key_id);
    const isDowngraded = seal.key_id === null ? verdict.unkeyed < verdict.seals - 1 : key === undefined;
    if (isDowngraded) return { ...verdict, brokenAt: seal.last_seq };
    if (!key) verdict.unkeyed += 1;
    const hash = hashWith(key).update(previous);
    let found = 0;
    for (; next.done !== true && next.value.seq <= seal.last_seq; next = await events.next()) {
      hash.update(serialise(next.value));
      found += 1;
    }
    if (found !== seal.events || !hash.digest().equals(seal.hash)) return { ...verdict, brokenAt: seal.last_seq };
    previous = seal.hash;
    verdict.events += found;
    verdict.mark = markOf(seal);
    isMarkFound ||= knownMark?.last_seq === seal.last_seq && knownMark.hash.equals(seal.hash);
  }
  if (knownMark && !isMarkFound) return { ...verdict, brokenAt: knownMark.last_seq };
  for (; next.done !== true; next = await events.next()) verdict.unsealed += 1;
  return verdict;
}
