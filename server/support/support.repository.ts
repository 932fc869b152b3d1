/** SQL of tickets: a ticket with all its files. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { PlacedFile } from '../files/files.upload.ts';

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
  /** A ticket with the same key is not stored again. */
  idempotencyKey: string | null;
  now: Date;
}

/** @returns undefined if there is a ticket with this idempotency key, also one that is being stored at this moment */
export async function insertTicket(tx: Transaction, ticket: NewTicket): Promise<StoredTicket | undefined> {
  const ticketId = randomUUID();
  const ticketNumber = newTicketNumber();
  const inserted = await tx
    .insertInto('tickets')
    .values({
      ticket_id: ticketId,
      ticket_number: ticketNumber,
      idempotency_key: ticket.idempotencyKey,
      user_id: ticket.userId,
      fields: JSON.stringify(ticket.fields),
      created_at: ticket.now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').where('idempotency_key', 'is not', null).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return undefined;
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

/** The number of the ticket that was stored with this key. */
export async function ticketNumberOf(tx: Transaction, idempotencyKey: string): Promise<string> {
  const ticket = await tx
    .selectFrom('tickets')
    .select('ticket_number')
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow();
  return ticket.ticket_number;
}
