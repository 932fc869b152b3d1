/** The user grid: its ARIA attributes, moved columns, and keyboard operation. */
import type { HTTPRequest, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const open = async (path?: string, page?: Page) =>
  UsersPage.open(page ?? (await browser.newPage()), await logInAs(site, 'sysadmin'), path);

test('it has a label and row and column counts, and Actions is at the left, 90 px wide, not sortable', async () => {
  const users = await open('/Users/List?sort=-createdAt,userName');
  const { page } = users;
  const [{ total } = { total: 0 }] = await site.database.query<{ total: number }>('SELECT count(*)::int AS total FROM users');
  const grid = await page.$eval('[role="grid"]', (element) => ({
    label: element.getAttribute('aria-label'),
    rows: element.getAttribute('aria-rowcount'),
    columns: element.getAttribute('aria-colcount'),
    several: element.getAttribute('aria-multiselectable'),
    strangers: [...element.querySelectorAll('[role]')]
      .map((part) => part.getAttribute('role'))
      .filter((role) => !['rowgroup', 'presentation', 'row', 'columnheader', 'gridcell'].includes(role ?? '')),
  }));
  // The header counts as a row.
  expect(grid).toEqual({ label: 'Users', rows: String(total + 1), columns: '7', several: 'true', strangers: [] });
  const sorts = await page.$$eval('[role="columnheader"]', (heads) =>
    heads.map((head) => [head.getAttribute('col-id') ?? '', head.getAttribute('aria-sort')] as const),
  );
  expect(Object.fromEntries<string | null>(sorts)).toMatchObject({
    actions: null,
    name: 'none',
    email: 'none',
    status: 'none',
  });
  expect(await users.widthOf('actions')).toBe(90);
  const before = page.url();
  await page.locator('[role="columnheader"][col-id="actions"] span').click();
  expect(page.url()).toBe(before);
  const row = await page.$eval('[role="row"][row-index="2"]', (element) => element.getAttribute('aria-rowindex'));
  // Rows count from 1, header first.
  expect(row).toBe('4');
  expect(await users.pinnedColumns()).toEqual(['actions']);
});

test('what the list shows first is asked for once, while its code loads, and is there when the list is drawn first', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    new MutationObserver(() => {
      if (document.querySelector('tr.row-loading')) document.documentElement.dataset.drawnWithoutRows = '';
    }).observe(document, { childList: true, subtree: true });
  });
  const firstRows = ['Users/Self', 'Views', 'Users/Page?filter=all&offset=0&limit=100&withTotal=false', 'Users/Counts'];
  const asked: string[] = [];
  const answered: string[] = [];
  const heldCode: HTTPRequest[] = [];
  const pathOf = (url: string) => {
    const { pathname, search } = new URL(url);
    return pathname.replace('/api/', '') + search;
  };
  const isAllAnswered = () => firstRows.every((path) => answered.includes(path));
  page.on('response', (response) => {
    answered.push(pathOf(response.url()));
    if (isAllAnswered()) for (const held of heldCode.splice(0)) void held.continue();
  });
  await intercept(page, async (request) => {
    asked.push(pathOf(request.url()));
    if (!isAllAnswered() && request.url().includes('/assets/main.')) heldCode.push(request);
    else await request.continue();
  });
  await open('/Users/List', page);
  for (const path of ['Login/Check', ...firstRows])
    expect([path, asked.filter((each) => each === path).length]).toEqual([path, 1]);
  expect(await page.$eval('html', ({ dataset }) => dataset.drawnWithoutRows)).toBeUndefined();
});

test('code of the first view that was lost on its way is asked for again by the bundle', async () => {
  const page = await browser.newPage();
  browser.expectPageError(/ERR_FAILED/);
  let isLost = false;
  const heldCode: HTTPRequest[] = [];
  page.on('requestfailed', () => {
    for (const held of heldCode.splice(0)) void held.continue();
  });
  await intercept(page, async (request) => {
    const url = request.url();
    if (url.includes('/assets/people.') && !isLost) {
      isLost = true;
      await request.abort();
    } else if (url.includes('/assets/main.') && !isLost) heldCode.push(request);
    else await request.continue();
  });
  await open('/Users/List', page);
  expect(isLost).toBe(true);
});

