/** Searching a long list letter by letter: rows are there before those who match are counted, and the list is whole once they are. */
import type { HTTPRequest } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { addManyUsers } from '../support/manyUsers.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { reads } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

beforeAll(() => addManyUsers(site));

/** The list, in which nothing that matches a search is counted until `goOn`. */
async function uncounted() {
  const users = await UsersPage.open(await browser.newPage(), await as(site, 'sysadmin'));
  await users.page.waitForNetworkIdle();
  const held: HTTPRequest[] = [];
  await intercept(users.page, (request) => {
    if (!request.url().includes('/Users/Counts?search=')) return request.continue();
    held.push(request);
    return undefined;
  });
  const isHeld = (search: string) =>
    eventually('the letter to be counted', () => held.find((request) => request.url().endsWith(`=${search}`)));
  return { users, isHeld };
}

const marked = (users: UsersPage, text: string) =>
  users.page.waitForFunction(
    (wanted) => [...document.querySelectorAll('.ag-row mark')].some((mark) => mark.textContent.toLowerCase() === wanted),
    {},
    text,
  );
const rowCount = ({ page }: UsersPage) => page.$eval('[role="grid"]', (grid) => Number(grid.getAttribute('aria-rowcount')) - 1);

async function matching(text: string): Promise<number> {
  const { total } = await site.database.row<{ total: number }>(
    `SELECT count(*)::int AS total FROM users WHERE search_text LIKE '%${text}%'`,
  );
  return total;
}
const shown = (total: number) => total.toLocaleString('en-US');

test('the rows of a letter are there before they are counted, and the list is as long as it is once they are', async () => {
  const { users, isHeld } = await uncounted();
  await users.page.type('input[type="search"]', 'r');
  await marked(users, 'r');
  await users.waitForTotal('…');
  const request = await isHeld('r');
  const total = await matching('r');
  const number = await users.page.waitForSelector('.users-tab .users-count', { hidden: true });
  expect(await number?.evaluate((all) => all.textContent)).not.toBe(shown(total));
  expect(await rowCount(users)).toBeLessThan(total);
  await request.continue();
  await users.waitForTotal(shown(total));
  const told = await users.page.waitForSelector('.users-tab .users-count', { visible: true });
  expect(await told?.evaluate((all) => all.textContent)).toBe(shown(total));
  expect(await rowCount(users)).toBe(total);
  expect(await users.scrollTo(total - 1)).not.toBe('');
});

test('whoever scrolls on meanwhile gets on, and is told how many there are', async () => {
  const { users, isHeld } = await uncounted();
  await users.page.type('input[type="search"]', 'c');
  await marked(users, 'c');
  await isHeld('c');
  expect(await users.scrollTo(100)).not.toBe('');
  await users.waitForTotal(shown(await matching('c')));
  expect(await users.scrollTo(250)).not.toBe('');
});

test('whoever types on has the rows of the longer word, and nobody counts for the letter any more', async () => {
  const { users, isHeld } = await uncounted();
  await users.page.type('input[type="search"]', 'c');
  await marked(users, 'c');
  const ofLetter = await isHeld('c');
  await users.page.type('input[type="search"]', 'rowd1234');
  await users.waitForTotal(shown(await matching('crowd1234')));
  await eventually('the letter to be given up', () => ofLetter.failure() !== null);
  await (await isHeld('crowd1234')).continue();
  await users.page.waitForFunction(() => document.querySelector('.users-tab')?.textContent === 'All11');
});

test('ticking before they are counted offers all who match, however many', async () => {
  const { users, isHeld } = await uncounted();
  await users.page.type('input[type="search"]', 'r');
  await marked(users, 'r');
  const request = await isHeld('r');
  await users.page.locator(`${users.cellAt(0, 'actions')} input`).click();
  await reads(users.page, 'Select all … matching');
  await request.continue();
  await reads(users.page, `Select all ${shown(await matching('r'))} matching`);
});

/** Before the list reads itself anew, every half minute. */
const SOON = { timeout: 15_000 };
const isLong = ({ page }: UsersPage, total: number) =>
  page.waitForSelector(`[role="grid"][aria-rowcount="${String(total + 1)}"]`, SOON);

test('words that match equally many are each as long as they are, also when come back to', async () => {
  const users = await UsersPage.open(await browser.newPage(), await as(site, 'sysadmin'));
  const total = await matching('crowd');
  expect(await matching('crow')).toBe(total);
  await users.page.type('input[type="search"]', 'crow');
  await marked(users, 'crow');
  await isLong(users, total);
  await users.page.keyboard.type('d');
  await marked(users, 'crowd');
  await isLong(users, total);
  await users.page.keyboard.press('Backspace');
  await marked(users, 'crow');
  await isLong(users, total);
});

test('a search that is counted before the grid is there is as long as it is', async () => {
  const users = await UsersPage.open(await browser.newPage(), await as(site, 'sysadmin'));
  const { page } = users;
  await page.setCacheEnabled(false);
  await page.type('input[type="search"]', 'c');
  await marked(users, 'c');
  await page.waitForFunction(() => location.pathname.endsWith('/c'));
  const total = await matching('c');
  let bringGrid = (): Promise<void> | undefined => undefined;
  await intercept(page, (request) => {
    if (!/\/assets\/grid\.\w+\.js$/.test(request.url())) return request.continue();
    bringGrid = () => request.continue();
    return undefined;
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await users.waitForTotal(shown(total));
  await eventually('the grid to be asked for', () => bringGrid()?.then(() => true));
  await isLong(users, total);
});
