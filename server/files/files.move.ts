/** Moves the content of attachments between their rows and the store. It may be broken off and run again, while servers run. */
import { addMs, HOUR } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import type { FileStore } from './files.store.ts';

/** Within which an upload and its commit are over. */
const MOVE_MS = HOUR;

type Direction = 'store' | 'database';

/** @returns the number of moved files */
export async function moveFiles(db: Db, files: FileStore, to: Direction): Promise<number> {
  let moved = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const next = await db
      .selectFrom('attachments')
      .select('attachment_id')
      .where('attachment_id', '>', after)
      .where('content', to === 'store' ? 'is not' : 'is', null)
      .orderBy('attachment_id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return moved;
    after = next.attachment_id;
    if (await (to === 'store' ? moveToStore : moveToDatabase)(db, files, after)) moved += 1;
  }
}

/** The upload is noted first, so that it is removed if the row is deleted meanwhile. */
async function moveToStore(db: Db, files: FileStore, fileId: string): Promise<boolean> {
  const note = { file_id: fileId, due_at: addMs(new Date(), MOVE_MS), is_uploading: true };
  await db
    .insertInto('file_removals')
    .values(note)
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ due_at: note.due_at, is_uploading: true }))
    .execute();
  const row = await db
    .selectFrom('attachments')
    .select(['content', 'mime_type'])
    .where('attachment_id', '=', fileId)
    .executeTakeFirst();
  if (!row?.content) return false;
  await files.put(fileId, row.content, row.mime_type);
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('attachments')
      .set({ content: null })
      .where('attachment_id', '=', fileId)
      .where('content', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx.deleteFrom('file_removals').where('file_id', '=', fileId).execute();
    return true;
  });
}

async function moveToDatabase(db: Db, files: FileStore, fileId: string): Promise<boolean> {
  const content = await files.get(fileId);
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('attachments')
      .set({ content })
      .where('attachment_id', '=', fileId)
      .where('content', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await tx
      .insertInto('file_removals')
      .values({ file_id: fileId, due_at: new Date(0) })
      .execute();
    return true;
  });
}
