/** The columns of each list hold their headings, states and times whole, in each language and at each width of a window. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { type PageOptions, useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { eventually } from '../support/eventually.ts';
import { register, signIn } from '../support/oidc.ts';
import { sendTicket } from '../support/tickets.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

beforeAll(async () => {
  await sendTicket(site, { Urgency: 'Critical' });
  await site.database.query('UPDATE tickets SET answered_at = now()');
  await sendTicket(site);
  await site.database.query('UPDATE tickets SET closed_at = now() WHERE answered_at IS NULL');
  await sendTicket(site, { Urgency: 'Low' });
  await signIn(await logInAs(site, 'ordinary'), await register(site, { displayName: 'The wiki' }));
  const former = await register(site, { displayName: 'The former wiki' });
  await site.database.query('UPDATE applications SET enabled = false WHERE application_id = $1', [former.id]);
  await site.database.query(
    `UPDATE tickets SET assigned_to = (SELECT user_id FROM users WHERE user_name = 'sysadmin') WHERE closed_at IS NULL`,
  );
});

const ROW = '[role="row"][row-index="0"]:not(.row-loading) [role="gridcell"]';

/**
 * Columns that may be cut: an event is a sentence, few relative times are long, and on a phone a pill and a second line may end in
 * an ellipsis; each is whole on hover and focus.
 */
const mayBeCut = (width: number) =>
  ['[col-id="action"] *', '[col-id="createdAt"] .cut', ...(width < 600 ? ['.state-filled', '.second-line *'] : [])].join();

/** Texts that are cut off in the visible columns. */
const cutOff = (page: Page, width: number) =>
  page.evaluate((excepted) => {
    const edge = document.querySelector('.list-rows')?.getBoundingClientRect().right ?? 0;
    const columnOf = (element: Element) => element.closest('[col-id]')?.getAttribute('col-id') ?? '';
    const isCut = (element: Element): boolean =>
      element.scrollWidth > element.clientWidth ||
      element.getBoundingClientRect().right > (element.closest('[col-id]')?.getBoundingClientRect().right ?? 0) ||
      [...element.querySelectorAll('.cut')].some((part) => part.scrollWidth > part.clientWidth);
    const isInView = (element: Element) => (element.closest('[col-id]')?.getBoundingClientRect().left ?? edge) < edge - 24;
    const heads = [...document.querySelectorAll('[role="columnheader"] .grid-head-name > .cut')];
    const marks = [...document.querySelectorAll(`[role="gridcell"] :is(.state, time):not(${excepted})`)];
    const found = [...heads, ...marks].filter((element) => isInView(element) && isCut(element));
    const beyond = marks.filter((mark) => mark.matches('.state') && mark.getBoundingClientRect().right > edge && isInView(mark));
    return [...new Set([...found, ...beyond].map((element) => `${columnOf(element)}: ${element.textContent}`))];
  }, mayBeCut(width));

const paths = [
  '/Users/List',
  '/Users/Audit',
  '/Organisations',
  '/Applications',
  '/Support/Tickets?tab=mine',
  '/Support/Tickets?tab=closed',
];
const locales = ['en-US', 'en-GB', 'de', 'en-IN'] as const satisfies readonly PageOptions['locale'][];

test.each(paths.flatMap((path) => locales.map((locale) => [path, locale] as const)))(
  '%s in %s shows headings, states and times whole, from a phone to a wide window',
  async (path, locale) => {
    const page = await browser.newPage({ width: 1280, height: 800, locale });
    await copySessionToPage(await logInAs(site, 'sysadmin'), page);
    await page.goto(site.url + path);
    await page.waitForSelector(ROW);
    for (const width of [390, 768, 1280, 1680]) {
      await page.setViewport({ width, height: 800 });
      await page.waitForFunction(
        () => {
          const [rows, head] = [document.querySelector('.list-rows'), document.querySelector('.data-grid [role="grid"]')];
          return rows && head && Math.abs(rows.clientWidth - head.clientWidth) < 2;
        },
        { polling: 'raf' },
      );
      await page.waitForSelector(ROW);
      // The grid takes new widths after the frame has its own.
      await eventually(`whole columns at ${String(width)} px`, async () => {
        expect(await cutOff(page, width)).toEqual([]);
        return true;
      });
    }
  },
);
