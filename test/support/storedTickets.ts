/** Tickets and their attachments as they are stored; `tickets.ts` sends them. */
import { factsOf, type Site } from './facts.ts';

interface Attachment {
  readonly attachmentId: string;
  readonly ticketNumber: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  readonly content: Buffer | null;
  readonly objectId: string | null;
  readonly objectKey: string | null;
}

export const attachments = factsOf<Attachment>(
  'attachments JOIN tickets USING (ticket_id)',
  {
    attachmentId: 'attachment_id',
    ticketNumber: 'ticket_number',
    fileName: 'file_name',
    mimeType: 'mime_type',
    size: 'size',
    content: 'content',
    objectId: 'object_id',
    objectKey: 'object_key',
  },
  'file_name',
);

/** Support has answered all that are open. */
export const answerAll = ({ database }: Site) =>
  database.query('UPDATE tickets SET answered_at = now() WHERE answered_at IS NULL AND closed_at IS NULL');

export const removeTickets = ({ database }: Site, ticketNumber?: string) =>
  database.query('DELETE FROM tickets WHERE $1::text IS NULL OR ticket_number = $1', [ticketNumber ?? null]);
