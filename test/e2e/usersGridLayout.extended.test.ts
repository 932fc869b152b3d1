/** The user grid: its stored columns and views, and clicks that are faster than the rows. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { useServer } from '../support/useServer.ts';
import { fill, press, waitForPath, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const open = async (path?: string, page?: Page) =>
  UsersPage.open(page ?? (await browser.newPage()), await logInAs(site, 'sysadmin'), path);

test('order, widths and choice of the columns survive a reload, and are saved per user', async () => {
  const users = await open();
  const { page } = users;
  expect(await users.columns()).toEqual(expect.arrayContaining(['actions', 'name', 'email', 'status']) as unknown);

  const edge = await page.$eval('[role="columnheader"][col-id="name"]', (head) => {
    const { right, y, height } = head.getBoundingClientRect();
    return { x: right - 2, y: y + height / 2 };
  });
  const wide = await users.widthOf('name');
  await page.mouse.move(edge.x, edge.y);
  await page.mouse.down();
  await page.mouse.move(edge.x + 60, edge.y, { steps: 6 });
  await page.mouse.up();
  expect(await users.widthOf('name')).toBe(wide + 60);

  await press(page, 'Columns');
  await press(page, 'Move Name to the right');
  await page.locator('::-p-aria([name="Status"][role="checkbox"])').click();
  await page.keyboard.press('Escape');
  const left = { columns: await users.columns(), width: await users.widthOf('name') };
  expect(left.columns.slice(0, 4)).toEqual(['actions', 'email', 'name', 'organisation']);

  await page.reload();
  await users.ready();
  expect({ columns: await users.columns(), width: await users.widthOf('name') }).toEqual(left);

  const other = await UsersPage.open(page, await logInAs(site, 'second_sub'));
  expect((await other.columns()).slice(0, 4)).toEqual(['actions', 'name', 'email', 'status']);
});

test('a header that is dropped on Actions pins nothing: Actions alone stays when the list is scrolled', async () => {
  const users = await open();
  const { page } = users;
  expect(await users.pinnedColumns()).toEqual(['actions']);
  await page.$eval('[role="grid"]', (grid) => grid.scrollTo(0, 0));
  await page.waitForSelector('[role="columnheader"][col-id="email"]');
  const centreOf = (column: string) =>
    page.$eval(`[role="columnheader"][col-id="${column}"]`, (head) => {
      const { x, y, width, height } = head.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
  const [from, to] = [await centreOf('email'), await centreOf('actions')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 20 });
  // The grid pins after several moves that lead nowhere.
  for (const step of Array(20).keys()) await page.mouse.move(to.x - (step % 2), to.y);
  await page.mouse.up();
  expect((await users.columns())[0]).toBe('actions');
  expect(await users.pinnedColumns()).toEqual(['actions']);
});

test('a saved view gets a name, survives a reload and is deleted', async () => {
  const { page } = await open('/Users/List/active/an?sort=-createdAt&mfa=off');
  await press(page, 'Saved views');
  await fill(page, '[role="dialog"] input', 'Dormant doors');
  await press(page, 'Save view');
  await page.waitForSelector('::-p-aria([name="Dormant doors"][role="link"])');
  expect(await axeViolations(page)).toEqual([]);
  await page.goto(`${site.url}/Users/List`);
  await new UsersPage(page).ready();
  await press(page, 'Saved views');
  await page.locator('::-p-aria([name="Dormant doors"][role="link"])').click();
  await page.waitForFunction(() => new URLSearchParams(location.search).has('view'));
  const opened = new URL(page.url());
  opened.searchParams.delete('view');
  expect(opened.pathname + opened.search).toBe('/Users/List/active/an?sort=-createdAt&mfa=off');
  await press(page, 'Saved views, Dormant doors is shown');
  await press(page, 'Actions for Dormant doors');
  await page.locator('::-p-aria([name="Delete"][role="menuitem"])').click();
  await waitForText(page, 'Delete Dormant doors?');
  await press(page, 'Delete');
  await waitForText(page, 'Dormant doors is deleted.');
});

test('two headers clicked before either is rendered both count, in their order', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    for (const column of ['email', 'name'])
      document
        .querySelector(`[role="columnheader"][col-id="${column}"] span`)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
  });
  await waitForPath(page, '/Users/List?sort=email%2Cname');
  await page.waitForSelector('[role="columnheader"][col-id="name"][aria-sort="ascending"]');
  await page.goBack();
  await waitForPath(page, '/Users/List?sort=email');
});

test('a tab clicked before a sort is rendered keeps the sort', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    const click = { bubbles: true, cancelable: true };
    document.querySelector('[role="columnheader"][col-id="email"] span')?.dispatchEvent(new MouseEvent('click', click));
    document.querySelector('[role="tab"][href*="/active"]')?.dispatchEvent(new MouseEvent('click', click));
  });
  await waitForPath(page, '/Users/List/active?sort=email');
});

test('late rows of a search do not cancel a navigation', async () => {
  const { page } = await open();
  const held: (() => Promise<void>)[] = [];
  let isHolding = true;
  await intercept(page, (request) => {
    const waits = isHolding && (/[?&]search=an/.test(request.url()) || /\/assets\/organisations.*\.js$/.test(request.url()));
    if (!waits) return request.continue();
    held.push(() => request.continue());
    return undefined;
  });
  await page.type('input[type="search"]', 'an');
  await eventually('the rows to be asked for', () => held.length === 1);
  await page.$eval('nav a[href="/Organisations"]', (link) => {
    link.click();
  });
  await eventually('the screen to be asked for', () => held.length === 2);
  const rows = held.shift();
  await rows?.();
  await page.waitForSelector('[role="gridcell"] mark');
  isHolding = false;
  for (const pass of held) await pass();
  await page.waitForSelector('[role="search"]');
  await waitForPath(page, '/Organisations');
});

test('the menu of filters is entirely inside the window, also once its choices have loaded', async () => {
  const { page } = await open();
  await page.setViewport({ width: 1280, height: 640 });
  await page.locator('::-p-aria([name="Filter"][role="button"])').click();
  await page.waitForSelector('::-p-aria([name="Harbour Mutual"][role="checkbox"])');
  await page.waitForFunction(() => {
    const { top, bottom, left, right } =
      document.querySelector('[role="dialog"]')?.getBoundingClientRect() ?? new DOMRect(-1, -1);
    return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  });
});
