/** Reads a mail's attachments. They stay in their own table until the mail is sent: the outbox has only their ids. */
import type { Queries } from '../db/database.ts';
import type { OutgoingMail } from './deliver.ts';

/** In the order of the mail's list. */
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
