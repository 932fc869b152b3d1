/** Verifies the chain of the audit. */
import { sql } from 'kysely';
import type { DatabaseAccess } from '../db/database.ts';
import { openRowStream } from '../export/rowStream.ts';
import {
  digestOf,
  hashOf,
  isProven,
  markOf,
  NO_SIGNATURE,
  removalOf,
  signaturesOf,
  signedEvents,
  type FindKey,
  type LinkedSignature,
  type Mark,
  type Signature,
  type SignedEvent,
} from './chain.ts';
import { monthOf } from './partitions.ts';
import { MAX_BATCH_EVENTS } from './sign.ts';

interface Verdict {
  signatures: number;
  events: number;
  /** Number of events in which a pseudonym replaces an erased user. */
  erased: number;
  /** Events that were archived, or removed because they were too old; their signatures stay. */
  removed: number;
  /** Events after the last signature: not proven yet, not an error. */
  unsigned: number;
  /** The last sequence number of the first signature that does not match or is missing; null if all match. */
  brokenAt: number | null;
  /** Number of signatures at the beginning that have no key: write access to the database was enough to forge them. */
  unkeyed: number;
  /** Mark of the last signature; null without any. */
  mark: string | null;
  /** The chain is intact, but the signature of the known mark is not in it. */
  isMarkMissing: boolean;
}

/**
 * Verifies the whole chain in constant memory, as it is at one moment: meanwhile events may be signed, archived or removed.
 * @param knownMark mark of a signature that must be in the chain
 */
export const verifyAudit = (
  { db, pool }: DatabaseAccess,
  knownMark?: Mark,
  findKey: FindKey = () => Promise.resolve(undefined),
): Promise<Verdict> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Locks before the snapshot: a partition that is dropped after it would be missing nevertheless.
      await sql`LOCK TABLE audit_events IN ACCESS SHARE MODE`.execute(tx);
      const { rows } = await sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`.execute(tx);
      const events = await openRowStream<SignedEvent>(pool, signedEvents(db), { snapshot: rows[0]?.snapshot as string });
      try {
        const chain = { signatures: signaturesOf(tx), events: events[Symbol.asyncIterator](), findKey };
        return await walkChain(chain, knownMark);
      } finally {
        events.destroy();
      }
    });

interface Chain {
  readonly signatures: AsyncIterable<LinkedSignature>;
  /** Events in the order of the sequence. */
  readonly events: AsyncIterator<SignedEvent, undefined>;
  readonly findKey: FindKey;
}

export async function walkChain({ signatures, events, findKey }: Chain, knownMark?: Mark): Promise<Verdict> {
  const verdict: Verdict = {
    signatures: 0,
    events: 0,
    erased: 0,
    removed: 0,
    unsigned: 0,
    brokenAt: null,
    unkeyed: 0,
    mark: null,
    isMarkMissing: knownMark !== undefined,
  };
  const reader = reading(events);
  let [through, hasEvents] = [0, false];
  /** Events by month, held until their signature comes. */
  let present = new Map<string, SignedEvent[]>();
  for await (const signature of signatures) {
    const broken = { ...verdict, brokenAt: signature.through_seq };
    verdict.signatures += 1;
    if (signature.through_seq !== through) {
      if (present.size > 0) return broken;
      through = signature.through_seq;
      const taken = await reader.take(through);
      if (!taken) return broken;
      present = taken;
    }
    const own = present.get(signature.month) ?? [];
    present.delete(signature.month);
    const isDowngraded = signature.key_id === null && verdict.unkeyed < verdict.signatures - 1;
    if (isDowngraded || !(await fits(signature, own, { hasEvents, findKey }))) return broken;
    if (signature.key_id === null) verdict.unkeyed += 1;
    if (signature.removed_at !== null) verdict.removed += signature.events;
    hasEvents ||= own.length > 0;
    verdict.events += own.length;
    verdict.erased += own.filter(({ signed_digest }) => signed_digest !== null).length;
    verdict.mark = markOf(signature);
    if (knownMark?.number === signature.number && knownMark.hash.equals(signature.hash)) verdict.isMarkMissing = false;
  }
  if (present.size > 0) return { ...verdict, brokenAt: through };
  return { ...verdict, unsigned: await reader.countRest() };
}

/** Reads events in steps, each of which is held in memory. */
function reading(events: AsyncIterator<SignedEvent, undefined>) {
  let next: Promise<IteratorResult<SignedEvent, undefined>> | undefined;
  const peek = () => (next ??= events.next());
  return {
    /** @returns the events through a number by month; undefined if they are more than are signed together */
    async take(through: number): Promise<Map<string, SignedEvent[]> | undefined> {
      const taken: SignedEvent[] = [];
      for (let found = await peek(); found.done !== true && found.value.seq <= through; found = await peek()) {
        if (taken.length === MAX_BATCH_EVENTS) return undefined;
        taken.push(found.value);
        next = undefined;
      }
      return Map.groupBy(taken, ({ at }) => monthOf(at));
    },
    async countRest(): Promise<number> {
      let count = 0;
      for (let found = await peek(); found.done !== true; found = await peek()) {
        count += 1;
        next = undefined;
      }
      return count;
    },
  };
}

interface Judging {
  /** An earlier signature has events. */
  readonly hasEvents: boolean;
  readonly findKey: FindKey;
}

async function fits(
  signature: LinkedSignature,
  events: readonly SignedEvent[],
  { hasEvents, findKey }: Judging,
): Promise<boolean> {
  const key = signature.key_id === null ? undefined : await findKey(signature.key_id);
  if (signature.key_id !== null && !key) return false;
  const previous = signature.number === 1 ? NO_SIGNATURE : signature.previous;
  if (previous === null) return false;
  if (signature.removed_at !== null) {
    // Anyone who can write to the database can make a proof without a key: it must not hide events between others.
    if (events.length > 0 || (hasEvents && signature.removal_key_id === null)) return false;
    const proof = { keyId: signature.removal_key_id, proof: signature.removal_proof };
    return isProven(findKey, signature, removalOf(signature), proof);
  }
  if (events.length !== signature.events) return false;
  const digests: Buffer[] = [];
  for (const event of events) {
    const digest = await signedDigestOf(event, signature, findKey);
    if (!digest) return false;
    digests.push(digest);
  }
  return hashOf(key, signature, { previous, digests }).equals(signature.hash);
}

/** The digest of an event that its signature covers; undefined if another program erased a user in it. */
async function signedDigestOf(event: SignedEvent, signature: Signature, findKey: FindKey): Promise<Buffer | undefined> {
  const now = digestOf(event);
  const { signed_digest: before, key_id: keyId, proof } = event;
  if (before === null) return now;
  return (await isProven(findKey, signature, ['erased', event.seq, before, now], { keyId, proof })) ? before : undefined;
}
