/** Reads the state of a ticket for its sender, by the link that only they were mailed. */
import type { ReplyOf } from '../../api/contract/index.ts';
import type { Context } from '../context.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { countForAddress, countHits, giveBack, giveBackForAddress, limitOf } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';

/** @throws LinkGone for a link that is unknown, or whose ticket is gone */
export async function readState(
  context: Pick<Context, 'config' | 'db'>,
  call: CallOf<'Support.TicketState'>,
): Promise<ReplyOf<'Support.TicketState'>> {
  await countForAddress(context, 'LIMIT_TICKET_STATES_PER_ADDRESS', call);
  const ticket = await context.db
    .selectFrom('tickets')
    .select(['ticket_number', 'sent_by', 'created_at', 'answered_at', 'closed_at'])
    .where('link_hash', '=', sha256(call.body.token))
    .executeTakeFirst();
  if (!ticket) throw problem('LinkGone');
  await giveBackForAddress(context, 'LIMIT_TICKET_STATES_PER_ADDRESS', call);
  if (ticket.sent_by === null) await giveBackTicket(context, call, ticket.ticket_number);
  return {
    ticketNumber: ticket.ticket_number,
    state: ticket.closed_at ? 'closed' : 'open',
    createdAt: ticket.created_at.toISOString(),
    answeredAt: ticket.answered_at?.toISOString() ?? null,
    closedAt: ticket.closed_at?.toISOString() ?? null,
  };
}

/** Who opens the mailed link has a mailbox, as users have; the ticket then counts no more, once. */
async function giveBackTicket(
  context: Pick<Context, 'config' | 'db'>,
  call: CallOf<'Support.TicketState'>,
  ticketNumber: string,
): Promise<void> {
  const { config, db } = context;
  const ofAll = limitOf(config, 'LIMIT_ANONYMOUS_TICKETS', '');
  const { hits } = await countHits(db, `ticketSeen:${ticketNumber}`, ofAll.windowMs, call.now, 1);
  if (hits > 1) return;
  await giveBackForAddress(context, 'LIMIT_TICKETS_PER_ADDRESS', call);
  await giveBack(db, ofAll.bucket, call.now);
}
