/**
 * The demo's support tickets, from users who can't log in and from strangers, in every state and urgency; the newest are minutes
 * old.
 */
import type { Insertable } from 'kysely';
import { isAuditReader } from '../../api/contract/person.ts';
import { MINUTE } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { AttachmentsTable, TicketEntriesTable, TicketsTable } from '../db/schema/support.ts';
import { FIRST_GENERATED } from './accounts.ts';
import { insertRows } from './bulk.ts';
import { attachmentColumns, ticketColumns, ticketEntryColumns } from './columns.ts';
import { identityOf } from './identity.ts';
import { HOUSE, organisationAt } from './organisations.ts';
import { fraction, hash, hashBytes, pick, uuid } from './random.ts';
import { strangers, texts, type DemoText } from './tickets.texts.ts';
import { browserOf } from './traces.ts';
import type { Directory } from './userRows.ts';
import { administratorOf, userStateOf } from './userState.ts';

const TICKETS = 40;
const SALT = 1100;
/** Each ticket is older than the next by this factor: some are of this hour, the last is of last month. */
const NEWEST_MINUTES = 12;
const AGE_FACTOR = 1.22;
/** Indexes of known accounts, which sent the newest tickets. */
const LOCKED_USER = 5;
const KNOWN = [LOCKED_USER, 3, 4, 2];
const SUPPORT_USER = 6;

/** The ticket of the locked user in Harbour Mutual, which is open and not assigned. */
export const HARBOUR_TICKET = '7F3K-09BC';

