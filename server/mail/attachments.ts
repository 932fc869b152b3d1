/** Reads a mail's attachments. They stay where they are kept until the mail is sent: the outbox has only their ids. */
import type { Queries } from '../db/database.ts';
import { FilesUnavailable, type FileStore } from '../files/files.store.ts';
import type { OutgoingMail } from './deliver.ts';

/** In the order of the mail's list. @throws FilesUnavailable, FileMissing */
export async function readAttachments(
  queries: Queries,
  files: FileStore | undefined,
  named: unknown,
): Promise<OutgoingMail['attachments']> {
  const ids = Array.isArray(named) ? (named as { id: string }[]).map(({ id }) => id) : [];
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('attachments')
    .select(['attachment_id', 'file_name', 'mime_type', 'content'])
    .where('attachment_id', 'in', ids)
    .execute();
  rows.sort((left, right) => ids.indexOf(left.attachment_id) - ids.indexOf(right.attachment_id));
  return Promise.all(
    rows.map(async (row) => ({
      filename: row.file_name,
      contentType: row.mime_type,
      content: row.content ?? (await fromStore(files, row.attachment_id)),
    })),
  );
}

async function fromStore(files: FileStore | undefined, fileId: string): Promise<Buffer> {
  if (!files) throw new FilesUnavailable('An attachment is in a store of files, and FILES_URL is not set');
  return files.get(fileId);
}
