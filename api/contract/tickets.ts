/** Operations of the support desk: tickets that were sent by the support form, and what was done with them. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { maxLength } from './rules/length.ts';
import { required } from './rules/required.ts';
import { count, id, text, time, UserReference } from './shape.ts';
import { assignments, MAX_ENTRY_LENGTH, TICKETS_LIMIT, ticketStates, ticketTabs, urgencies } from './tickets.list.ts';

const change = { who: 'auditReader', withoutStepUp: 'noCredential', body: 'json' } as const;

/** A user of the support desk. */
const Colleague = z.object({ userId: id, userName: z.string(), displayName: z.string() });

/** The sender of a ticket. */
const TicketSender = z.object({
  /** The address typed into the form; answers go there. */
  email: z.string(),
  /** The user name typed into the form. */
  typedUserName: z.string().nullable(),
  /** The user who was logged in, or whose e-mail address is in the form; null also where the user is out of the caller's scope. */
  user: z.object({ userId: id, userName: z.string().nullable(), displayName: z.string() }).nullable(),
  /**
   * `user`: the sender was logged in. `administrator`: an administrator impersonated the user. `nobody`: anybody can have typed the
   * address.
   */
  verified: z.enum(['user', 'administrator', 'nobody']),
});

export const TicketSummary = z.object({
  ticketNumber: z.string(),
  state: z.enum(ticketStates),
  /** As the sender chose it. */
  urgency: z.enum(urgencies),
  /** Whether the user cannot log in now (locked, disabled, still invited), or was refused when writing. */
  keptOut: z.boolean(),
  from: TicketSender,
  organisation: z.object({ publicId: id, organisationName: z.string() }).nullable(),
  /** The beginning of the text, in one line. */
  excerpt: z.string(),
  files: count,
  assignedTo: Colleague.nullable(),
  createdAt: time,
  /** When it was answered; null: it waits for an answer, as after it was opened again. */
  answeredAt: time.nullable(),
  closedAt: time.nullable(),
  version: count,
});
export type TicketSummary = z.infer<typeof TicketSummary>;

export const TicketEntry = z.object({
  entryId: id,
  at: time,
  kind: z.enum(['answer', 'note', 'assigned', 'closed', 'reopened']),
  /** Null: the author's account is gone. */
  author: UserReference.nullable(),
  /** The assignee, for kind `assigned`; null: nobody, or the account is gone. */
  assignedTo: UserReference.nullable(),
  /** The text of an answer or a note. */
  text: z.string().nullable(),
});
export type TicketEntry = z.infer<typeof TicketEntry>;

export const TicketDetail = TicketSummary.extend({
  text: z.string(),
  caseIdOrPortfolioName: z.string().nullable(),
  /** Technical details of the browser, by the form's field names. */
  technical: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ attachmentId: id, fileName: z.string(), mimeType: z.string(), size: count })),
  /** The refused login that the ticket names, else the user's last one in the day before it. */
  failedLogin: z.object({ at: time, reason: z.string().nullable() }).nullable(),
  /** Oldest first. */
  entries: z.array(TicketEntry),
  /** Users to whom the ticket can be assigned. */
  assignable: z.array(Colleague),
});
export type TicketDetail = z.infer<typeof TicketDetail>;

const params = z.object({ ticketNumber: z.string().min(1).max(20) });
const entryText = text(required, maxLength(MAX_ENTRY_LENGTH));
const based = { version: count };
const whatVersion = 'Needs the `version` that was read; a stale one gives 409.';

export const ticketsOperations = operations({
  'Tickets.List': {
    method: 'GET',
    path: '/Tickets',
    who: 'auditReader',
    summary: 'Support tickets in scope, with how many match in each tab',
    description:
      'Administrators and Support see the tickets of their own organisation; system administrators, and Support of the house organisation, those of all and of strangers. `search` is words that must all occur in number, address, user name, case ID or text. `assigned` is `me`, `nobody` or a user ID. `tab` is `toAnswer` (open, not answered), `mine` (open, assigned to the caller), `waiting` (answered) or `closed`; `counts` says how many match without it. `sort` lists columns, a leading minus for descending; default: `priority,createdAt` in a tab, `-closedAt` among the closed, else `-createdAt`. By `priority`, a user who cannot log in comes before all but critical tickets.',
    query: z.strictObject({
      tab: z.enum(ticketTabs).optional(),
      search: z.string().max(200).optional(),
      state: z.enum(ticketStates).optional(),
      assigned: z.union([z.enum(assignments), id]).optional(),
      urgency: z.enum(urgencies).optional(),
      sort: z.string().max(200).optional(),
      offset: z.int().min(0).max(1_000_000).optional(),
      limit: z.int().min(1).max(TICKETS_LIMIT).optional(),
    }),
    reply: z.object({ rows: z.array(TicketSummary), total: count, counts: z.record(z.enum(ticketTabs), count) }),
  },
  'Tickets.Ticket': {
    method: 'GET',
    path: '/Tickets/Ticket/{ticketNumber}',
    who: 'auditReader',
    summary: 'A ticket in full, with what was done with it and whom it can be given to',
    params,
    reply: TicketDetail,
  },
  'Tickets.Attachment': {
    method: 'GET',
    path: '/Tickets/Attachment/{ticketNumber}/{attachmentId}',
    who: 'auditReader',
    summary: 'A file of a ticket, always as a download',
    params: params.extend({ attachmentId: id }),
    // Streams the file's bytes, under the type that was found in its content.
    reply: z.string(),
    problems: ['Busy'],
  },
  'Tickets.Answer': {
    method: 'POST',
    path: '/Tickets/Answer/{ticketNumber}',
    ...change,
    idempotencyKey: true,
    effects: [],
    summary: 'Mail an answer to the address of the ticket',
    description: `${whatVersion} A reply to the mail reaches the support address, with the number in its subject. A closed ticket is opened again first.`,
    params,
    body: z.strictObject({ ...based, text: entryText }),
    reply: TicketDetail,
    problems: ['StaleVersion', 'Conflict'],
  },
  'Tickets.Note': {
    method: 'POST',
    path: '/Tickets/Note/{ticketNumber}',
    ...change,
    idempotencyKey: true,
    effects: [],
    summary: 'Note something that only the desk sees',
    params,
    body: z.strictObject({ text: entryText }),
    reply: TicketDetail,
  },
  'Tickets.Assign': {
    method: 'PUT',
    path: '/Tickets/Assign/{ticketNumber}',
    ...change,
    effects: [],
    summary: 'Give a ticket to oneself, to another who sees it, or to nobody',
    description: whatVersion,
    params,
    body: z.strictObject({ ...based, userId: id.nullable() }),
    reply: TicketDetail,
    problems: ['StaleVersion', 'Conflict'],
  },
  'Tickets.Close': {
    method: 'PUT',
    path: '/Tickets/Close/{ticketNumber}',
    ...change,
    effects: [],
    summary: 'Close a ticket',
    description: whatVersion,
    params,
    body: z.strictObject(based),
    reply: TicketDetail,
    problems: ['StaleVersion', 'Conflict'],
  },
  'Tickets.Reopen': {
    method: 'PUT',
    path: '/Tickets/Reopen/{ticketNumber}',
    ...change,
    effects: [],
    summary: 'Open a closed ticket again; it waits for an answer',
    description: whatVersion,
    params,
    body: z.strictObject(based),
    reply: TicketDetail,
    problems: ['StaleVersion', 'Conflict'],
  },
});

export const ticketsCalls = callsOf(ticketsOperations);
