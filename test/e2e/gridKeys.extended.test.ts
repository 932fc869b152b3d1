/** A list without a mouse: its grid is one stop of Tab, F6 goes from region to region, and both come back to the same cell. */
import type { KeyInput, Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { sendTicket } from '../support/tickets.ts';
import { useServer } from '../support/useServer.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

async function withShift(page: Page, key: KeyInput): Promise<void> {
  await page.keyboard.down('Shift');
  await page.keyboard.press(key);
  await page.keyboard.up('Shift');
}

const isIn = (page: Page, selector: string) =>
  page.evaluate((within) => document.activeElement?.closest(within) != null, selector);

/** The selectors that Tab reaches from here up to the last one, each once. */
async function stopsOnTheWay(page: Page, selectors: readonly string[]): Promise<string[]> {
  const passed = new Set<string>();
  for (let stop = 0; stop < 40; stop += 1) {
    await page.keyboard.press('Tab');
    for (const selector of selectors) if (await isIn(page, selector)) passed.add(selector);
    if (passed.has(selectors.at(-1) ?? '')) break;
  }
  return [...passed];
}

/** Returns by Shift+Tab into the grid, the last stop of the page, after Tab has moved to the browser's own controls. */
async function comeBack(page: Page): Promise<void> {
  for (let stop = 0; stop < 3 && !(await isIn(page, GRID)); stop += 1) await withShift(page, 'Tab');
}

const GRID = '[role="grid"]';
const BULK = '[aria-label="Bulk actions"]';
const DRAWER = 'aside';

const open = async (path = '/Users/List') => UsersPage.open(await browser.newPage(), await logInAs(site, 'sysadmin'), path);

describe('In the list of users', () => {
  test('Tab goes from the search over filters and tabs into the grid, where arrows move, and leaves it at once', async () => {
    const users = await open();
    const { page } = users;
    await users.nameAt(2);
    await page.keyboard.press('/');
    await page.waitForSelector('input[type="search"]:focus');
    const way = ['[role="toolbar"]', '[role="tab"]', GRID];
    expect(await stopsOnTheWay(page, way)).toEqual(way);
    await users.waitForFocus(0, 'actions');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'] as const) await page.keyboard.press(key);
    await users.waitForFocus(2, 'email');

    await withShift(page, 'Tab');
    expect(await isIn(page, GRID)).toBe(false);
    await page.keyboard.press('Tab');
    await users.waitForFocus(2, 'email');
    await page.keyboard.press('Tab');
    expect(await isIn(page, '[role="tabpanel"]')).toBe(false);
    await comeBack(page);
    await users.waitForFocus(2, 'email');

    await page.keyboard.press(' ');
    await users.waitForText('1 selected');
    await page.keyboard.press('Tab');
    expect(await isIn(page, BULK)).toBe(true);
    await withShift(page, 'Tab');
    await users.waitForFocus(2, 'email');
  });

  test('Tab comes back to the cell that was left also after the list was scrolled and narrowed', async () => {
    const users = await open();
    const { page } = users;
    await users.nameAt(2);
    await page.focus(users.cellAt(2, 'email'));
    await page.keyboard.press('PageDown');
    await page.waitForFunction(() => Number(document.activeElement?.closest('[role="row"]')?.getAttribute('row-index')) > 2);
    const left = await users.focused();
    await page.keyboard.press('Tab');
    await comeBack(page);
    await users.waitForFocus(left?.row ?? -1, 'email');

    await page.keyboard.press('/');
    await page.keyboard.type('locked_user');
    await users.waitForOnly('locked_user');
    await stopsOnTheWay(page, [GRID]);
    await users.waitForFocus(0, 'email');
  });

  test('F6 goes from the search to grid, drawer and bulk bar, and around; Shift+F6 goes back', async () => {
    const users = await open();
    const { page } = users;
    await users.nameAt(2);
    await page.focus(users.cellAt(2, 'email'));
    await page.keyboard.press(' ');
    await users.waitForText('1 selected');
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${DRAWER}:focus table`);
    await withShift(page, 'F6');
    await users.waitForFocus(2, 'email');
    const around = [DRAWER, BULK, '[role="search"]', GRID];
    for (const region of around) {
      await page.keyboard.press('F6');
      expect([region, await isIn(page, region)]).toEqual([region, true]);
    }
    await users.waitForFocus(2, 'email');
    for (const region of [...around.slice(0, -1)].reverse()) {
      await withShift(page, 'F6');
      expect([region, await isIn(page, region)]).toEqual([region, true]);
    }
  });
});

test.each(['/Users/List', '/Organisations', '/Support/Tickets'])(
  'the arrow leads from the search of %s to its rows',
  async (path) => {
    if (path === '/Support/Tickets') await sendTicket(site);
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'sysadmin'), page);
    await page.goto(site.url + path);
    await page.waitForSelector('[role="row"][row-index="0"]:not(.row-loading) [role="gridcell"]');
    await page.focus('main input[type="search"]');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((grid) => document.querySelector(grid)?.contains(document.activeElement) === true, {}, GRID);
  },
);

test.each(['/Users/List', '/Users/Audit', '/Organisations', '/Support/Tickets'])(
  'the grid of %s is one stop of Tab, also where nothing follows it',
  async (path) => {
    if (path === '/Support/Tickets') await sendTicket(site);
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'sysadmin'), page);
    await page.goto(site.url + path);
    const cell = '[role="row"][row-index="0"]:not(.row-loading) [role="gridcell"][aria-colindex="2"]';
    await page.waitForSelector(cell);
    const hasFocus = () => isIn(page, cell);
    await page.focus(cell);
    expect(await hasFocus()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isIn(page, GRID)).toBe(false);
    await comeBack(page);
    expect(await hasFocus()).toBe(true);
    await withShift(page, 'Tab');
    expect(await isIn(page, GRID)).toBe(false);
    await page.keyboard.press('Tab');
    expect(await hasFocus()).toBe(true);
  },
);
