/**
 * Searching a long list while typing: rows appear before the matches are counted, and the list gets its full length afterwards.
 */
import type { HTTPRequest } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { addManyUsers } from '../support/manyUsers.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

beforeAll(() => addManyUsers(site));

/** Opens the list and holds the counts of every search until they are let through. */
async function openWithHeldCounts() {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'));
  await users.page.waitForNetworkIdle();
  const held: HTTPRequest[] = [];
  await intercept(users.page, (request) => {
    if (!request.url().includes('/Users/Counts?search=')) return request.continue();
    held.push(request);
    return undefined;
  });
  const waitForHeld = (search: string) =>
    eventually('the letter to be counted', () => held.find((request) => request.url().endsWith(`=${search}`)));
  return { users, waitForHeld };
}

const waitForHighlight = (users: UsersPage, text: string) =>
  users.page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[role="gridcell"] mark')].some((mark) => mark.textContent.toLowerCase() === wanted),
    {},
    text,
  );

/** One or two letters begin a word. */
async function countMatches(text: string): Promise<number> {
  const { total } = await site.database.row<{ total: number }>(
    `SELECT count(*)::int AS total FROM users WHERE search_text LIKE '${text.length < 3 ? '% ' : '%'}${text}%'`,
  );
  return total;
}
const shown = (total: number) => total.toLocaleString('en-US');

test('scrolling on works before the count, which arrives later', async () => {
  const { users, waitForHeld } = await openWithHeldCounts();
  await users.page.type('input[type="search"]', 'c');
  await waitForHighlight(users, 'c');
  const request = await waitForHeld('c');
  expect(await users.scrollTo(100)).not.toBe('');
  expect(await users.scrollTo(200)).not.toBe('');
  await users.waitForTotal('…');
  await request.continue();
  await users.waitForTotal(shown(await countMatches('c')));
  expect(await users.scrollTo(250)).not.toBe('');
});

test('typing on shows the rows of the longer word, and cancels the count for the letter', async () => {
  const { users, waitForHeld } = await openWithHeldCounts();
  await users.page.type('input[type="search"]', 'c');
  await waitForHighlight(users, 'c');
  const letterCount = await waitForHeld('c');
  await users.page.type('input[type="search"]', 'rowd1234');
  await users.waitForTotal(shown(await countMatches('crowd1234')));
  await eventually('the letter to be given up', () => letterCount.failure() !== null);
  await (await waitForHeld('crowd1234')).continue();
  await users.page.waitForFunction(() => document.querySelector('[role="tab"]')?.textContent === 'All11');
});

test('selecting before the count offers all matches, however many', async () => {
  const { users, waitForHeld } = await openWithHeldCounts();
  await users.page.type('input[type="search"]', 'c');
  await waitForHighlight(users, 'c');
  const request = await waitForHeld('c');
  await users.page.locator(`${users.cellAt(0, 'actions')} input`).click();
  await waitForText(users.page, 'Select all … matching');
  await request.continue();
  await waitForText(users.page, `Select all ${shown(await countMatches('c'))} matching`);
});

/** A shorter time than the list's own refetch interval (30 s). */
const BEFORE_REFETCH = { timeout: 15_000 };
const waitForRowCount = ({ page }: UsersPage, total: number) =>
  page.waitForSelector(`[role="grid"][aria-rowcount="${String(total + 1)}"]`, BEFORE_REFETCH);

test('searches with equally many matches each have their full length, also after going back to one', async () => {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'));
  const total = await countMatches('crowd');
  expect(await countMatches('crow')).toBe(total);
  await users.page.type('input[type="search"]', 'crow');
  await waitForHighlight(users, 'crow');
  await waitForRowCount(users, total);
  await users.page.keyboard.type('d');
  await waitForHighlight(users, 'crowd');
  await waitForRowCount(users, total);
  await users.page.keyboard.press('Backspace');
  await waitForHighlight(users, 'crow');
  await waitForRowCount(users, total);
});

test('a search that is counted before the grid loads has its full length', async () => {
  const users = await UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'));
  const { page } = users;
  await page.setCacheEnabled(false);
  await page.type('input[type="search"]', 'c');
  await waitForHighlight(users, 'c');
  await page.waitForFunction(() => location.pathname.endsWith('/c'));
  const total = await countMatches('c');
  let releaseGrid = (): Promise<void> | undefined => undefined;
  await intercept(page, (request) => {
    if (!/\/assets\/grid\.\w+\.js$/.test(request.url())) return request.continue();
    releaseGrid = () => request.continue();
    return undefined;
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await users.waitForTotal(shown(total));
  await eventually('the grid to be asked for', () => releaseGrid()?.then(() => true));
  await waitForRowCount(users, total);
});
