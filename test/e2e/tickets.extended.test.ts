/** The support desk by keyboard alone: a ticket is found, read, answered, noted on, assigned, closed and opened again. */
import type { Page } from 'puppeteer';
import { HARBOUR_TICKET } from '../../server/demo/tickets.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { DEMO_PASSWORD, logInAs } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { sendTicket, tokenOf } from '../support/tickets.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, typeInto } from './pages/keyboard.ts';
import { fill, fillNamed, heading, waitForPath, waitForText } from './pages/onPage.ts';
import { endSessions } from '../support/sessions.ts';
import { answerAll } from '../support/storedTickets.ts';

const site = useServer();
const browser = useBrowser();

async function open(path: string, userName: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(site.url + path);
  return page;
}

/** Waits for the drawer, which takes the focus. */
const drawerOpens = (page: Page) => page.waitForFunction(() => document.activeElement?.matches('aside') === true);

const isInGrid = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('[role="columnheader"], [role="gridcell"]') === true);

/** From part to part until the rows, and into the first one. */
async function reachRows(page: Page): Promise<void> {
  for (let parts = 0; parts < 5 && !(await isInGrid(page)); parts += 1) await page.keyboard.press('F6');
  expect(await isInGrid(page)).toBe(true);
  const isInHead = await page.evaluate(() => document.activeElement?.matches('[role="columnheader"]') === true);
  if (isInHead) await page.keyboard.press('ArrowDown');
}

test('An administrator works on a ticket with the keyboard, from the search to its end', async () => {
  const page = await open('/Support/Tickets', 'subadmin');
  await heading(page, 'Tickets');
  await typeInto(page, 'Search number, person or text', HARBOUR_TICKET.slice(0, 6).toLowerCase());
  await waitForText(page, '1 ticket');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`::-p-xpath(//*[@role="gridcell"]//a[.="${HARBOUR_TICKET}"])`);
  await reachRows(page);
  await page.keyboard.press('Enter');
  await drawerOpens(page);
  await waitForText(page, 'I can’t log in. The page says that my account is locked');
  await waitForText(page, 'Locked after too many failed attempts');
  await pressOn(page, 'Unlock');
  await waitForText(page, 'Can log in: yes');

  await typeInto(page, 'Answer or note', 'Knows the employee number.');
  await pressOn(page, 'Note');
  await waitForText(page, 'Hannah Whitaker noted');
  await pressOn(page, 'Assign to me');
  await waitForText(page, 'Hannah Whitaker assigned it to Hannah Whitaker');
  await typeInto(page, 'Answer or note', 'Your account is unlocked.');
  await pressOn(page, 'Answer');
  const mail = await awaitMail(site, ({ subject }) => subject === `[${HARBOUR_TICKET}] Answer to your support request`);
  expect(mail.to).toEqual(['locked_user@example.com']);
  // Nothing else matches the search: the list is done, and its heading has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === 'No ticket matches here');
  await pressOn(page, 'Mine: 1');
  await page.waitForSelector(`::-p-xpath(//*[@role="gridcell"]//a[.="${HARBOUR_TICKET}"])`);
  await reachRows(page);
  await page.keyboard.press('Enter');
  await drawerOpens(page);
  await waitForText(page, 'Hannah Whitaker answered');
  await pressOn(page, 'Close');
  await waitForText(page, 'Hannah Whitaker closed it');

  const closed = Promise.withResolvers<undefined>();
  await intercept(page, async (request) => {
    // The list, in which the ticket is again, comes after the drawer has gone.
    if (new URL(request.url()).pathname === '/api/Tickets') await closed.promise;
    await request.continue();
  });
  await pressOn(page, 'Reopen');
  await waitForText(page, 'Hannah Whitaker opened it again');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('aside') === null);
  closed.resolve(undefined);
  await waitForPath(page, '/Support/Tickets?tab=mine&search=7f3k-0');
  await page.waitForFunction(() => document.activeElement?.matches('[role="gridcell"][col-id="ticketNumber"]') === true);
});

const answered = (number: string) => `::-p-xpath(//*[@role="status"][contains(., "${number} is answered.")])`;

test('The queue is empty: each answer opens the next ticket, the most urgent first, by keyboard alone', async () => {
  await answerAll(site);
  const question = await sendTicket(site, { Urgency: 'High', IssueDescription: 'How do I export?' });
  const keptOut = await sendTicket(site, { Urgency: 'Low', IssueDescription: 'It says L-20260901-081530.' });
  const critical = await sendTicket(site, { Urgency: 'Critical', IssueDescription: 'Nothing works.' });
  const page = await open('/Support/Tickets', 'support_user');
  await heading(page, 'Tickets');
  await waitForText(page, '3 tickets');
  await page.waitForSelector(`::-p-xpath(//*[@role="gridcell"]//a[.="${critical}"])`);
  await reachRows(page);
  await page.keyboard.press('Enter');
  for (const number of [critical, keptOut, question]) {
    await page.waitForFunction(
      (title) => document.activeElement?.matches('aside') === true && document.querySelector('aside h2')?.textContent === title,
      {},
      `Ticket ${number}`,
    );
    await typeInto(page, 'Answer or note', 'We have mended it.');
    await pressOn(page, 'Answer');
    await page.waitForSelector(answered(number));
  }
  await page.waitForFunction(() => document.activeElement?.textContent === 'Everything is answered');
  expect(await page.evaluate(() => document.querySelector('[role="tab"][aria-selected="true"]')?.textContent)).toBe('To answer0');
});

test('An unsent answer survives a reload and an expired session', async () => {
  const [ticketNumber, other] = [await sendTicket(site), await sendTicket(site)];
  const page = await open(`/Support/Tickets?ticket=${ticketNumber}`, 'support_user');
  page.on('dialog', (dialog) => void dialog.accept());
  const text = (value: string) =>
    page.waitForFunction((typed) => document.querySelector<HTMLTextAreaElement>('aside textarea')?.value === typed, {}, value);
  await page.waitForSelector('aside textarea');
  await fill(page, 'aside textarea', 'Half an answer,\nin two lines');
  await page.reload();
  await text('Half an answer,\nin two lines');

  await endSessions(site);
  await page.reload();
  await page.waitForSelector('[name="userName"]', { visible: true });
  await fillNamed(page, 'userName', 'support_user');
  await fillNamed(page, 'password', DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await text('Half an answer,\nin two lines');
  await page.goto(`${site.url}/Support/Tickets?ticket=${other}`);
  await text('');
});

test('The palette finds a ticket by the beginning of its number', async () => {
  const page = await open('/Support/Tickets', 'support_user');
  await heading(page, 'Tickets');
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('[role="combobox"]:focus');
  await page.keyboard.type(HARBOUR_TICKET.slice(0, 6).toLowerCase());
  await page.waitForSelector(`::-p-xpath(//*[@role="option"][contains(., "${HARBOUR_TICKET}")])`);
  await page.keyboard.press('Enter');
  await waitForText(page, `Ticket ${HARBOUR_TICKET}`);
});

test('The sender of a ticket sees its state by the mailed link, whose token leaves the address at once', async () => {
  const ticketNumber = await sendTicket(site);
  const token = await tokenOf(site, ticketNumber);
  const page = await browser.newPage();
  await page.goto(`${site.url}/Support/Ticket?token=${token}`);
  await heading(page, 'Your support request');
  await waitForText(page, 'We have your request, and will reply by email.');
  expect(page.url()).toBe(`${site.url}/Support/Ticket`);
  await page.reload();
  await waitForText(page, 'We have your request, and will reply by email.');
});
