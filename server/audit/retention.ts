/** Drops events that are too old: whole seals from the beginning on, which stay and prove that nothing else is missing. */
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { appendAuditEvent, systemOrigin } from './append.ts';
import { uncountEvents } from './counting.ts';
import { allowChange, dropProof, SEAL_FORM, SEAL_LOCK } from './digest.ts';

/** Seals in one transaction, each of some thousand events at most. */
const BATCH_SEALS = 20;

/** @param before events up to this time are dropped. @returns how many were */
export async function dropOldEvents(db: Db, before: Date, now: Date, key: AuditKey | undefined): Promise<number> {
  let total = 0;
  for (;;) {
    const dropped = await dropBatch(db, before, now, key);
    total += dropped;
    if (dropped === 0) return total;
  }
}

async function dropBatch(db: Db, before: Date, now: Date, key: AuditKey | undefined): Promise<number> {
  return transaction(db, async (tx) => {
    await waitForLock(tx, SEAL_LOCK);
    const seals = await tx
      .selectFrom('audit_seals')
      .selectAll()
      .where('dropped_at', 'is', null)
      .orderBy('last_seq')
      .limit(BATCH_SEALS)
      .execute();
    // A seal is younger than all of its events.
    const firstKept = seals.findIndex(({ sealed_at, form }) => sealed_at >= before || form !== SEAL_FORM);
    const old = firstKept === -1 ? seals : seals.slice(0, firstKept);
    const last = old.at(-1);
    if (!last) return 0;
    for (const seal of old)
      await tx
        .updateTable('audit_seals')
        .set({ dropped_at: now, drop_key_id: key?.keyId ?? null, drop_proof: dropProof(key, seal) })
        .where('last_seq', '=', seal.last_seq)
        .execute();
    await uncountEvents(tx, last.last_seq);
    await allowChange(tx, 'retention');
    await tx.deleteFrom('audit_events').where('seq', '<=', last.last_seq).execute();
    await allowChange(tx, 'none');
    await tx.deleteFrom('audit_erasures').where('seq', '<=', last.last_seq).execute();
    await tx.deleteFrom('audit_archived').where('last_seq', '<=', last.last_seq).execute();
    const dropped = old.reduce((sum, { events }) => sum + events, 0);
    await appendAuditEvent(tx, systemOrigin(now), {
      action: 'Operator.DropOldEvents',
      details: { events: dropped, through: last.last_seq },
    });
    return dropped;
  });
}
