/** The support desk: its list, a ticket, no match; and the sender's page. */
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import { sendTicket, tokenOf } from '../../support/tickets.ts';
import type { State, Visit } from './visit.ts';
import { answerAll } from '../../support/storedTickets.ts';

async function openDesk(visit: Visit, query = '', userName = 'sysadmin'): Promise<void> {
  await visit.as(userName);
  await visit.open(`/Support/Tickets${query}`);
  await visit.page.waitForFunction(() =>
    document.querySelector('[role="gridcell"][col-id="ticketNumber"], :is([role="region"], [role="tabpanel"]) h2'),
  );
}

export const ticketsStates: readonly State[] = [
  { name: 'tickets', windowOnly: true, reach: (visit) => openDesk(visit) },
  { name: 'tickets-mine', windowOnly: true, reach: (visit) => openDesk(visit, '?tab=mine', 'support_user') },
  { name: 'tickets-waiting', windowOnly: true, reach: (visit) => openDesk(visit, '?tab=waiting') },
  { name: 'tickets-closed', windowOnly: true, reach: (visit) => openDesk(visit, '?tab=closed') },
  {
    name: 'tickets-ticket',
    windowOnly: true,
    reach: (visit) => openDesk(visit, `?ticket=${HARBOUR_TICKET}`),
    shows: 'aside .answer',
  },
  {
    name: 'tickets-support',
    windowOnly: true,
    reach: (visit) => openDesk(visit, `?ticket=${HARBOUR_TICKET}`, 'support_user'),
    shows: 'aside .answer',
  },
  {
    name: 'tickets-answered',
    windowOnly: true,
    site: 'under a name',
    async reach(visit) {
      await answerAll(visit.site);
      await openDesk(visit);
    },
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