interface DemoTicket {
  readonly index: number;
  /** Index of the user; null: a stranger. */
  readonly owner: number | null;
  readonly content: DemoText & { readonly email?: string };
  readonly createdAt: number;
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digits = (index: number, part: number): string =>
  Array.from({ length: 4 }, (_, digit) => ALPHABET.charAt(hash(SALT, index, part * 4 + digit) % 32)).join('');
const numberOf = (index: number): string => (index === 0 ? HARBOUR_TICKET : `${digits(index, 0)}-${digits(index, 1)}`);

function ticketAt(index: number, { users, now }: Directory): DemoTicket {
  const createdAt = now.getTime() - Math.round(NEWEST_MINUTES * AGE_FACTOR ** index * MINUTE);
  const stranger = index % 13 === 7 ? strangers[Math.floor(index / 13)] : undefined;
  if (stranger) return { index, owner: null, content: stranger, createdAt };
  const generated = FIRST_GENERATED + ((index * 11) % (Math.min(users, 500) - FIRST_GENERATED));
  return { index, owner: KNOWN[index] ?? generated, content: texts[index % texts.length] as DemoText, createdAt };
}

/** An assignee from the owner's organisation, or from the house organisation. */
function assigneeOf({ index, owner }: DemoTicket, users: number): number {
  const organisation = owner === null ? HOUSE : userStateOf(owner).organisation;
  const administrator = administratorOf(organisation, users, index);
  return fraction(SALT, index, 30) < 0.5 && isAuditReader(userStateOf(administrator)) ? administrator : SUPPORT_USER;
}

export async function seedTickets(tx: Transaction, directory: Directory): Promise<void> {
  const tickets: Insertable<TicketsTable>[] = [];
  const entries: Insertable<TicketEntriesTable>[] = [];
  const attachments: Insertable<AttachmentsTable>[] = [];
  for (let index = 0; index < TICKETS; index += 1) {
    const ticket = ticketAt(index, directory);
    const history = historyOf(ticket, directory);
    tickets.push(ticketRow(ticket, history));
    entries.push(...history);
    if (ticket.content.file) attachments.push(attachmentRow(ticket, ticket.content.file));
  }
  await insertRows(tx, 'tickets', ticketColumns, tickets);
  await insertRows(tx, 'ticket_entries', ticketEntryColumns, entries);
  await insertRows(tx, 'attachments', attachmentColumns, attachments);
}

function ticketRow(
  { index, owner, content, createdAt }: DemoTicket,
  history: readonly Insertable<TicketEntriesTable>[],
): Insertable<TicketsTable> {
  const organisation = owner === null ? null : userStateOf(owner).organisation;
  const identity = owner === null ? null : identityOf(owner, organisation ?? HOUSE);
  const last = (kind: TicketEntriesTable['kind']) => history.findLast((entry) => entry.kind === kind);
  const isLoggedIn = identity !== null && index >= KNOWN.length && fraction(SALT, index, 31) < 0.4;
  const fields = {
    ...(identity?.userName != null && { Username: identity.userName }),
    Email: content.email ?? identity?.email,
    OperatingSystem: pick(['Windows 10.0', 'macOS 10.15.7', 'iOS 18.6', 'Linux'], SALT, index, 32),
    Browser: pick(['Chrome 142.0.0.0', 'Firefox 144.0', 'Safari 18.6', 'Edge 142.0.0.0'], SALT, index, 33),
    HasCookies: 'true',
    Language: identity?.locale?.startsWith('de') ? 'de' : 'en-US',
    ViewportW: '1440',
    ViewportH: '789',
    ScreenW: '1440',
    ScreenH: '900',
    UserAgent: browserOf(index),
    IssueDescription: content.text,
    ...(content.caseId !== undefined && { CaseIdOrPortfolioName: content.caseId }),
    Urgency: content.urgency,
  };
  return {
    ticket_id: uuid(SALT, index),
    ticket_number: numberOf(index),
    user_id: identity?.userId ?? null,
    organisation_id: organisation === null ? null : organisationAt(organisation).organisationId,
    sent_by: isLoggedIn ? identity.userId : null,
    fields: JSON.stringify(fields),
    assigned_to: last('assigned')?.assigned_to ?? null,
    version: 1 + history.length,
    link_hash: hashBytes(SALT, index),
    created_at: new Date(createdAt),
    answered_at: last('answer')?.at ?? null,
    closed_at: last('closed')?.at ?? null,
  };
}

/** The desk's entries: none for the newest tickets, fewer for new ones than for old ones. */
function historyOf(ticket: DemoTicket, { users, now }: Directory): Insertable<TicketEntriesTable>[] {
  const { index, content, createdAt } = ticket;
  const assignee = assigneeOf(ticket, users);
  const authorId = identityOf(assignee, userStateOf(assignee).organisation).userId;
  const chance = (salt: number): number => fraction(SALT, index, salt);
  const isAssigned = index > 2 && chance(34) < 0.75;
  const isAnswered = isAssigned && index > 5 && chance(35) < 0.75;
  const isClosed = isAnswered && index > 10 && chance(36) < 0.75;
  const age = now.getTime() - createdAt;
  const steps: Pick<Insertable<TicketEntriesTable>, 'kind' | 'assigned_to' | 'text'>[] = [
    ...(isAssigned ? [{ kind: 'assigned' as const, assigned_to: authorId }] : []),
    ...(isAssigned && content.note !== undefined ? [{ kind: 'note' as const, text: content.note }] : []),
    ...(isAnswered ? [{ kind: 'answer' as const, text: content.answer }] : []),
    ...(isClosed ? [{ kind: 'closed' as const }] : []),
  ];
  return steps.map((step, position) => ({
    assigned_to: null,
    text: null,
    ...step,
    entry_id: uuid(SALT + 1 + position, index),
    ticket_id: uuid(SALT, index),
    at: new Date(createdAt + (age * (position + 1)) / (steps.length + 2)),
    author_id: authorId,
  }));
}

const attachmentRow = (
  { index }: DemoTicket,
  { fileName, content }: NonNullable<DemoText['file']>,
): Insertable<AttachmentsTable> => ({
  attachment_id: uuid(SALT + 10, index),
  ticket_id: uuid(SALT, index),
  file_name: fileName,
  mime_type: 'text/plain',
  size: Buffer.byteLength(content),
  content: Buffer.from(content),
  object_id: null,
  object_key: null,
});
