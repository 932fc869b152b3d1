/**
 * Which files have to be removed from the store: those of deleted rows (a trigger notes them), and uploads whose row was never
 * committed, which are noted before they begin. So nothing is left there, whatever is broken off.
 */
import { sql, type SqlBool } from 'kysely';
import { addMs, MINUTE } from '../clock.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { FileStore } from './files.store.ts';

/** An upload, with the transaction that follows, is over long before. */
const UPLOAD_MS = 15 * MINUTE;
const BATCH = 50;
/** In which one process removes a batch; then another may try. */
const LEASE_MS = 5 * MINUTE;

export async function noteUploads(db: Db, fileIds: readonly string[], now: Date): Promise<void> {
  const rows = fileIds.map((fileId) => ({ file_id: fileId, due_at: addMs(now, UPLOAD_MS), is_uploading: true }));
  await db.insertInto('file_removals').values(rows).execute();
}

/** In the transaction that stores their rows. @returns false if they are being removed already */
export async function keepUploads(tx: Transaction, fileIds: readonly string[]): Promise<boolean> {
  if (fileIds.length === 0) return true;
  const kept = await tx
    .deleteFrom('file_removals')
    .where('file_id', 'in', [...fileIds])
    .where('is_uploading', '=', true)
    .executeTakeFirst();
  return Number(kept.numDeletedRows) === fileIds.length;
}

/** Any number of processes may do so. @returns the number of removed files. @throws FilesUnavailable, and tries again later */
export async function removeDueFiles(db: Db, files: FileStore, now: Date): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await claim(db, now);
    for (const fileId of due) {
      await files.remove(fileId);
      await db.deleteFrom('file_removals').where('file_id', '=', fileId).execute();
    }
    removed += due.length;
    if (due.length < BATCH) return removed;
  }
}

/** From now on `keepUploads` refuses them. */
async function claim(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('file_removals')
    .set({ due_at: addMs(now, LEASE_MS), is_uploading: false })
    .where('file_id', 'in', (due) =>
      due
        .selectFrom('file_removals')
        .select('file_id')
        .where(sql<SqlBool>`due_at <= ${now}`)
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning('file_id')
    .execute();
  return rows.map(({ file_id: fileId }) => fileId);
}
