/** Moves the content of attachments between their rows and the store. It may be interrupted and run again, while servers run. */
import type { Clock } from '../clock.ts';
import { transaction, type Db } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { readObject } from './cipher.ts';
import { keepUploads } from './removal.ts';
import { FileMissing, type FileStore } from './store.ts';
import { upload } from './upload.ts';

interface Mover {
  readonly db: Db;
  readonly files: FileStore;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

interface Moved {
  readonly moved: number;
  /** Attachments whose object is not in the store any more, or is another. */
  readonly missing: readonly string[];
}

/** Moves one file at a time, and commits each. @throws FilesUnavailable */
export async function moveFiles(mover: Mover, to: 'store' | 'database'): Promise<Moved> {
  const missing: string[] = [];
  let moved = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const next = await mover.db
      .selectFrom('attachments')
      .select('attachment_id')
      .where('attachment_id', '>', after)
      .where('object_id', to === 'store' ? 'is' : 'is not', null)
      .orderBy('attachment_id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return { moved, missing };
    after = next.attachment_id;
    try {
      if (await (to === 'store' ? moveToStore : moveToDatabase)(mover, after)) moved += 1;
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      missing.push(after);
    }
  }
}

async function moveToStore(mover: Mover, attachmentId: string): Promise<boolean> {
  const { db } = mover;
  const row = await db.selectFrom('attachments').select('content').where('attachment_id', '=', attachmentId).executeTakeFirst();
  if (!row?.content) return false;
  const [object] = await upload(mover, [row.content]);
  if (!object) return false;
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('attachments')
      .set({ content: null, object_id: object.objectId, object_key: object.objectKey })
      .where('attachment_id', '=', attachmentId)
      .where('object_id', 'is', null)
      .executeTakeFirst();
    // The attachment was deleted meanwhile, or moved by another run: the upload is removed.
    if (numUpdatedRows === 0n) return false;
    if (!(await keepUploads(tx, [object.objectId]))) throw new Error('The upload took too long; run the command again');
    return true;
  });
}

/** A trigger notes the object for removal. */
async function moveToDatabase(mover: Mover, attachmentId: string): Promise<boolean> {
  const { db } = mover;
  const row = await db
    .selectFrom('attachments')
    .select(['object_id', 'object_key', 'size'])
    .where('attachment_id', '=', attachmentId)
    .executeTakeFirst();
  if (!row?.object_id || row.object_key === null) return false;
  const content = await readObject(mover, { objectId: row.object_id, objectKey: row.object_key }, row.size);
  const { numUpdatedRows } = await db
    .updateTable('attachments')
    .set({ content, object_id: null, object_key: null })
    .where('attachment_id', '=', attachmentId)
    .where('object_id', '=', row.object_id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
