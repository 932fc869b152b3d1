/** What the seals of the audit cover: digests of events, and proofs that an event was erased, archived or dropped by this program. */
import { createHash, type Hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import type { EventRow } from './presenter.ts';

/** Advisory lock, the same in all processes: held while sealing, and while changing what is sealed. */
export const SEAL_LOCK = 7_406_002;

/** The form of new seals: over the digests of events. Form 1 was over the events themselves. */
export const SEAL_FORM = 2;

/** All fields in a fixed order; times in UTC. */
export const serialise = (event: EventRow): string =>
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

export const hashWith = (key: Pick<AuditKey, 'hmac'> | undefined): Hash | ReturnType<AuditKey['hmac']> =>
  key?.hmac() ?? createHash('sha256');

export const digestOf = (event: EventRow): Buffer => createHash('sha256').update(serialise(event)).digest();

/** @param event as it is now */
export const erasureProof = (key: AuditKey | undefined, sealedDigest: Buffer, event: EventRow): Buffer =>
  hashWith(key)
    .update(`erased ${String(event.seq)} `)
    .update(sealedDigest)
    .update(digestOf(event))
    .digest();

export const archivedProof = (key: AuditKey | undefined, seq: number, sealedDigest: Buffer): Buffer =>
  hashWith(key)
    .update(`archived ${String(seq)} `)
    .update(sealedDigest)
    .digest();

/** @param sha256 of all lines before the last */
export const archiveProof = (key: AuditKey | undefined, sha256: Buffer): Buffer =>
  hashWith(key).update('archive ').update(sha256).digest();

/** @param seal of the dropped events */
export const dropProof = (key: AuditKey | undefined, seal: { last_seq: number; hash: Buffer }): Buffer =>
  hashWith(key)
    .update(`dropped ${String(seal.last_seq)} `)
    .update(seal.hash)
    .digest();

/** Announces a change of events, which the database refuses otherwise; until the end of the transaction. */
export async function allowChange(tx: Transaction, change: 'erasure' | 'retention' | 'none'): Promise<void> {
  await sql`SELECT set_config('gatehouse.audit_change', ${change}, true)`.execute(tx);
}
