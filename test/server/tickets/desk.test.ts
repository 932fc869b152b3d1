/** The support desk: a ticket is found, read, answered by mail, noted on, given to a colleague, closed and opened again. */
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { confirmationOf, sendTicket, strangerAddress, tokenOf } from '../../support/tickets.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: { SUPPORT_EMAIL: 'help@example.com', MAIL_FROM: 'no-reply@example.com', LIMIT_TICKETS_PER_ADDRESS: '1000' },
});

test('a ticket goes from the form to an answer and its end, and its sender follows by the mailed link', async () => {
  const email = strangerAddress();
  const ticketNumber = await sendTicket(site, { Email: email, IssueDescription: 'The page stays\nwhite.', Urgency: 'Critical' });
  const token = await tokenOf(site, ticketNumber);
  const sender = createClient(site);
  const state = () => sender.ok('Support.TicketState', { body: { token } });
  expect(await state()).toMatchObject({ state: 'open', answeredAt: null, closedAt: null });

  const desk = await logInAs(site, 'support_user');
  const found = await desk.ok('Tickets.List', { search: ticketNumber.toLowerCase() });
  expect(found).toMatchObject({
    total: 1,
    rows: [
      {
        ticketNumber,
        state: 'open',
        urgency: 'Critical',
        from: { email, user: null, verified: 'nobody' },
        organisation: null,
        excerpt: 'The page stays white.',
        assignedTo: null,
      },
    ],
  });

  const read = await desk.ok('Tickets.Ticket', { ticketNumber: ticketNumber.toLowerCase() });
  expect(read).toMatchObject({
    text: expect.stringMatching(/^The page stays\s+white\.$/) as string,
    entries: [],
    attachments: [],
    failedLogin: null,
  });
  const noted = await desk.ok('Tickets.Note', { ticketNumber, body: { text: 'Their proxy again.' } });
  const own = read.assignable.find(({ userName }) => userName === 'support_user');
  const assigned = await desk.ok('Tickets.Assign', { ticketNumber, body: { version: noted.version, userId: own!.userId } });
  expect(assigned.assignedTo).toEqual(own);
  expect((await desk.ok('Tickets.List', { assigned: 'me' })).rows.map((row) => row.ticketNumber)).toContain(ticketNumber);

  const answered = await desk.ok('Tickets.Answer', {
    ticketNumber,
    body: { version: assigned.version, text: 'Please reload <b>the page</b>.' },
  });
  const mail = await awaitMail(site, ({ subject }) => subject === `[${ticketNumber}] Answer to your support request`);
  expect(mail).toMatchObject({ to: [email], replyTo: ['help@example.com'], from: 'no-reply@example.com', isAutomatic: false });
  expect(mail.text).toContain('Samira Haddad writes:');
  expect(mail.text).toContain('Please reload <b>the page</b>.');
  expect(mail.html).toContain('Please reload &lt;b&gt;the page&lt;/b&gt;.');
  expect(mail.text).not.toContain('proxy');
  expect((await state()).answeredAt).toBe(answered.answeredAt);

  const closed = await desk.ok('Tickets.Close', { ticketNumber, body: { version: answered.version } });
  expect(await state()).toMatchObject({ state: 'closed', closedAt: closed.closedAt });
  const reopened = await desk.ok('Tickets.Reopen', { ticketNumber, body: { version: closed.version } });
  expect(await state()).toMatchObject({ state: 'open', closedAt: null });
  expect(reopened.entries.map(({ kind, author, text }) => [kind, author?.userName, text])).toEqual([
    ['note', 'support_user', 'Their proxy again.'],
    ['assigned', 'support_user', null],
    ['answer', 'support_user', 'Please reload <b>the page</b>.'],
    ['closed', 'support_user', null],
    ['reopened', 'support_user', null],
  ]);
});

test('the mail to the sender has nothing in it that was typed, and a reply to it reaches support', async () => {
  const ticketNumber = await sendTicket(site, {
    Username: 'Buy cheap pills',
    IssueDescription: 'Buy cheap pills at pills.example',
    CaseIdOrPortfolioName: 'Buy cheap pills',
    Language: 'de',
  });
  const mail = await confirmationOf(site, ticketNumber);
  expect(mail.subject).toBe(`[${ticketNumber}] Wir haben Ihre Supportanfrage erhalten`);
  expect(mail).toMatchObject({ replyTo: ['help@example.com'], isAutomatic: true });
  expect(mail.text + mail.html).not.toMatch(/pills/i);
});

