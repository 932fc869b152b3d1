/**
 * Replaces an erased person by a pseudonym in all events. What was sealed stays provable: the digest of the event as it was is
 * kept, with a proof that this program changed it.
 */
import { sql, type SqlBool } from 'kysely';
import { waitForLock } from '../db/advisoryLock.ts';
import type { Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { allowChange, digestOf, erasureProof, SEAL_LOCK } from './digest.ts';
import type { EventRow } from './presenter.ts';
import { redact, type ErasedPerson } from './redaction.ts';

const BATCH_EVENTS = 500;

/** @returns a function that gives the number of changed events */
export const personErasure =
  (keyring: Keyring) =>
  async (tx: Transaction, person: ErasedPerson, now: Date): Promise<number> => {
    // Nothing is sealed meanwhile.
    await waitForLock(tx, SEAL_LOCK);
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await allowChange(tx, 'erasure');
    const last = await tx.selectFrom('audit_seals').select('last_seq').orderBy('last_seq', 'desc').limit(1).executeTakeFirst();
    let changed = 0;
    for (let after = -1; ;) {
      const events = await eventsOf(tx, person, after);
      for (const event of events) {
        const redacted = redact(event, person);
        if (digestOf(redacted).equals(digestOf(event))) continue;
        changed += 1;
        await replace(tx, redacted);
        if (event.seq <= (last?.last_seq ?? 0)) await prove(tx, keyring, event, redacted, now);
      }
      if (events.length < BATCH_EVENTS) break;
      after = events.at(-1)?.seq ?? after;
    }
    await allowChange(tx, 'none');
    return changed;
  };

const eventsOf = (tx: Transaction, { userId, userName, emails }: ErasedPerson, after: number): Promise<EventRow[]> =>
  tx
    .selectFrom('audit_events')
    .selectAll()
    .where('seq', '>', after)
    .where(
      sql<SqlBool>`target_user_id = ${userId} OR lower(actor) = ANY (${keysOf(userName, emails)})
        OR lower(on_behalf_of) = ANY (${keysOf(userName, emails)}) OR lower(target) = ANY (${keysOf(userName, emails)})
        OR EXISTS (SELECT FROM unnest(${keysOf(userName, emails)}::text[]) name WHERE strpos(lower(details::text), name) > 0)`,
    )
    .orderBy('seq')
    .limit(BATCH_EVENTS)
    .execute();

const keysOf = (userName: string, emails: readonly string[]): string[] => [userName, ...emails].map((name) => name.toLowerCase());

const replace = (tx: Transaction, { seq, actor, on_behalf_of, target, ip, user_agent, details }: EventRow) =>
  tx
    .updateTable('audit_events')
    .set({ actor, on_behalf_of, target, ip, user_agent, details: JSON.stringify(details) })
    .where('seq', '=', seq)
    .execute();

/** Another person may have been erased in this event before: what was sealed stays the same. */
async function prove(tx: Transaction, keyring: Keyring, event: EventRow, redacted: EventRow, now: Date): Promise<void> {
  const earlier = await tx.selectFrom('audit_erasures').select('sealed_digest').where('seq', '=', event.seq).executeTakeFirst();
  const sealedDigest = earlier?.sealed_digest ?? digestOf(event);
  const key = keyring.auditKey();
  const proven = { key_id: key?.keyId ?? null, proof: erasureProof(key, sealedDigest, redacted), erased_at: now };
  await tx
    .insertInto('audit_erasures')
    .values({ seq: event.seq, sealed_digest: sealedDigest, ...proven })
    .onConflict((conflict) => conflict.column('seq').doUpdateSet(proven))
    .execute();
}
