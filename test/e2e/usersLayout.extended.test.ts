/** Administration layout by width: mobile below 1280 px, and whole columns in the available width. */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { openPage, useBrowser } from '../support/browser.ts';
import { launchBrowser } from '../support/launchBrowser.ts';
import { eventually } from '../support/eventually.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { setName } from '../support/changeUser.ts';

const site = useServer();
const browser = useBrowser();

interface Look {
  readonly width: number;
  readonly locale?: 'en-US' | 'en-GB' | 'de' | 'en-IN';
  readonly path?: string;
}

const open = async ({ width, locale = 'en-US', path = '/Users/List' }: Look): Promise<UsersPage> =>
  UsersPage.open(await browser.newPage({ width, height: 800, locale }), await logInAs(site, 'sysadmin'), path);

const style = (page: Page, selector: string, name: 'position' | 'display') =>
  page.$eval(selector, (element, property) => getComputedStyle(element)[property], name);

const layouts = [
  { width: 1279, isMobile: true },
  { width: 1280, isMobile: false },
];

const resize = (page: Page, width: number) => page.setViewport({ width, height: 800 });

test('bar and bulk bar are those of the mobile layout below 1280 px; the drawer lies over the list at each width', async () => {
  const { page } = await open({ width: 1280, path: '/Users/List?user=ordinary' });
  await page.waitForSelector('aside h2');
  await page.locator('[role="gridcell"] input[type="checkbox"]').click();
  await page.waitForSelector('section[aria-label="Bulk actions"]');
  for (const { width, isMobile } of layouts) {
    await resize(page, width);
    const sides = await page.$eval('section[aria-label="Bulk actions"]', (bar) => [
      bar.getBoundingClientRect().left,
      bar.getBoundingClientRect().right,
    ]);
    expect({
      width,
      sides,
      panel: await style(page, 'aside', 'position'),
      namesThePerson: await page.$eval(
        'header [title="Account menu"]',
        (button) => (button as HTMLElement).innerText.trim() !== 'Account menu',
      ),
    }).toEqual({
      width,
      sides: isMobile ? [0, width] : [32, width - 32],
      panel: 'fixed',
      namesThePerson: !isMobile,
    });
  }
});

test('on a phone the tab of the list that is shown comes into view', async () => {
  const { page } = await open({ width: 390, path: '/Users/List/loggedIn' });
  await page.waitForFunction(() => {
    const tab = document.querySelector('[role="tab"][aria-selected="true"]')?.getBoundingClientRect();
    return tab && tab.left >= 0 && tab.right <= innerWidth;
  });
});

test('the headings of a form page are beside its sections from 1280 px on', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(`${site.url}/Users/Edit/ordinary`);
  const section = await page.waitForSelector('main section[aria-labelledby]');
  for (const { width, isMobile } of layouts) {
    await resize(page, width);
    const columns = await section?.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect([width, columns]).toEqual([width, isMobile ? 1 : 2]);
  }
});

test('on a tablet the panel covers a part of the list, which stays usable', async () => {
  const { page } = await open({ width: 1000, path: '/Users/List?user=ordinary' });
  await page.waitForSelector('aside h2');
  const { left, top } = await page.$eval('aside', (panel) => panel.getBoundingClientRect().toJSON() as DOMRect);
  expect(left).toBeGreaterThan(500);
  expect(top).toBe(await page.$eval('header', (bar) => bar.getBoundingClientRect().bottom));
  await page.locator('[role="row"][row-index="2"] [col-id="name"]').click();
  await page.waitForFunction(() => !location.search.includes('user=ordinary'));
});

/** The grid draws its own scroll bars, beside its rows or, as overlays, above them. */
const scrollBars = '[role="grid"] ~ [aria-hidden="true"]';

/** The end of the rows, and the right edges of the headers that begin before it. */
const edges = (page: Page) =>
  page.evaluate((selector) => {
    // A classic bar leaves no room in what it scrolls.
    const bar = [...document.querySelectorAll(selector)].find(
      ({ clientWidth, clientHeight, lastElementChild }) => clientHeight > clientWidth && lastElementChild?.clientWidth === 0,
    );
    const end = (bar ?? document.querySelector('[role="grid"]'))?.getBoundingClientRect()[bar ? 'left' : 'right'] ?? 0;
    const heads = [...document.querySelectorAll('[role="columnheader"]')].map((head) => head.getBoundingClientRect());
    return { end, heads: heads.filter(({ left }) => left < end).map(({ right }) => right) };
  }, scrollBars);

/** At each width the visible columns are whole, and fill the list. */
async function expectWholeColumns(page: Page): Promise<void> {
  for (const width of [1280, 1100, 1920]) {
    await resize(page, width);
    const { end, heads } = await eventually(`whole columns at ${String(width)} px`, async () => {
      const found = await edges(page);
      return Math.max(...found.heads) === found.end && found;
    });
    expect(width - end).toBeLessThan(60);
    expect(heads.length).toBeGreaterThan(4);
  }
}

