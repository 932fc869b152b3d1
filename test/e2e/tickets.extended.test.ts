/** The support desk by keyboard alone: a ticket is found, read, answered, noted on, assigned, closed and opened again. */
import type { Page } from 'puppeteer';
import { HARBOUR_TICKET } from '../../server/demo/tickets.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { sendTicket, tokenOf } from '../support/tickets.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, typeInto } from './pages/keyboard.ts';
import { heading, waitForPath, waitForText } from './pages/onPage.ts';

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

test('An administrator works on a ticket with the keyboard, from the search to its end', async () => {
  const page = await open('/Support/Tickets', 'subadmin');
  await heading(page, 'Tickets');
  await typeInto(page, 'Search number, person or text', HARBOUR_TICKET.slice(0, 6).toLowerCase());
  await waitForText(page, '1 ticket');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (name) => document.querySelector(`[role="gridcell"] a[aria-label="${name}"]`) !== null,
    {},
    `View ${HARBOUR_TICKET}`,
  );
  await page.keyboard.press('F6');
  expect(await isInGrid(page)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await drawerOpens(page);
  await waitForText(page, 'I can’t log in. The page says that my account is locked');
  await waitForText(page, 'Locked after too many failed attempts');

  await typeInto(page, 'Answer or note', 'Knows the employee number.');
  await pressOn(page, 'Note');
  await waitForText(page, 'Hannah Whitaker noted');
  await typeInto(page, 'Answer or note', 'Your account is unlocked.');
  await pressOn(page, 'Answer');
  await waitForText(page, 'Hannah Whitaker answered');
  const mail = await awaitMail(site, ({ subject }) => subject === `[${HARBOUR_TICKET}] Answer to your support request`);
  expect(mail.to).toEqual(['locked_user@example.com']);
  await pressOn(page, 'Assign to me');
  await waitForText(page, 'Hannah Whitaker assigned it to Hannah Whitaker');
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
  await waitForPath(page, '/Support/Tickets?search=7f3k-0');
  await page.waitForFunction(() => document.activeElement?.matches('[role="gridcell"][col-id="ticketNumber"]') === true);
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
