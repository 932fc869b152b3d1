/**
 * Every part that is loaded on demand and has its place in the page, wanted before its code came: the page stands, says so in that place,
 * and shows the part there once it is asked for again. What the part shows is fetched by the same act: only its code is missing.
 */
import type { Page } from 'puppeteer';
import { HARBOUR_TICKET } from '../../server/demo/tickets.ts';
import { useBrowser } from '../support/browser.ts';
import { useServer } from '../support/useServer.ts';
import { chunk, openWithout, row } from './pages/missingParts.ts';
import { press, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

const MISSING = 'A part of this page could not be loaded.';

const places: readonly (readonly [string, RegExp, (page: Page) => Promise<unknown>, string])[] = [
  [
    'the drawer',
    chunk('user-panel'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press('Enter');
    },
    'aside.drawer',
  ],
  [
    'the events in the drawer',
    chunk('user-edit'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press('Enter');
      await page.waitForSelector('aside.drawer');
    },
    'aside.drawer section ul, aside.drawer section ol',
  ],
  ['the filters', chunk('filter-menu'), (page) => press(page, 'Filter'), '.popover .filter-choices'],
  ['the columns', chunk('user-tools'), (page) => press(page, 'Columns'), '.popover [type="checkbox"]'],
  [
    'the bar of a selection',
    chunk('users-bulk'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press(' ');
    },
    '[aria-label="Bulk actions"]',
  ],
  [
    'what a move changes',
    chunk('users-move'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press(' ');
      await page.locator('[aria-label="Bulk actions"] ::-p-aria([name="More"][role="button"])').click();
      await page.locator('::-p-aria([name="Move to an organisation"][role="menuitem"])').click();
      await page.locator('[role="dialog"] ::-p-aria([name="Organisation"][role="combobox"])').click();
      await page.keyboard.type('Northgate Portfolio');
      await page.locator('[title="Northgate Portfolio"]').click();
    },
    '[role="dialog"] [aria-label="What will be different"]',
  ],
  ['the separators of an export', chunk('user-tools'), (page) => press(page, 'Export with another separator'), '.popover p'],
  [
    'more ways to add users',
    chunk('user-tools'),
    (page) => press(page, 'More ways to add users'),
    '.popover a[href="/Users/Import"]',
  ],
];

test.each(places)('%s, in its place', async (_name, missing, want, shown) => {
  const { page, loads, restore } = await openWithout(browser, site, missing);
  await want(page);
  await waitForText(page, MISSING);
  expect(await page.$(shown)).toBeNull();
  expect(await page.$(row)).not.toBeNull();
  restore();
  await press(page, 'Try again');
  await page.waitForSelector(shown);
  expect(loads()).toBe(1);
});

test('whether the sender of a ticket can log in: the ticket is there without it', async () => {
  const { page, loads, restore } = await openWithout(
    browser,
    site,
    chunk('user-panel'),
    `/Support/Tickets?ticket=${HARBOUR_TICKET}`,
  );
  await waitForText(page, MISSING);
  await page.waitForSelector('aside textarea');
  restore();
  await press(page, 'Try again');
  await waitForText(page, 'Can log in: no');
  expect(loads()).toBe(1);
});

test('the band of an impersonation: what is missing is said above the page, and comes in its place', async () => {
  const { page, loads, restore } = await openWithout(browser, site, chunk('acting'));
  await page.click('header [aria-label="Search"]');
  await page.waitForSelector('[role="dialog"] [role="combobox"]');
  await page.keyboard.type('impersonate ordinary because ticket 4711');
  await page.keyboard.press('Enter');
  await waitForText(page, MISSING);
  restore();
  await press(page, 'Try again');
  await waitForText(page, 'You are viewing as');
  await press(page, 'Stop');
  await page.waitForSelector(row);
  // It begins and ends with the page of another person.
  expect(loads()).toBe(3);
});