test('an address gets few such mails, whoever enters it into the form, and every ticket is accepted', async () => {
  const email = strangerAddress();
  for (let count = 0; count < 5; count += 1) await sendTicket(site, { Email: count % 2 ? email : email.toUpperCase() });
  const mails = await site.database.query(`SELECT 1 FROM mails WHERE template = 'ticketOpened' AND lower(recipient) = $1`, [
    email,
  ]);
  expect(mails).toHaveLength(3);
  const desk = await logInAs(site, 'support_user');
  expect((await desk.ok('Tickets.List', { search: email })).total).toBe(5);
});

test('an answer based on an outdated version is refused, and nothing is mailed', async () => {
  const email = strangerAddress();
  const ticketNumber = await sendTicket(site, { Email: email });
  const [desk, other] = [await logInAs(site, 'support_user'), await logInAs(site, 'sysadmin')];
  const { version } = await desk.ok('Tickets.Ticket', { ticketNumber });
  await other.ok('Tickets.Answer', { ticketNumber, body: { version, text: 'One answer.' } });
  const stale = { status: 409, problem: { code: 'StaleVersion' } };
  expect(await desk.call('Tickets.Answer', { ticketNumber, body: { version, text: 'Another answer.' } })).toMatchObject(stale);
  expect(await desk.call('Tickets.Close', { ticketNumber, body: { version } })).toMatchObject(stale);
  expect(await desk.call('Tickets.Assign', { ticketNumber, body: { version, userId: null } })).toMatchObject(stale);
  const mails = await queuedMails(site, { template: 'ticketAnswered', recipient: email });
  expect(mails).toHaveLength(1);
});

test('a closed ticket takes notes, and no answer before it is opened again', async () => {
  const ticketNumber = await sendTicket(site);
  const desk = await logInAs(site, 'support_user');
  const { version } = await desk.ok('Tickets.Ticket', { ticketNumber });
  const closed = await desk.ok('Tickets.Close', { ticketNumber, body: { version } });
  const noted = await desk.ok('Tickets.Note', { ticketNumber, body: { text: 'Called back.' } });
  expect(noted.version).toBeGreaterThan(closed.version);
  const answer = { ticketNumber, body: { version: noted.version, text: 'Too late.' } };
  expect(await desk.call('Tickets.Answer', answer)).toMatchObject({ status: 409, problem: { code: 'Conflict' } });
  expect(await desk.call('Tickets.Close', { ticketNumber, body: { version: noted.version } })).toMatchObject({ status: 409 });
  const reopened = await desk.ok('Tickets.Reopen', { ticketNumber, body: { version: noted.version } });
  expect((await desk.ok('Tickets.Answer', { ticketNumber, body: { version: reopened.version, text: 'In time.' } })).state).toBe(
    'open',
  );
});

test('the list is narrowed, sorted and counted on the server', async () => {
  const desk = await logInAs(site, 'sysadmin');
  const all = await desk.ok('Tickets.List', { limit: 1 });
  const open = await desk.ok('Tickets.List', { state: 'open', limit: 1 });
  const closed = await desk.ok('Tickets.List', { state: 'closed', limit: 200 });
  expect(all.total).toBe(open.total + closed.total);
  expect(closed.rows).toHaveLength(closed.total);
  expect(new Set(closed.rows.map(({ state }) => state))).toEqual(new Set(['closed']));
  const urgent = await desk.ok('Tickets.List', { sort: '-urgency,createdAt', limit: 200 });
  const order = ['Critical', 'High', 'Normal', 'Low'];
  const ranks = urgent.rows.map(({ urgency }) => order.indexOf(urgency));
  expect(ranks).toEqual(ranks.toSorted((left, right) => left - right));
  const critical = await desk.ok('Tickets.List', { urgency: 'Critical' });
  expect(critical.total).toBe(ranks.filter((rank) => rank === 0).length);
  const free = await desk.ok('Tickets.List', { assigned: 'nobody', limit: 200 });
  expect(free.rows.every(({ assignedTo }) => assignedTo === null)).toBe(true);
  expect(await desk.call('Tickets.List', { sort: 'text' })).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
});

test('an answer written while impersonating is signed by the administrator', async () => {
  const ticketNumber = await sendTicket(site);
  const admin = await logInAs(site, 'sysadmin');
  await admin.ok('Users.Impersonate', { userName: 'support_user', reason: 'Case 1', access: 'act' });
  const { entries } = await admin.ok('Tickets.Note', { ticketNumber, body: { text: 'Seen.' } });
  expect(entries.map(({ author }) => author?.userName)).toEqual(['sysadmin']);
});
