/** Events with what their seal covers of them: their digest, or the one from before a person was erased. */
import { sql } from 'kysely';
import type { Queries } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { digestOf } from './digest.ts';
import type { EventRow } from './presenter.ts';

/** Finds the key of a seal. */
export type FindKey = (keyId: string) => Promise<AuditKey | undefined>;

export type SealedEvent = EventRow & {
  sealed_digest: Buffer | null;
  erasure_key_id: string | null;
  erasure_proof: Buffer | null;
};

/** In the order of their seals. */
export const sealedEvents = (queries: Queries) =>
  queries
    .selectFrom('audit_events as e')
    .leftJoin('audit_erasures as x', 'x.seq', 'e.seq')
    .selectAll('e')
    .select([
      'x.sealed_digest',
      sql<string | null>`x.key_id`.as('erasure_key_id'),
      sql<Buffer | null>`x.proof`.as('erasure_proof'),
    ])
    .orderBy('e.seq');

/** Not judged: whether this program erased the person. */
export const sealedDigestOf = (event: SealedEvent): Buffer => event.sealed_digest ?? digestOf(event);

/** A proof without a key, or under an unknown one, is worth nothing under a keyed seal. */
export const isWeaker = (keyId: string | null, key: AuditKey | undefined, sealKey: AuditKey | undefined): boolean =>
  keyId === null ? sealKey !== undefined : key === undefined;
