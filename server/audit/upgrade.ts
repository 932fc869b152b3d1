/**
 * Seals of form 1 are over the events themselves, so that no person could be erased under them: once, if the whole chain is intact,
 * they are made anew over the digests. Their marks change, which the log tells; unkeyed ones stay unkeyed.
 */
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type DatabaseAccess, type Transaction } from '../db/database.ts';
import type { AuditKey } from '../encryption/keyring.ts';
import { SEAL_FORM, SEAL_LOCK } from './digest.ts';
import { hashEvents, latestMark, NO_SEAL } from './seal.ts';
import { verifySeals } from './verify.ts';

type FindKey = (keyId: string) => Promise<AuditKey | undefined>;

/** @returns the last mark before and after; undefined if there was nothing to do, or the chain is broken and has to show it */
export async function upgradeSeals(
  store: DatabaseAccess,
  findKey: FindKey,
): Promise<{ formerMark: string | null; mark: string | null } | undefined> {
  if (!(await hasFormerSeals(store.db))) return undefined;
  const { brokenAt, mark: formerMark } = await verifySeals(store, undefined, findKey);
  if (brokenAt !== null) return undefined;
  const isDone = await transaction(store.db, async (tx) => {
    await waitForLock(tx, SEAL_LOCK);
    if (!(await hasFormerSeals(tx))) return false;
    await sealAnew(tx, findKey);
    return true;
  });
  return isDone ? { formerMark, mark: await latestMark(store.db) } : undefined;
}

export async function hasFormerSeals(queries: Pick<Transaction, 'selectFrom'>): Promise<boolean> {
  const former = queries.selectFrom('audit_seals').select('last_seq').where('form', '<', SEAL_FORM).limit(1);
  return (await former.executeTakeFirst()) !== undefined;
}

async function sealAnew(tx: Transaction, findKey: FindKey): Promise<void> {
  const seals = await tx.selectFrom('audit_seals').select(['last_seq', 'key_id']).orderBy('last_seq').execute();
  let former: Buffer = NO_SEAL;
  let from = 0;
  for (const seal of seals) {
    const events = await tx
      .selectFrom('audit_events')
      .selectAll()
      .where('seq', '>', from)
      .where('seq', '<=', seal.last_seq)
      .orderBy('seq')
      .execute();
    const key = seal.key_id === null ? undefined : await findKey(seal.key_id);
    former = hashEvents(key, former, events);
    from = seal.last_seq;
    await tx.updateTable('audit_seals').set({ hash: former, form: SEAL_FORM }).where('last_seq', '=', from).execute();
  }
}
