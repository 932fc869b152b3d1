/** SQL of tickets: a ticket with all its files. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { PlacedFile } from '../files/upload.ts';

export interface StoredTicket {
  ticketNumber: string;
  attachments: { id: string; fileName: string }[];
}

/** Crockford's base 32: has no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const part = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Forty random bits in two groups, easy to read out on the telephone, hard to guess. */
const newTicketNumber = () => `${part()}-${part()}`;

interface NewTicket {
  userId: string | null;
  fields: Readonly<Record<string, string>>;
  attachments: readonly PlacedFile[];
  now: Date;
}

export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<StoredTicket> {
  const ticketId = randomUUID();
  const ticketNumber = newTicketNumber();
  await tx
    .insertInto('tickets')
    .values({
      ticket_id: ticketId,
      ticket_number: ticketNumber,
      user_id: ticket.userId,
      fields: JSON.stringify(ticket.fields),
      created_at: ticket.now,
    })
    .execute();
  const attachments: StoredTicket['attachments'] = [];
  for (const { fileName, mimeType, size, content, object } of ticket.attachments) {
    const id = randomUUID();
    await tx
      .insertInto('attachments')
      .values({
        attachment_id: id,
        ticket_id: ticketId,
        file_name: fileName,
        mime_type: mimeType,
        size,
        content,
        object_id: object?.objectId ?? null,
        object_key: object?.objectKey ?? null,
      })
      .execute();
    attachments.push({ id, fileName });
  }
  return { ticketNumber, attachments };
}
