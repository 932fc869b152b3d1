/**
 * Objects that have to be removed from the store: those of deleted rows (triggers note them), and uploads whose row was never
 * committed, which are noted before they begin. So nothing is left there, whatever is broken off.
 */
import { sql } from 'kysely';
import { addMs, MINUTE } from '../clock.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { FileStore } from './store.ts';

/** An upload, with the transaction that follows, is over long before. */
const UPLOAD_MS = 15 * MINUTE;
const BATCH = 50;
/** Time in which one process removes a batch; then another may try. */
const LEASE_MS = 5 * MINUTE;

export async function noteUploads(db: Db, objectIds: readonly string[], now: Date): Promise<void> {
  const rows = objectIds.map((objectId) => ({ object_id: objectId, due_at: addMs(now, UPLOAD_MS), is_uploading: true }));
  await db.insertInto('file_removals').values(rows).execute();
}

/** Keeps uploads; call it in the transaction that stores their rows. @returns false if they are being removed already */
export async function keepUploads(tx: Transaction, objectIds: readonly string[]): Promise<boolean> {
  if (objectIds.length === 0) return true;
  const kept = await tx
    .deleteFrom('file_removals')
    .where('object_id', 'in', [...objectIds])
    .where('is_uploading', '=', true)
    .executeTakeFirst();
  return Number(kept.numDeletedRows) === objectIds.length;
}

/**
 * Removes objects that are due; any number of processes may do so. @returns the number of removed objects. @throws
 * FilesUnavailable; what was claimed is due again after the lease
 */
export async function removeDueFiles(db: Db, files: FileStore, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await claim(db, now);
    for (const objectId of due) {
      await files.remove(objectId);
      await db.deleteFrom('file_removals').where('object_id', '=', objectId).execute();
    }
    removed += due.length;
    if (due.length < BATCH) return removed;
  }
}

const isDue = (now: Date) => sql<boolean>`due_at <= ${now}`;

/** SQL: whether objects have to be removed. */
export const removalsAreDue = (now: Date) => sql<boolean>`EXISTS (SELECT FROM file_removals WHERE ${isDue(now)})`;

/** Claims a batch; from then on `keepUploads` refuses its objects. */
async function claim(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .with(
      // Materialized: a plan that ran the subquery once a row would claim more than the limit.
      (cte) => cte('due').materialized(),
      (queries) =>
        queries
          .selectFrom('file_removals')
          .select('object_id')
          .where(isDue(now))
          .orderBy('due_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('file_removals')
    .set({ due_at: addMs(now, LEASE_MS), is_uploading: false })
    .where('object_id', 'in', (queries) => queries.selectFrom('due').select('due.object_id'))
    .returning('object_id')
    .execute();
  return rows.map(({ object_id: objectId }) => objectId);
}
