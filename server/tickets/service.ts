/** Acts on a ticket: load with lock, authorise, change, note, audit. */
import type { OperationName, ReplyOf } from '../../api/contract/index.ts';
import type { Person } from '../../api/contract/person.ts';
import type { TicketDetail } from '../../api/contract/tickets.ts';
import { maySeeTicket } from '../../api/contract/tickets.policy.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { TicketEntriesTable, TicketsTable } from '../db/schema/support.ts';
import type { CallOf } from '../http/call.ts';
import { transactionOnce } from '../http/idempotency.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { findAssignees } from './assignees.ts';
import { findFailedLogin } from './failedLogin.ts';
import { presentDetail } from './presenter.ts';
import { changeTicket, insertEntry, lockTicket } from './repository.ts';
import { findAttachments, findDetail, findEntries, type DetailRow } from './rows.ts';

type Acting = 'Tickets.Answer' | 'Tickets.Note' | 'Tickets.Assign' | 'Tickets.Close' | 'Tickets.Reopen';
type ActingCall = Pick<CallOf<OperationName>, 'person' | 'session' | 'origin' | 'now' | 'idempotency'> & {
  readonly name: Acting;
  readonly params: { readonly ticketNumber: string };
};

interface Act {
  /** The version that the caller has read; absent where it does not matter. */
  readonly version?: number;
  /** The state in which the act is possible; absent: any. */
  readonly in?: TicketDetail['state'];
  readonly run: (tx: Transaction, ticket: DetailRow) => Promise<Done>;
}

interface Done {
  readonly entry: Pick<TicketEntriesTable, 'kind'> & Partial<Pick<TicketEntriesTable, 'assigned_to' | 'text'>>;
  readonly changes?: Partial<Pick<TicketsTable, 'assigned_to' | 'answered_at' | 'closed_at'>>;
  /** Details for the audit. */
  readonly details?: Record<string, unknown>;
}

export function ticketsService({ db }: Context) {
  return {
    ticket: ({ person, params }: CallOf<'Tickets.Ticket'>) => detail(db, person, params.ticketNumber),

    answer: (call: CallOf<'Tickets.Answer'>) =>
      act(call, {
        version: call.body.version,
        in: 'open',
        run: async (tx, ticket) => {
          const { text } = call.body;
          const to = { email: ticket.email, locale: await localeOf(tx, ticket) };
          const data = { ticketNumber: ticket.ticket_number, colleague: authorOf(call).displayName, message: text };
          await queueMail(tx, to, 'ticketAnswered', data, call.now);
          return { entry: { kind: 'answer', text }, changes: { answered_at: call.now } };
        },
      }),

    note: (call: CallOf<'Tickets.Note'>) =>
      act(call, { run: () => Promise.resolve({ entry: { kind: 'note', text: call.body.text } }) }),

    assign: (call: CallOf<'Tickets.Assign'>) =>
      act(call, {
        version: call.body.version,
        in: 'open',
        run: async (tx, ticket) => {
          const { userId } = call.body;
          const assignees = await findAssignees(tx, call.person, ticket.organisation_id);
          const to = assignees.find((one) => one.userId === userId);
          if (userId !== null && !to) throw problem('NotFound');
          return {
            entry: { kind: 'assigned', assigned_to: userId },
            changes: { assigned_to: userId },
            details: { to: to?.userName ?? null },
          };
        },
      }),

    close: (call: CallOf<'Tickets.Close'>) =>
      act(call, {
        version: call.body.version,
        in: 'open',
        run: () => Promise.resolve({ entry: { kind: 'closed' }, changes: { closed_at: call.now } }),
      }),

    reopen: (call: CallOf<'Tickets.Reopen'>) =>
      act(call, {
        version: call.body.version,
        in: 'closed',
        run: () => Promise.resolve({ entry: { kind: 'reopened' }, changes: { closed_at: null, answered_at: null } }),
      }),
  };

  /** @throws NotFound, StaleVersion, Conflict */
  async function act(call: ActingCall, { version, in: state, run }: Act): Promise<ReplyOf<Acting>> {
    return transactionOnce(db, call, async (tx) => {
      const ticket = await lockTicket(tx, call.person, call.params.ticketNumber);
      const refused = ticket ? maySeeTicket(call.person, { organisationId: ticket.organisation_id }) : 'NotFound';
      if (!ticket || refused) throw problem(refused ?? 'NotFound');
      if (version !== undefined && version !== ticket.version) throw problem('StaleVersion');
      if (state !== undefined && state !== (ticket.closed_at ? 'closed' : 'open')) throw problem('Conflict');
      const { entry, changes = {}, details } = await run(tx, ticket);
      await changeTicket(tx, ticket.ticket_id, changes);
      await insertEntry(tx, { ...entry, ticket_id: ticket.ticket_id, at: call.now, author_id: authorOf(call).userId });
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        target: ticket.ticket_number,
        targetUserId: ticket.ticket_user_id,
        organisationId: ticket.organisation_id,
        details,
      });
      return detail(tx, call.person, ticket.ticket_number);
    });
  }
}

/** The author of an entry: while impersonating, the administrator who wrote it. */
const authorOf = ({ person, session }: Pick<ActingCall, 'person' | 'session'>): Person => session?.impersonation?.by ?? person;

/** The locale of the account, else of the form's page. */
async function localeOf(tx: Transaction, { ticket_user_id: userId, fields }: DetailRow): Promise<string | null> {
  const user = userId && (await tx.selectFrom('users').select('locale').where('user_id', '=', userId).executeTakeFirst());
  return (user && user.locale) ?? fields.Language ?? null;
}

/** @throws NotFound */
async function detail(queries: Queries, actor: Person, ticketNumber: string): Promise<TicketDetail> {
  const row = await findDetail(queries, actor, ticketNumber);
  if (!row) throw problem('NotFound');
  return presentDetail({
    row,
    attachments: await findAttachments(queries, row.ticket_id),
    entries: await findEntries(queries, row.ticket_id),
    failedLogin: await findFailedLogin(queries, row),
    assignable: await findAssignees(queries, actor, row.organisation_id),
  });
}
