/** Reads the state of a ticket for its sender, by the link that only they were mailed. */
import type { ReplyOf } from '../../api/contract/index.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { addressBlock, throttle } from '../http/throttle.ts';
import { sha256 } from '../session/tokens.ts';

const WINDOW_MS = 15 * MINUTE;

/** @throws LinkGone for a link that is unknown, or whose ticket is gone */
export async function readState(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { request, body, now }: CallOf<'Support.TicketState'>,
): Promise<ReplyOf<'Support.TicketState'>> {
  const limit = config.LIMIT_TICKET_STATES_PER_ADDRESS;
  await throttle(db, { bucket: `ticketState:${addressBlock(request.ip)}`, limit, windowMs: WINDOW_MS }, now);
  const ticket = await db
    .selectFrom('tickets')
    .select(['ticket_number', 'created_at', 'answered_at', 'closed_at'])
    .where('link_hash', '=', sha256(body.token))
    .executeTakeFirst();
  if (!ticket) throw problem('LinkGone');
  return {
    ticketNumber: ticket.ticket_number,
    state: ticket.closed_at ? 'closed' : 'open',
    createdAt: ticket.created_at.toISOString(),
    answeredAt: ticket.answered_at?.toISOString() ?? null,
    closedAt: ticket.closed_at?.toISOString() ?? null,
  };
}
