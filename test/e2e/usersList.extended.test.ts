/** The user list: what it shows, its state in the address, restoring it on Back, and live updates. */
import type { Page } from 'puppeteer';
import type { ArgsOf } from '../../api/contract/index.ts';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { clickLink, heading, press, waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer({ users: 5_000 });
const browser = useBrowser();

const open = async (path?: string, userName = 'sysadmin') =>
  UsersPage.open(await browser.newPage(), await logInAs(site, userName), path);

/** User names of the server's page for these arguments. */
async function serverNames(args: ArgsOf<'Users.Page'>): Promise<string[]> {
  const { rows = [] } = await (await logInAs(site, 'sysadmin')).ok('Users.Page', args);
  return rows.map(({ userName }) => userName);
}

/** The window gets the focus after a minute in the background. */
const returnToWindow = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 60_000;
    dispatchEvent(new Event('focus'));
  });

test('Back from a user leads to row 3,000 of a sorted, filtered list: rows, scroll position, selection and focus', async () => {
  const path = '/Users/List/active?sort=-createdAt&roles=Member';
  const users = await open(path);
  const { page } = users;
  const name = await users.scrollTo(3_000);
  const where = [{ field: 'roles' as const, op: 'in' as const, value: ['Member'] }];
  expect([name]).toEqual(await serverNames({ filter: 'active', sort: '-createdAt', where, offset: 3_000, limit: 1 }));
  await page.focus(users.cellAt(3_003, 'email'));
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press(' ');
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowLeft'] as const) await page.keyboard.press(key);
  const readState = async () => ({
    top: await users.scrollTop(),
    names: await users.visibleNames(),
    selected: await users.selectedNames(),
    focus: await users.focused(),
  });
  /** To the page of the user and back to the list: past the list with the drawer. */
  const editFromDrawer = async () => {
    await clickLink(page, 'Edit');
    await heading(page, 'Edit user');
    await page.goBack();
    await page.waitForSelector('aside');
    await page.goBack();
    await page.waitForSelector('aside', { hidden: true });
  };
  await users.waitForText('2 selected');
  const left = await readState();
  expect(left.focus).toEqual({ row: 3_004, column: 'name' });
  expect(left.selected).toHaveLength(2);

  await page.keyboard.press('Enter');
  await editFromDrawer();
  await users.waitForFocus(3_004, 'name');
  expect(await users.nameAt(3_000)).toBe(name);
  expect(await readState()).toEqual(left);
  await waitForPath(page, path);
  await users.waitForText('2 selected');

  await page.locator(`${users.cellAt(3_007, 'name')} a`).click();
  await editFromDrawer();
  await users.waitForFocus(3_007, 'name');
  expect(await readState()).toEqual({ ...left, focus: { row: 3_007, column: 'name' } });
});

describe('Content', () => {
  test('filters and several sorts are in the address, and a colleague sees the same', async () => {
    // The window is wide enough to render all the columns in question.
    const users = await UsersPage.open(await browser.newPage({ width: 1600 }), await logInAs(site, 'sysadmin'));
    const { page } = users;
    const head = (column: string) => `[role="columnheader"][col-id="${column}"]`;
    await press(page, 'Filter');
    await page.locator('::-p-aria([name="Disabled"][role="checkbox"])').click();
    await waitForPath(page, '/Users/List?status=disabled');
    await page.keyboard.press('Escape');
    await page.locator(`${head('organisation')} span`).click();
    await waitForPath(page, '/Users/List?sort=organisation&status=disabled');
    await page.keyboard.down('Shift');
    await page.locator(`${head('name')} span`).click();
    await waitForPath(page, '/Users/List?sort=organisation%2Cname&status=disabled');
    await page.locator(`${head('name')} span`).click();
    await page.keyboard.up('Shift');
    await waitForPath(page, '/Users/List?sort=organisation%2C-name&status=disabled');
    const expected = await serverNames({
      sort: 'organisation,-name',
      where: [{ field: 'status', op: 'in', value: ['disabled'] }],
      limit: 10,
    });
    const shows = (list: UsersPage) =>
      eventually(
        'those rows',
        async () => JSON.stringify((await list.renderedNames()).slice(0, 10)) === JSON.stringify(expected),
      );
    await shows(users);
    expect(
      await page.$$eval('[role="columnheader"] span[aria-hidden="true"]', (marks) => marks.map((mark) => mark.textContent)),
    ).toEqual(['2', '1']);
    await shows(await open(page.url().slice(site.url.length)));

    await press(page, 'Remove Status: Disabled');
    await waitForPath(page, '/Users/List?sort=organisation%2C-name');
    await users.waitForTotal('5,000');
  });

  test('matches of a search are highlighted, whatever their accents and capitals', async () => {
    const users = await open();
    const { page } = users;
    const [{ name } = { name: '' }] = await site.database.query<{ name: string }>(
      "SELECT last_name AS name FROM users WHERE last_name ~ '^[A-Z][a-z]*ü[a-z]+$' ORDER BY 1 LIMIT 1",
    );
    await users.search(name.replace('ü', 'u').toUpperCase());
    // Rows follow each letter; wait for those of the last one.
    await page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('[role="gridcell"][col-id="name"] mark')].some(({ textContent }) => textContent === text),
      {},
      name,
    );
  });
});

test('another administrator’s change appears by itself: only that row changes, and nothing moves', async () => {
  const users = await open('/Users/List?sort=name&roles=Member&status=active,disabled');
  const { page } = users;
  await users.scrollTo(1_200);
  await page.focus(users.cellAt(1_203, 'email'));
  const readState = async () => ({
    top: await users.scrollTop(),
    names: await users.renderedNames(),
    focus: await users.focused(),
  });
  const before = await readState();
  // Unchanged rows are not re-rendered: a mark on their elements stays.
  await page.$$eval('[role="gridcell"][col-id="status"] span[title]', (pills) => {
    for (const pill of pills) pill.setAttribute('data-before', pill.textContent);
  });
  const userName = await users.nameAt(1_204);
  const enabled = (await page.$eval(users.cellAt(1_204, 'status'), (cell) => cell.textContent.trim())) === 'Active';
  await (await logInAs(site, 'sysadmin')).ok('Users.Enable', { userName, enabled: !enabled });
  await returnToWindow(page);
  const shown = enabled ? 'Disabled' : 'Active';
  await page.waitForFunction(
    (cell, text) => document.querySelector(cell)?.textContent.trim() === text,
    {},
    users.cellAt(1_204, 'status'),
    shown,
  );
  expect(await readState()).toEqual(before);
  const kept = await page.$$eval('[role="row"][row-index]:not([row-index="1204"]) [col-id="status"] span[title]', (pills) =>
    pills.map((pill) => pill.getAttribute('data-before') === pill.textContent),
  );
  expect(new Set(kept)).toEqual(new Set([true]));
});
