/** SQL of sending a ticket: finds its user, and stores the ticket with all its files. */
import { randomInt, randomUUID } from 'node:crypto';
import type { Queries, Transaction } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import type { PlacedFile } from '../files/upload.ts';
import type { Principal } from '../session/principal.ts';

interface StoredTicket {
  ticketNumber: string;
  attachments: { id: string; fileName: string }[];
}

/** Crockford's base 32: has no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const part = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Forty random bits in two groups, easy to read out on the telephone, hard to guess. */
const newTicketNumber = () => `${part()}-${part()}`;

export interface TicketOwner {
  readonly userId: string | null;
  readonly organisationId: string | null;
  /** The user who was logged in, or the administrator who impersonated them; null: nobody. */
  readonly sentBy: string | null;
  readonly locale: string | null;
}

/** The user who is logged in; else the one whose address is in the form, as answers reach only that user. */
export async function findOwner(queries: Queries, principal: Principal, email: string): Promise<TicketOwner> {
  const query = queries.selectFrom('users').select(['user_id', 'organisation_id', 'locale']);
  const isSession = principal.kind === 'session';
  const user = await (
    isSession ? query.where('user_id', '=', principal.person.userId) : query.where('email_key', '=', nameKey(email))
  ).executeTakeFirst();
  return {
    userId: user?.user_id ?? null,
    organisationId: user?.organisation_id ?? null,
    sentBy: isSession ? (principal.session.impersonation?.by ?? principal.person).userId : null,
    locale: user?.locale ?? null,
  };
}

interface NewTicket {
  owner: TicketOwner;
  /** Hash of the mailed link that shows the state. */
  linkHash: Buffer;
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
      user_id: ticket.owner.userId,
      organisation_id: ticket.owner.organisationId,
      sent_by: ticket.owner.sentBy,
      link_hash: ticket.linkHash,
      fields: JSON.stringify(ticket.fields),
      created_at: ticket.now,
      assigned_to: null,
      answered_at: null,
      closed_at: null,
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
