/** Reads a mail's attachments. They stay where they are kept until the mail is sent: the outbox has only their ids. */
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { AttachmentsTable } from '../db/schema.ts';
import { readObject } from '../files/files.cipher.ts';
import { FilesUnavailable } from '../files/files.store.ts';
import type { OutgoingMail } from './deliver.ts';

type Source = Pick<Context, 'db' | 'files' | 'keyring'>;

/** In the order of the mail's list. @throws FilesUnavailable, FileMissing */
export async function readAttachments(source: Source, named: unknown): Promise<OutgoingMail['attachments']> {
  const ids = Array.isArray(named) ? (named as { id: string }[]).map(({ id }) => id) : [];
  if (ids.length === 0) return [];
  const rows = await source.db.selectFrom('attachments').selectAll().where('attachment_id', 'in', ids).execute();
  rows.sort((left, right) => ids.indexOf(left.attachment_id) - ids.indexOf(right.attachment_id));
  return Promise.all(
    rows.map(async (row) => ({
      filename: row.file_name,
      contentType: row.mime_type,
      content: row.content ?? (await readFromStore(source, row)),
    })),
  );
}

async function readFromStore({ files, ...source }: Source, row: Selectable<AttachmentsTable>): Promise<Buffer> {
  if (!files) throw new FilesUnavailable('An attachment is in a store of files, and FILES_URL is not set');
  const object = { objectId: row.object_id ?? '', objectKey: row.object_key ?? '' };
  return readObject({ ...source, files }, object, row.size);
}
