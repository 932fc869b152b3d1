/** Removes the oldest events once they are too old: their signatures stay and prove that nothing else is missing. */
import { sql } from 'kysely';
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { appendAuditEvent, systemOrigin } from './append.ts';
import {
  allowChange,
  proofOf,
  removalOf,
  signaturesOf,
  signedEvents,
  SIGNING_LOCK,
  type AuditKeys,
  type Signature,
} from './chain.ts';
import { rollUp } from './sign.ts';
import { walkChain } from './verify.ts';

/** Number of signatures in one transaction; each covers a few thousand events at most. */
const BATCH_SIGNATURES = 5;

/**
 * @param before events signed before this time are removed. @returns the number of removed events. @throws Error if the chain does
 * not match them
 */
export async function dropOldEvents(db: Db, before: Date, now: Date, keys: AuditKeys): Promise<number> {
  for (let total = 0; ;) {
    const dropped = await transaction(db, (tx) => dropBatch(tx, before, now, keys));
    total += dropped;
    if (dropped === 0) return total;
  }
}

async function dropBatch(tx: Transaction, before: Date, now: Date, { key, findKey }: AuditKeys): Promise<number> {
  await waitForLock(tx, SIGNING_LOCK);
  // A signature is younger than all of its events.
  const oldest = await tx
    .selectFrom('audit_signatures')
    .select(['through_seq', 'signed_at'])
    .where('removed_at', 'is', null)
    .orderBy('number')
    .limit(BATCH_SIGNATURES)
    .execute();
  const firstKept = oldest.findIndex(({ signed_at: at }) => at >= before);
  const through = (firstKept === -1 ? oldest : oldest.slice(0, firstKept)).at(-1)?.through_seq;
  if (through === undefined) return 0;

  // Verifies the events: whoever can write to the database could make them look old.
  const verified: Signature[] = [];
  const events = await signedEvents(tx).where('e.seq', '<=', through).execute();
  const signatures = signaturesOf(tx, { through, onSignature: (one) => verified.push(one) });
  const { brokenAt } = await walkChain({ signatures, events: eachOf(events), findKey });
  if (brokenAt !== null) throw new Error(`The audit has been changed at event ${String(brokenAt)}: no old events are removed`);

  await markRemoved(tx, verified, { key, now, sha256: null });
  await rollUp(tx, events, -1);
  await allowChange(tx, 'retention');
  await tx.deleteFrom('audit_events').where('seq', '<=', through).execute();
  await allowChange(tx, 'none');
  await tx.deleteFrom('audit_erasures').where('seq', '<=', through).execute();
  await appendAuditEvent(tx, systemOrigin(now), {
    action: 'Operator.DropOldEvents',
    details: { events: events.length, through },
  });
  return events.length;
}

// eslint-disable-next-line @typescript-eslint/require-await -- as a stream gives them
async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item, undefined> {
  yield* items;
}

interface Removal extends Pick<AuditKeys, 'key'> {
  readonly now: Date;
  /** SHA-256 of the archive; null without one. */
  readonly sha256: Buffer | null;
}

/**
 * Proves that this program has removed the events of signatures. @param signatures signatures that were verified with their events
 */
export async function markRemoved(
  tx: Transaction,
  signatures: readonly Signature[],
  { key, now, sha256 }: Removal,
): Promise<void> {
  const proofs = signatures.map((signature) => proofOf(key, removalOf({ ...signature, archive_sha256: sha256 })));
  await sql`UPDATE audit_signatures s
    SET removed_at = ${now}, archive_sha256 = ${sha256}, removal_key_id = ${key?.keyId ?? null}, removal_proof = r.proof
    FROM unnest(${signatures.map(({ number }) => number)}::bigint[], ${proofs}::bytea[]) r (number, proof)
    WHERE s.number = r.number`.execute(tx);
}
