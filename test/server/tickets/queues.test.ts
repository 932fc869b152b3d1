/** The desk's tabs: what is in each, how many, in which order, and how acts of several clerks move tickets between them. */
import { ticketPriorities, ticketTabs, type TicketTab } from '../../../api/contract/tickets.list.ts';
import type { TicketSummary } from '../../../api/contract/tickets.ts';
import { lock, moveTo, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { sendTicket, strangerAddress } from '../../support/tickets.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_TICKETS_PER_ADDRESS: '1000', FOUR_EYES: 'off' } });
let desk: Client;
beforeAll(async () => {
  desk = await logInAs(site, 'support_user');
});

const all = { limit: 200 } as const;
const countsOf = async (client: Client, args: { search?: string; urgency?: 'High' } = {}) =>
  (await client.ok('Tickets.List', { ...args, limit: 1 })).counts;
const numbersIn = async (tab: TicketTab, client = desk) =>
  (await client.ok('Tickets.List', { ...all, tab })).rows.map(({ ticketNumber }) => ticketNumber);
const tabsOf = async (ticketNumber: string, client = desk) => {
  const counts = await countsOf(client, { search: ticketNumber });
  return ticketTabs.filter((tab) => counts[tab] > 0);
};
const versionOf = async (ticketNumber: string) => (await desk.ok('Tickets.Ticket', { ticketNumber })).version;
const answer = async (ticketNumber: string, client = desk) =>
  client.call('Tickets.Answer', { ticketNumber, body: { version: await versionOf(ticketNumber), text: 'Please try again.' } });

test('a ticket is to answer, waiting or closed, and one’s own open ones are mine as well', async () => {
  const counts = await countsOf(desk);
  const { total } = await desk.ok('Tickets.List', { limit: 1 });
  expect(counts.toAnswer + counts.waiting + counts.closed).toBe(total);
  for (const tab of ticketTabs) {
    const { rows, total: inTab } = await desk.ok('Tickets.List', { ...all, tab });
    expect([tab, rows.length, inTab]).toEqual([tab, counts[tab], counts[tab]]);
    expect(inTab).toBeGreaterThan(0);
  }
  const self = await desk.ok('Users.Self');
  const mine = await desk.ok('Tickets.List', { ...all, tab: 'mine' });
  expect(new Set(mine.rows.map(({ assignedTo }) => assignedTo?.userId))).toEqual(new Set([self.userId]));
  expect(new Set(mine.rows.map(({ state }) => state))).toEqual(new Set(['open']));
});

test('each act moves the ticket, and the counts follow', async () => {
  const ticketNumber = await sendTicket(site);
  expect(await tabsOf(ticketNumber)).toEqual(['toAnswer']);
  const { assignable, version } = await desk.ok('Tickets.Ticket', { ticketNumber });
  const own = assignable.find(({ userName }) => userName === 'support_user');
  await desk.ok('Tickets.Assign', { ticketNumber, body: { version, userId: own!.userId } });
  expect(await tabsOf(ticketNumber)).toEqual(['toAnswer', 'mine']);
  expect(await tabsOf(ticketNumber, await logInAs(site, 'sysadmin'))).toEqual(['toAnswer']);
  await desk.ok('Tickets.Note', { ticketNumber, body: { text: 'Their proxy.' } });
  expect(await tabsOf(ticketNumber)).toEqual(['toAnswer', 'mine']);
  expect((await answer(ticketNumber)).status).toBe(200);
  expect(await tabsOf(ticketNumber)).toEqual(['mine', 'waiting']);
  await desk.ok('Tickets.Close', { ticketNumber, body: { version: await versionOf(ticketNumber) } });
  expect(await tabsOf(ticketNumber)).toEqual(['closed']);
  expect((await numbersIn('closed'))[0]).toBe(ticketNumber);
  // Whoever opens it again has not answered it again.
  await desk.ok('Tickets.Reopen', { ticketNumber, body: { version: await versionOf(ticketNumber) } });
  expect(await tabsOf(ticketNumber)).toEqual(['toAnswer', 'mine']);
});

test('a queue begins with the most urgent ticket, and of two equal ones with the older', async () => {
  const rank = ({ urgency, keptOut }: TicketSummary) =>
    ticketPriorities.indexOf(keptOut && urgency !== 'Critical' ? 'keptOut' : urgency);
  for (const tab of ['toAnswer', 'mine', 'waiting'] as const) {
    const { rows } = await desk.ok('Tickets.List', { ...all, tab });
    const order = rows.map((row) => [rank(row), row.createdAt] as const);
    expect(order).toEqual(order.toSorted(([one, at], [other, then]) => one - other || (at < then ? -1 : 1)));
  }
});

describe('Whoever cannot log in comes before questions, whatever urgency they chose', () => {
  const sentBy = async (sql: string, text = 'A question.') => {
    const user = await unusedMember(site, { organisation: 'Harbour Mutual' });
    if (sql !== '') await site.database.query(`UPDATE users SET ${sql} WHERE user_id = $1`, [user.userId]);
    return { user, ticketNumber: await sendTicket(site, { Email: user.email, Urgency: 'Low', IssueDescription: text }) };
  };
  const isBefore = async (ticketNumber: string, other: string) => {
    const numbers = await numbersIn('toAnswer');
    return numbers.indexOf(ticketNumber) < numbers.indexOf(other);
  };
  const rowOf = async (search: string) => (await desk.ok('Tickets.List', { search })).rows[0]!;

  test.each([
    ['a locked user', `locked_until = now() + interval '10 minutes'`],
    ['a user who is locked for good', `locked_until = 'infinity'`],
    ['a disabled user', 'enabled = false'],
  ])('%s', async (_who, sql) => {
    const question = await sendTicket(site, { Urgency: 'High' });
    const critical = await sendTicket(site, { Urgency: 'Critical' });
    const { ticketNumber } = await sentBy(sql);
    expect(await rowOf(ticketNumber)).toMatchObject({ urgency: 'Low', keptOut: true });
    expect([await isBefore(ticketNumber, question), await isBefore(critical, ticketNumber)]).toEqual([true, true]);
  });

  test('a stranger with the reference of a refused login', async () => {
    const question = await sendTicket(site, { Urgency: 'High' });
    const ticketNumber = await sendTicket(site, { Urgency: 'Low', IssueDescription: 'It says L-20260901-081530.' });
    expect(await isBefore(ticketNumber, question)).toBe(true);
  });

  test.each([
    ['a user who can log in', '', 'A question.'],
    ['a lock that is over', `locked_until = now() - interval '1 second'`, 'A question.'],
    ['a number that is no reference', '', 'Order XL-20260901-0815301.'],
  ])('but not %s', async (_who, sql, text) => {
    expect(await rowOf((await sentBy(sql, text)).ticketNumber)).toMatchObject({ keptOut: false });
  });

  test('no longer once they can, and not for a desk that no longer sees the user', async () => {
    const { user, ticketNumber } = await sentBy(`locked_until = now() + interval '10 minutes'`);
    const harbour = await logInAs(site, 'subadmin');
    const keptOut = async (client: Client) => (await client.ok('Tickets.List', { search: ticketNumber })).rows[0]?.keptOut;
    expect([await keptOut(desk), await keptOut(harbour)]).toEqual([true, true]);
    await moveTo(site, user.userId, 'Northgate Portfolio');
    expect([await keptOut(desk), await keptOut(harbour)]).toEqual([true, false]);
    await (await logInAs(site, 'sysadmin')).ok('Users.Unlock', { userName: user.userName });
    expect(await keptOut(desk)).toBe(false);
  });
});

test('two clerks who answer the same ticket mail one answer, and neither finds it in the queue', async () => {
  const email = strangerAddress();
  const ticketNumber = await sendTicket(site, { Email: email });
  const other = await logInAs(site, 'sysadmin');
  const body = { version: await versionOf(ticketNumber), text: 'Done.' };
  const answers = await Promise.all([desk, other].map((clerk) => clerk.call('Tickets.Answer', { ticketNumber, body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  for (const clerk of [desk, other]) expect(await numbersIn('toAnswer', clerk)).not.toContain(ticketNumber);
  expect(await tabsOf(ticketNumber, other)).toEqual(['waiting']);
  const mails = await queuedMails(site, { template: 'ticketAnswered', recipient: email });
  expect(mails).toHaveLength(1);
});

test('two who take the same ticket leave it to one of them, in whose tab it is', async () => {
  const ticketNumber = await sendTicket(site);
  const clerks = [desk, await logInAs(site, 'sysadmin')];
  const version = await versionOf(ticketNumber);
  const answers = await Promise.all(
    clerks.map(async (clerk) => {
      const { userId } = await clerk.ok('Users.Self');
      return clerk.call('Tickets.Assign', { ticketNumber, body: { version, userId } });
    }),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const mine = await Promise.all(clerks.map((clerk) => numbersIn('mine', clerk)));
  expect(mine.filter((numbers) => numbers.includes(ticketNumber))).toHaveLength(1);
});

test('the counts follow search and filters, and never the tab', async () => {
  const word = 'zebracrossing';
  const [first] = [
    await sendTicket(site, { IssueDescription: word, Urgency: 'High' }),
    await sendTicket(site, { IssueDescription: word }),
  ];
  await answer(first);
  expect(await countsOf(desk, { search: word })).toEqual({ toAnswer: 1, mine: 0, waiting: 1, closed: 0 });
  expect(await countsOf(desk, { search: word, urgency: 'High' })).toEqual({ toAnswer: 0, mine: 0, waiting: 1, closed: 0 });
  for (const tab of ticketTabs)
    expect((await desk.ok('Tickets.List', { search: word, tab })).counts).toEqual(await countsOf(desk, { search: word }));
  expect(await desk.call('Tickets.List', { tab: 'open' as never })).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
});

test('a desk counts what it sees, and nothing of other organisations', async () => {
  const [harbour, northgate] = [await logInAs(site, 'subadmin'), await logInAs(site, 'second_sub')];
  const before = await Promise.all([countsOf(harbour), countsOf(northgate)]);
  await sendTicket(site, {}, await logInAs(site, 'ordinary'));
  await sendTicket(site);
  const after = await Promise.all([countsOf(harbour), countsOf(northgate)]);
  expect(after[0].toAnswer).toBe(before[0].toAnswer + 1);
  expect(after[1]).toEqual(before[1]);
});

describe('Why a sender cannot log in', () => {
  const diagnosisBy = (client: Client, { userName }: { readonly userName: string }) =>
    client.call('Users.Diagnosis', { userName });

  test('is read by Support, who may do nothing about it', async () => {
    const user = await unusedMember(site, { organisation: 'Harbour Mutual' });
    await lock(site, user.userId, '10 minutes');
    expect((await diagnosisBy(desk, user)).status).toBe(404);
    await sendTicket(site, { Email: user.email });
    const { body } = await diagnosisBy(desk, user);
    expect(body).toMatchObject({ canLogIn: false, causes: [{ code: 'Locked', remedy: 'unlock' }] });
    expect((await desk.call('Users.Unlock', { userName: user.userName })).status).toBe(403);
  });

  test.each([
    ['of another organisation', 'Northgate Portfolio', 404],
    ['of the same one', 'Harbour Mutual', 200],
  ])('is read by Support %s: %s', async (_where, organisation, status) => {
    const clerk = await unusedMember(site, { organisation });
    await setRoles(site, clerk.userId, ['Member', 'Support']);
    const sender = await unusedMember(site, { organisation: 'Harbour Mutual' });
    await sendTicket(site, { Email: sender.email });
    expect((await diagnosisBy(await logInAs(site, clerk.userName), sender)).status).toBe(status);
  });

  test('is not read of a user who has moved away since, nor by a member, nor of a member without a ticket', async () => {
    const clerk = await unusedMember(site, { organisation: 'Harbour Mutual' });
    await setRoles(site, clerk.userId, ['Member', 'Support']);
    const support = await logInAs(site, clerk.userName);
    const sender = await unusedMember(site, { organisation: 'Harbour Mutual' });
    expect((await diagnosisBy(support, sender)).status).toBe(404);
    await sendTicket(site, { Email: sender.email });
    expect((await diagnosisBy(support, sender)).status).toBe(200);
    expect((await diagnosisBy(await logInAs(site, 'ordinary'), sender)).status).toBe(403);
    await moveTo(site, sender.userId, 'Northgate Portfolio');
    expect((await diagnosisBy(support, sender)).status).toBe(404);
  });
});
