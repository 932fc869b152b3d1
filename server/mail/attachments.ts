/** Reads a mail's attachments. They stay where they are kept until the mail is sent: the outbox has only their ids. */
import type { Context } from '../context.ts';
import { readContent } from '../files/content.ts';
import { FileMissing } from '../files/store.ts';
import type { OutgoingMail } from './deliver.ts';

type Source = Pick<Context, 'db' | 'files' | 'keyring'>;

type Attachment = OutgoingMail['attachments'][number];

/**
 * Reads them in the order of the mail's list. @param replaceMissing makes the replacement for a file that the store has lost;
 * undefined: throws
 * @throws FilesUnavailable, FileMissing
 */
export async function readAttachments(
  source: Source,
  named: unknown,
  replaceMissing?: (fileName: string) => Attachment,
): Promise<Attachment[]> {
  const ids = Array.isArray(named) ? (named as { id: string }[]).map(({ id }) => id) : [];
  if (ids.length === 0) return [];
  const rows = await source.db.selectFrom('attachments').selectAll().where('attachment_id', 'in', ids).execute();
  rows.sort((left, right) => ids.indexOf(left.attachment_id) - ids.indexOf(right.attachment_id));
  return Promise.all(
    rows.map(async (row) => {
      try {
        return { filename: row.file_name, contentType: row.mime_type, content: await readContent(source, row) };
      } catch (error) {
        if (replaceMissing && error instanceof FileMissing) return replaceMissing(row.file_name);
        throw error;
      }
    }),
  );
}
