/** The scope of tickets: the own organisation's, or all in the house organisation; others do not exist. */
import { createClient, type Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { sendTicket } from '../../support/tickets.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { moveTo, setRoles } from '../../support/changeUser.ts';

const site = useServer({ env: { LIMIT_TICKETS_PER_ADDRESS: '1000', FOUR_EYES: 'off' } });

/** A user with the role Support in the organisation. */
async function supportOf(organisation: string): Promise<Client> {
  const { userName } = await unusedMember(site, { organisation });
  await setRoles(site, userName, ['Member', 'Support']);
  return logInAs(site, userName);
}

const sees = async (client: Client, ticketNumber: string) => {
  const [list, ticket] = [
    await client.ok('Tickets.List', { search: ticketNumber }),
    await client.call('Tickets.Ticket', { ticketNumber }),
  ];
  expect(list.total).toBe(ticket.status === 200 ? 1 : 0);
  return ticket.status;
};

test('a ticket of a logged-in user is seen by the desks of the organisation and of the house organisation, and by no other', async () => {
  const ticketNumber = await sendTicket(site, {}, await logInAs(site, 'ordinary'));
  const readers = [
    await logInAs(site, 'subadmin'),
    await supportOf('Harbour Mutual'),
    await logInAs(site, 'support_user'),
    await logInAs(site, 'system_only'),
  ];
  for (const reader of readers) expect(await sees(reader, ticketNumber)).toBe(200);
  const { from, organisation } = await readers[0]!.ok('Tickets.Ticket', { ticketNumber });
  expect(from).toMatchObject({ user: { userName: 'ordinary' }, verified: 'user' });
  expect(organisation?.organisationName).toBe('Harbour Mutual');
  for (const other of [await logInAs(site, 'second_sub'), await supportOf('Northgate Portfolio')])
    expect(await sees(other, ticketNumber)).toBe(404);
});

test('a ticket of a user who can’t log in belongs to the user whose address is in the form, and says that nobody has proved it', async () => {
  const ticketNumber = await sendTicket(site, { Email: 'Locked_User@example.com', Username: 'sysadmin' });
  const { from, organisation } = await (await logInAs(site, 'subadmin')).ok('Tickets.Ticket', { ticketNumber });
  expect(from).toMatchObject({ user: { userName: 'locked_user' }, typedUserName: 'sysadmin', verified: 'nobody' });
  expect(organisation?.organisationName).toBe('Harbour Mutual');
});

test('a ticket of a stranger is for the house organisation alone, whatever user name they type', async () => {
  const ticketNumber = await sendTicket(site, { Username: 'subadmin' });
  expect(await sees(await logInAs(site, 'support_user'), ticketNumber)).toBe(200);
  for (const userName of ['subadmin', 'second_sub']) expect(await sees(await logInAs(site, userName), ticketNumber)).toBe(404);
});

test('nothing can be done with a ticket of another organisation', async () => {
  const ticketNumber = await sendTicket(site, {}, await logInAs(site, 'ordinary'));
  const other = await supportOf('Northgate Portfolio');
  const body = { version: 1 };
  const answers = [
    await other.call('Tickets.Answer', { ticketNumber, body: { ...body, text: 'Send me your password.' } }),
    await other.call('Tickets.Note', { ticketNumber, body: { text: 'Seen.' } }),
    await other.call('Tickets.Assign', { ticketNumber, body: { ...body, userId: null } }),
    await other.call('Tickets.Close', { ticketNumber, body }),
    await other.call('Tickets.Reopen', { ticketNumber, body }),
  ];
  expect(answers.map(({ status, problem }) => [status, problem?.code])).toEqual(answers.map(() => [404, 'NotFound']));
  const { entries, version } = await (await logInAs(site, 'subadmin')).ok('Tickets.Ticket', { ticketNumber });
  expect([entries, version]).toEqual([[], 1]);
});

test('a ticket is assigned only to a user who sees it', async () => {
  const ticketNumber = await sendTicket(site, {}, await logInAs(site, 'ordinary'));
  const [subadmin, secondSub, house] = [
    await logInAs(site, 'subadmin'),
    await logInAs(site, 'second_sub'),
    await logInAs(site, 'support_user'),
  ];
  const { version, assignable } = await subadmin.ok('Tickets.Ticket', { ticketNumber });
  const names = assignable.map(({ userName }) => userName);
  expect(names).toContain('subadmin');
  expect(names).not.toContain('support_user');
  const wrong = [(await secondSub.ok('Users.Self')).userId, (await (await logInAs(site, 'ordinary')).ok('Users.Self')).userId];
  for (const userId of wrong)
    expect(await house.call('Tickets.Assign', { ticketNumber, body: { version, userId } })).toMatchObject({ status: 404 });
  const all = (await house.ok('Tickets.Ticket', { ticketNumber })).assignable.map(({ userName }) => userName);
  expect(all).toEqual(expect.arrayContaining(['subadmin', 'support_user', 'system_only']));
  expect(all).not.toContain('second_sub');
  const { userId } = await subadmin.ok('Users.Self');
  expect((await house.ok('Tickets.Assign', { ticketNumber, body: { version, userId } })).assignedTo?.userName).toBe('subadmin');
});

test('a user who has moved is not shown to the former organisation', async () => {
  const { userName, userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const ticketNumber = await sendTicket(site, {}, await logInAs(site, userName));
  await moveTo(site, userId, 'Northgate Portfolio');
  const read = async (reader: string) => (await (await logInAs(site, reader)).ok('Tickets.Ticket', { ticketNumber })).from.user;
  expect(await read('subadmin')).toBeNull();
  expect((await read('support_user'))?.userName).toBe(userName);
});

test('the refused login that a ticket concerns is named to readers who may see it', async () => {
  const { userName, email } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const wrong = { userName, password: 'Wrong-pass-1' };
  expect((await createClient(site).call('Login.Login', { body: wrong })).status).toBe(400);
  const ticketNumber = await sendTicket(site, { Email: email });
  const { failedLogin } = await (await logInAs(site, 'subadmin')).ok('Tickets.Ticket', { ticketNumber });
  expect(failedLogin?.reason).toBe('InvalidCredentials');
});

test('an erased user’s tickets are deleted with all their entries, and so is the link', async () => {
  const { userName, email } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const ticketNumber = await sendTicket(site, { Email: email });
  const subadmin = await logInAs(site, 'subadmin');
  await subadmin.ok('Tickets.Note', { ticketNumber, body: { text: 'Called back.' } });
  const entries = () =>
    site.database.query(`SELECT 1 FROM ticket_entries JOIN tickets USING (ticket_id) WHERE ticket_number = $1`, [ticketNumber]);
  expect(await entries()).toHaveLength(1);
  const sysadmin = await logInAs(site, 'sysadmin');
  await sysadmin.ok('Users.Enable', { userName, enabled: false });
  await sysadmin.ok('Users.Erase', { userName });
  expect(await entries()).toEqual([]);
  expect(await sees(sysadmin, ticketNumber)).toBe(404);
});
