/** Files of tickets: a stranger may have sent them, so they are saved and never shown; and the link to a ticket's state. */
import { createClient, type Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { sendTicket, strangerAddress, tokenOf } from '../../support/tickets.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { removeTickets } from '../../support/storedTickets.ts';

const site = useServer({ env: { LIMIT_TICKETS_PER_ADDRESS: '1000', LIMIT_TICKET_STATES_PER_ADDRESS: '40' } });

const PAGE = '<!doctype html><script>alert(1)</script>';

async function sendFile(name: string, content: string, client: Client = createClient(site)): Promise<string> {
  await client.raw('/api/Support/FormConfiguration');
  const body = new FormData();
  const fields = { Email: strangerAddress(), IssueDescription: 'See the file.', Urgency: 'Low' };
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append('attachments', new Blob([content], { type: 'text/plain' }), name);
  const answer = await client.raw('/api/Support/CreateTicket', { method: 'POST', body });
  return (answer.body as { ticketNumber: string }).ticketNumber;
}

const pathOf = async (desk: Client, ticketNumber: string) => {
  const { attachments } = await desk.ok('Tickets.Ticket', { ticketNumber });
  return `/api/Tickets/Attachment/${ticketNumber}/${attachments[0]!.attachmentId}`;
};

test('a page under a text’s name is saved as text, in a sandbox, and its download is in the audit', async () => {
  const ticketNumber = await sendFile('größe (1).txt', PAGE);
  const desk = await logInAs(site, 'support_user');
  const answer = await desk.raw(await pathOf(desk, ticketNumber));
  expect([answer.status, answer.text]).toEqual([200, PAGE]);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="gr_e_1_.txt"; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.txt`,
  );
  expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const events = await auditEvents(site, { action: 'Tickets.Attachment', target: ticketNumber }, 'actor', 'details');
  expect(events).toEqual([{ actor: 'support_user', details: { size: PAGE.length } }]);
});

test('a file is available to the desk of its own organisation, and under no other ticket', async () => {
  const ticketNumber = await sendFile('notes.txt', 'It began today.', await logInAs(site, 'ordinary'));
  const subadmin = await logInAs(site, 'subadmin');
  const path = await pathOf(subadmin, ticketNumber);
  expect((await subadmin.raw(path)).status).toBe(200);
  expect((await (await logInAs(site, 'second_sub')).raw(path)).status).toBe(404);
  expect((await (await logInAs(site, 'ordinary')).raw(path)).status).toBe(403);
  expect((await createClient(site).raw(path)).status).toBe(401);
  const other = await sendTicket(site, {}, await logInAs(site, 'ordinary'));
  expect((await subadmin.raw(path.replace(ticketNumber, other))).status).toBe(404);
});

test('the link shows number, state and times alone; an unknown one and one of a ticket that is gone have the same answer', async () => {
  const ticketNumber = await sendTicket(site);
  const token = await tokenOf(site, ticketNumber);
  const client = createClient(site);
  const state = await client.ok('Support.TicketState', { body: { token } });
  expect(state).toEqual({
    ticketNumber,
    state: 'open',
    createdAt: expect.any(String) as string,
    answeredAt: null,
    closedAt: null,
  });
  const stored = await site.database.query(`SELECT 1 FROM tickets t WHERE t::text LIKE '%' || $1 || '%'`, [token]);
  const mailed = await site.database.query(`SELECT 1 FROM mails m WHERE m.data::text LIKE '%' || $1 || '%'`, [token]);
  expect([stored, mailed]).toEqual([[], []]);
  await removeTickets(site, ticketNumber);
  const gone = await client.call('Support.TicketState', { body: { token } });
  const unknown = await client.call('Support.TicketState', { body: { token: 'A'.repeat(43) } });
  expect([gone.status, gone.text]).toEqual([410, unknown.text]);
});

test('guesses at links are limited', async () => {
  const client = createClient(site);
  const guess = () => client.call('Support.TicketState', { body: { token: 'B'.repeat(43) } });
  let last = await guess();
  for (let count = 0; count < 45 && last.status === 410; count += 1) last = await guess();
  expect(last.status).toBe(429);
});