test('whole columns fill the list with overlay scroll bars', async () => {
  const { page } = await open({ width: 1280 });
  await expectWholeColumns(page);
});

test('and up to a classic scroll bar, above which the header is covered', async () => {
  const desktop = await launchBrowser(undefined, { scrollBars: true });
  try {
    const { page } = await openPage(await desktop.createBrowserContext());
    await UsersPage.open(page, await logInAs(site, 'sysadmin'));
    await expectWholeColumns(page);
    const covers = await page.$$eval(`${scrollBars} > :first-child`, (spacers) => {
      const head = document.querySelector('[role="presentation"]:has(> [role="row"] [role="columnheader"])');
      return spacers
        .filter((spacer) => spacer.getBoundingClientRect().height === head?.getBoundingClientRect().height)
        .map((spacer) => getComputedStyle(spacer))
        .map(({ opacity, backgroundColor }) => opacity === '1' && !backgroundColor.endsWith(', 0)'));
    });
    expect(covers).toEqual([true]);
  } finally {
    await desktop.close();
  }
});

/** Values whose text takes more than one line, or reaches out of its row; the name has the user name beneath. */
const wrappedValues = (page: Page) =>
  page.$$eval('[role="row"][row-index] .cut', (values) =>
    values
      .filter((value) => {
        const row = value.closest('[role="row"]')?.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(value);
        const { top, bottom, height } = text.getBoundingClientRect();
        return !row || height > 30 || top < row.top - 1 || bottom > row.bottom + 1;
      })
      .map((value) => value.textContent),
  );

/** The columns whose header, or the word in it, does not fit. */
const cutHeaders = (page: Page) =>
  page.$$eval('[role="columnheader"]', (heads) =>
    heads
      .filter((head) => {
        const name = head.querySelector('span span');
        return !name || name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 5;
      })
      .map((head) => head.getAttribute('col-id')),
  );

const narrow = ['actions', 'name', 'email', 'status', 'organisation', 'mfa', 'lastLoginAt'];
const columnsAt = [
  // The status stands beneath the name.
  [390, ['actions', 'name']],
  [1280, narrow],
  [1439, narrow],
  [1440, ['actions', 'name', 'email', 'status', 'roles', 'organisation', 'mfa', 'lastLoginAt']],
  [1680, ['actions', 'name', 'email', 'status', 'roles', 'organisation', 'mfa', 'lastLoginAt', 'createdAt', 'owner']],
] as const;

test.each(['en-US', 'de'] as const)(
  'columns follow the width, rows have one height and never wrap, with the longest names too, headers are whole and Actions has 90 px in %s',
  async (locale) => {
    await setName(
      site,
      ['ordinary', 'sysadmin'],
      'Wolfeschlegelsteinhausen '.repeat(4).trim(),
      'Bergerdorffvoralternwaren'.repeat(4),
    );
    const users = await open({ width: 1280, locale, path: '/Users/List/all/Wolfeschlegelsteinhausen' });
    const { page } = users;
    for (const fontSize of ['default', 'compact']) {
      await page.evaluate((size) => (document.documentElement.dataset.fontSize = size), fontSize);
      for (const [width, columns] of columnsAt) {
        await resize(page, width);
        await eventually(`the columns at ${String(width)} px`, async () => {
          expect(await users.columns()).toEqual(columns);
          const { end, heads } = await edges(page);
          return Math.max(...heads) === end;
        });
        expect([width, await cutHeaders(page)]).toEqual([width, []]);
        await eventually(`rows of one line at ${String(width)} px`, async () => {
          expect(await wrappedValues(page)).toEqual([]);
          return true;
        });
        const head = await page.$eval('[role="columnheader"][col-id="actions"]', (cell) => {
          const name = cell.querySelector('[title]');
          return { width: cell.getBoundingClientRect().width, cut: (name?.scrollWidth ?? 99) - (name?.clientWidth ?? 0) };
        });
        expect([fontSize, width, head]).toEqual([fontSize, width, { width: 90, cut: 0 }]);
      }
    }
    const name = await page.$eval('[role="columnheader"][col-id="actions"] span span', (head) => head.textContent);
    expect(name).toBe(locale === 'de' ? 'Aktionen' : 'Actions');
  },
);

test('what is cut is whole while its cell has the focus', async () => {
  const users = await open({ width: 1280, path: '/Users/List/all/Wolfeschlegelsteinhausen' });
  const { page } = users;
  await users.nameAt(0);
  const isCut = () =>
    page.$eval(`${users.cellAt(0, 'name')} .cut`, (text) => text.scrollWidth > Math.ceil(text.getBoundingClientRect().width));
  expect(await isCut()).toBe(true);
  await page.focus(users.cellAt(0, 'email'));
  await page.keyboard.press('ArrowLeft');
  await users.waitForFocus(0, 'name');
  expect(await isCut()).toBe(false);
});
