/** The support desk: its list, a ticket, no match; and the sender's page. */
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import { sendTicket, tokenOf } from '../../support/tickets.ts';
import type { State, Visit } from './visit.ts';

async function openDesk(visit: Visit, query = ''): Promise<void> {
  await visit.as('sysadmin');
  await visit.open(`/Support/Tickets${query}`);
  await visit.page.waitForFunction(() =>
    document.querySelector('[role="gridcell"][col-id="ticketNumber"], :is([role="region"], [role="tabpanel"]) h2'),
  );
}

export const ticketsStates: readonly State[] = [
  { name: 'tickets', windowOnly: true, reach: (visit) => openDesk(visit, '?state=all') },
  {
    name: 'tickets-ticket',
    windowOnly: true,
    reach: (visit) => openDesk(visit, `?ticket=${HARBOUR_TICKET}`),
    shows: 'aside table',
  },
  { name: 'tickets-nothing', windowOnly: true, reach: (visit) => openDesk(visit, '?search=nobody+wrote+this') },
  {
    name: 'ticket-state',
    async reach(visit) {
      const token = await visit.fixtures.once('ticket', async () => tokenOf(visit.site, await sendTicket(visit.site)));
      await visit.open(`/Support/Ticket?token=${token}`);
      await visit.waitForVisible('dl');
    },
  },
  { name: 'ticket-state-gone', at: '/Support/Ticket', shows: 'h1' },
];