test('until the grid is there, 14 requests are made at most: what the first view does not show is asked for later', async () => {
  const { page } = await open();
  await page.waitForFunction(() =>
    ['Users/Self/UIFontSize', 'Approvals/Count', 'Operations'].every((path) =>
      performance.getEntriesByName(`${location.origin}/api/${path}`).some((entry) => entry.duration > 0),
    ),
  );
  const asked = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const gridThereMs = entries.find(({ name }) => name.includes('/assets/grid.'))?.responseEnd ?? 0;
    return entries.filter(({ startTime }) => startTime < gridThereMs).map(({ name }) => new URL(name).pathname);
  });
  expect(asked.filter((path) => path.startsWith('/api/')).toSorted()).toEqual([
    '/api/Login/Check',
    '/api/UserRoles/IsSelfAssignedWithRole',
    '/api/Users/Counts',
    '/api/Users/Page',
    '/api/Users/Self',
    '/api/Views',
  ]);
  // The page itself is one of them.
  expect(asked.length + 1).toBeLessThanOrEqual(14);
});

test('while its rows are on the way, nothing is asked for that the first view does not show', async () => {
  const page = await browser.newPage();
  const asked: string[] = [];
  const held: HTTPRequest[] = [];
  await intercept(page, async (request) => {
    const { pathname } = new URL(request.url());
    asked.push(pathname);
    if (pathname === '/api/Users/Page') held.push(request);
    else await request.continue();
  });
  const opened = open('/Users/List', page);
  // The list waits a moment for its rows before it is drawn without them.
  await page.waitForSelector('tr.row-loading');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  expect(held).toHaveLength(1);
  expect(asked).not.toContain('/api/Users/Self/UIFontSize');
  const sizeRead = page.waitForResponse((response) => response.url().endsWith('/api/Users/Self/UIFontSize'));
  await held[0]?.continue();
  await opened;
  await sizeRead;
});

test('the styles of the first controls come with the page instead of being made before the first rows', async () => {
  const { page } = await open();
  const made = await page.$$eval('head style[data-css-hash]', (styles) => styles.map(({ textContent }) => textContent));
  expect(made.filter((css) => /^\.ant-(btn|input|wave)\b/.test(css))).toEqual([]);
  const button = await page.waitForSelector('::-p-aria([name="Export"][role="button"])');
  expect(await button?.evaluate((element) => getComputedStyle(element).cursor)).toBe('pointer');
});

