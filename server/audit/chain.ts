/**
 * The chain over the audit: each signature is the HMAC of the one before it and of the digests of events, so that a later change,
 * removal or insertion breaks it, and write access to the database is not enough to forge another chain. The events of a signature
 * are of one month, which thus leaves the database with whole signatures. Without SECRET_KEY a signature is a plain SHA-256.
 * Removing the last signatures together with their events leaves a valid chain: a mark kept elsewhere, as in the log, shows that.
 */
import { createHash, type Hash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';
import type { AuditErasuresTable, AuditSignaturesTable } from '../db/schema/audit.ts';
import type { AuditKey, Keyring } from '../encryption/keyring.ts';
import type { EventRow } from './repository.ts';

/** Advisory lock, the same in all processes: held while signing, and while signed events change. */
export const SIGNING_LOCK = 7_406_002;

export type Signature = Selectable<AuditSignaturesTable>;
/** Finds the key of a signature or a proof. */
export type FindKey = (keyId: string) => Promise<AuditKey | undefined>;

export interface AuditKeys {
  /** The key of new signatures and proofs; undefined without SECRET_KEY. */
  readonly key: AuditKey | undefined;
  readonly findKey: FindKey;
}

export const auditKeysOf = (keyring: Pick<Keyring, 'auditKey' | 'auditKeyById'>, queries: Queries): AuditKeys => ({
  key: keyring.auditKey(),
  findKey: (keyId) => keyring.auditKeyById(queries, keyId),
});

const BATCH_SIGNATURES = 500;

/** The predecessor of the first signature. */
export const NO_SIGNATURE = Buffer.alloc(32);

/** Digests all fields in a fixed order; times in UTC. */
export const digestOf = (event: EventRow): Buffer =>
  sha256([
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

const sha256 = (fields: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(fields)).digest();

export const hashWith = (key: Pick<AuditKey, 'hmac'> | undefined): Hash | ReturnType<AuditKey['hmac']> =>
  key?.hmac() ?? createHash('sha256');

/** @param previous hash of the signature before this one */
export function hashOf(
  key: AuditKey | undefined,
  { number, month, through_seq: throughSeq, signed_at: at }: Pick<Signature, 'number' | 'month' | 'through_seq' | 'signed_at'>,
  { previous, digests }: { readonly previous: Buffer; readonly digests: readonly Buffer[] },
): Buffer {
  const hash = hashWith(key).update(JSON.stringify(['signature', number, month, throughSeq, at.toISOString(), digests.length]));
  for (const bytes of [previous, ...digests]) hash.update(bytes);
  return hash.digest();
}

/**
 * A change of signed events by this program: it `erased` a user in an event (sequence number, digest as signed, present digest),
 * `removed` the events of a signature (its fields, SHA-256 of their archive), or wrote an `archive` (its manifest).
 */
type Change = readonly ['erased' | 'removed' | 'archive', ...(readonly (number | string | Buffer | null)[])];

export const proofOf = (key: AuditKey | undefined, change: Change): Buffer =>
  hashWith(key)
    .update(JSON.stringify(change.map((part) => (Buffer.isBuffer(part) ? part.toString('hex') : part))))
    .digest();

interface Proof {
  readonly keyId: string | null;
  readonly proof: Buffer | null;
}

/** A proof without a key does not count where the signature has one: an attacker who can write to the database could make it. */
export async function isProven(
  findKey: FindKey,
  signature: Pick<Signature, 'key_id'>,
  change: Change,
  { keyId, proof }: Proof,
): Promise<boolean> {
  const key = keyId === null ? undefined : await findKey(keyId);
  if (keyId === null ? signature.key_id !== null : !key) return false;
  return proof !== null && proofOf(key, change).equals(proof);
}

/** Events with the digest that their signature covers: their own, or the one from before a user was erased. */
export type SignedEvent = EventRow & {
  [Column in 'signed_digest' | 'proof' | 'key_id']: AuditErasuresTable[Column] | null;
};

/** The events in the order of their sequence numbers. */
export const signedEvents = (queries: Queries) =>
  queries
    .selectFrom('audit_events as e')
    .leftJoin('audit_erasures as x', 'x.seq', 'e.seq')
    .selectAll('e')
    .select(['x.signed_digest', 'x.key_id', 'x.proof'])
    .orderBy('e.seq');

/** The change to prove for a signature whose events were removed. */
export const removalOf = ({ number, month, through_seq: through, events, hash, archive_sha256: archive }: Signature) =>
  ['removed', number, month, through, events, hash, archive] as const;

/** A signature with the hash of the one before it. */
export type LinkedSignature = Signature & { readonly previous: Buffer | null };

interface Present {
  readonly month?: string;
  readonly through?: number;
  /** Called with each signature before it is judged. */
  readonly onSignature: (signature: Signature) => void;
}

/** All signatures in order; with `present`, those of a month, or through a number, whose events are still there. */
export async function* signaturesOf(tx: Transaction, present?: Present): AsyncGenerator<LinkedSignature> {
  for (let after = 0; ;) {
    let next = tx
      .selectFrom('audit_signatures as s')
      .leftJoin('audit_signatures as p', (join) => join.on('p.number', '=', sql<number>`s.number - 1`))
      .selectAll('s')
      .select('p.hash as previous')
      .where('s.number', '>', after)
      .orderBy('s.number');
    if (present) next = next.where('s.removed_at', 'is', null);
    if (present?.month !== undefined) next = next.where('s.month', '=', present.month);
    if (present?.through !== undefined) next = next.where('s.through_seq', '<=', present.through);
    const signatures = await next.limit(BATCH_SIGNATURES).execute();
    for (const signature of signatures) {
      present?.onSignature(signature);
      yield signature;
    }
    if (signatures.length < BATCH_SIGNATURES) return;
    after = signatures.at(-1)?.number ?? after;
  }
}

export type Mark = Pick<Signature, 'number' | 'hash'>;

/** Identifies a signature, and thereby everything up to it. */
export const markOf = ({ number, hash }: Mark): string => `${String(number)}-${hash.toString('hex')}`;

/** @returns undefined if the text is no mark */
export function parseMark(text: string): Mark | undefined {
  const [, number, hash] = /^(\d{1,15})-([\da-f]{64})$/.exec(text) ?? [];
  return number === undefined || hash === undefined ? undefined : { number: Number(number), hash: Buffer.from(hash, 'hex') };
}

export const findLast = (queries: Queries): Promise<Signature | undefined> =>
  queries.selectFrom('audit_signatures').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();

/** The mark of the last signature; null before there is one. */
export async function latestMark(queries: Queries): Promise<string | null> {
  const last = await findLast(queries);
  return last ? markOf(last) : null;
}

/** Allows a change of events until the end of the transaction; the database refuses it otherwise. */
export async function allowChange(tx: Transaction, change: 'erasure' | 'retention' | 'none'): Promise<void> {
  await sql`SELECT set_config('gatehouse.audit_change', ${change}, true)`.execute(tx);
}
