/** Files that travel with a mail. They stay in their own table until the mail goes out: the outbox only names them. */
import type { Queries } from '../db/database.ts';
import type { OutgoingMail } from './deliver.ts';

/** In the order in which the mail names them. */
export async function readAttachments(queries: Queries, named: unknown): Promise<OutgoingMail['attachments']> {
  const ids = Array.isArray(named) ? (named as { id: string }[]).map(({ id }) => id) : [];
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('attachments')
    .select(['attachment_id', 'file_name', 'mime_type', 'content'])
    .where('attachment_id', 'in', ids)
    .execute();
  return rows
    .sort((left, right) => ids.indexOf(left.attachment_id) - ids.indexOf(right.attachment_id))
    .map((row) => ({ filename: row.file_name, contentType: row.mime_type, content: row.content }));
}