test('a header is dragged to another place, but never before Actions', async () => {
  const users = await open();
  const { page } = users;
  const middle = (column: string) =>
    page.$eval(`[role="columnheader"][col-id="${column}"] span`, (head) => {
      const { x, y, width, height } = head.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  const [from, to] = [await middle('email'), await middle('actions')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 20 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('[col-id="email"]')?.getAttribute('aria-colindex') === '2');
  expect((await users.columns()).slice(0, 3)).toEqual(['actions', 'email', 'name']);
  // A drag is not a click: the sort order is unchanged.
  expect(new URL(page.url()).search).toBe('');
});

describe('without a mouse', () => {
  test('arrows move, Space selects, Shift+Space selects up to there, Enter opens', async () => {
    const users = await open();
    const { page } = users;
    const names = await users.renderedNames();
    await page.focus('[role="row"][row-index="0"] [col-id="name"]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await users.focused()).toEqual({ row: 1, column: 'email' });
    await page.keyboard.press(' ');
    await users.waitForText('1 selected');
    expect(await users.selectedNames()).toEqual([names[1]]);
    for (const _step of [1, 2, 3]) await page.keyboard.press('ArrowDown');
    await page.keyboard.down('Shift');
    await page.keyboard.press(' ');
    await page.keyboard.up('Shift');
    await page.waitForFunction(() => document.querySelectorAll('[role="row"][aria-selected="true"]').length === 4);
    expect(await users.selectedNames()).toEqual(names.slice(1, 5));
    await users.waitForText('4 selected');
    await page.keyboard.press(' ');
    await users.waitForText('3 selected');

    await page.keyboard.press('Enter');
    await page.waitForSelector('aside table');
    expect(new URL(page.url()).searchParams.get('user')).toBe(names[4]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('aside', { hidden: true });
    await users.waitForFocus(4, 'email');
    await page.keyboard.press('.');
    await page.waitForSelector('[role="menuitem"]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="menuitem"]', { hidden: true });
    await page.keyboard.press('Home');
    await page.focus(users.cellAt(4, 'name'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('aside table');
    expect(new URL(page.url()).searchParams.get('user')).toBe(names[4]);
  });

  test('the focus goes into the drawer, and returns to the cell with it, so that no key is lost; the grid keeps its size', async () => {
    const users = await open();
    const { page } = users;
    await users.nameAt(2);
    const cell = await page.waitForSelector(users.cellAt(2, 'email'));
    if (!cell) throw new Error('There is no cell');
    const hasFocus = () => cell.evaluate((element) => element === document.activeElement);
    const size = () =>
      page.$eval('[role="tabpanel"]', (list) => {
        const { width, height } = list.getBoundingClientRect();
        return { width, height };
      });
    const before = await size();
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('aside:focus table');
    expect(await size()).toEqual(before);
    await page.keyboard.press('Escape');
    await page.waitForSelector('aside', { hidden: true });
    expect(await size()).toEqual(before);
    await page.keyboard.press('.');
    await page.waitForSelector('[role="menu"]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="menu"]', { hidden: true });
    expect(await hasFocus()).toBe(true);
  });

  test('/ goes to the search, Enter to the row, letters act on its user; Escape empties the search, and ? lists the keys', async () => {
    const users = await open();
    const { page } = users;
    await page.focus(users.cellAt(0, 'name'));
    await page.keyboard.press('/');
    await page.keyboard.type('locked_user');
    await users.waitForOnly('locked_user');
    expect(await page.$eval('input[type="search"]', ({ value }) => value)).toBe('locked_user');
    await page.keyboard.press('Enter');
    await users.waitForFocus(0, 'name');
    await page.keyboard.press('m');
    await users.waitForText('Reset MFA: This user has no authenticator.');
    await page.keyboard.press('u');
    await users.waitForText('locked_user is unlocked.');
    await page.waitForFunction(
      () => document.querySelector('[role="gridcell"][col-id="status"]')?.textContent.trim() === 'Active',
    );
    await users.waitForFocus(0, 'name');
    await page.keyboard.press('e');
    await page.waitForSelector('::-p-xpath(//*[@role="dialog"][contains(., "can no longer log in")])');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="dialog"]', { hidden: true });
    await users.waitForFocus(0, 'name');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await waitForPath(page, '/Users/List');
    await page.keyboard.press('?');
    // Inside a field it is an ordinary letter.
    expect(await page.$eval('input[type="search"]', ({ value }) => value)).toBe('?');
    await waitForPath(page, '/Users/List/all/%3F');
    await page.keyboard.press('Escape');
    await waitForPath(page, '/Users/List');
    await users.nameAt(0);
    await page.focus(users.cellAt(0, 'name'));
    await users.waitForFocus(0, 'name');
    await page.keyboard.press('?');
    await page.waitForSelector('[role="dialog"] kbd');
    await page.keyboard.press('Escape');
    await page.waitForSelector('[role="dialog"]', { hidden: true });
    await users.waitForFocus(0, 'name');
  });

  test('headers sort with Enter, together with Shift+Enter', async () => {
    const users = await open();
    const { page } = users;
    const head = (column: string) => page.focus(`[role="columnheader"][col-id="${column}"]`);
    await head('status');
    await page.keyboard.press('Enter');
    await waitForPath(page, '/Users/List?sort=status');
    // The address changes before the render: the next sort is added to the rendered one.
    await page.waitForSelector('[role="columnheader"][col-id="status"][aria-sort="ascending"]');
    await head('name');
    await page.keyboard.down('Shift');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Shift');
    await waitForPath(page, '/Users/List?sort=status%2Cname');
  });
});
