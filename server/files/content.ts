/** Reads the content of a stored file: from its row, or from the file store. */
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { AttachmentsTable } from '../db/schema/support.ts';
import { readObject } from './cipher.ts';
import { FilesUnavailable } from './store.ts';

type Source = Pick<Context, 'db' | 'files' | 'keyring'>;

/** @throws FilesUnavailable, FileMissing */
export async function readContent(
  { files, ...source }: Source,
  row: Pick<Selectable<AttachmentsTable>, 'content' | 'object_id' | 'object_key' | 'size'>,
): Promise<Buffer> {
  if (row.content) return row.content;
  if (!files) throw new FilesUnavailable('An attachment is in a store of files, and FILES_URL is not set');
  const object = { objectId: row.object_id ?? '', objectKey: row.object_key ?? '' };
  return readObject({ ...source, files }, object, row.size);
}
