/**
 * Every part that is loaded on demand, wanted without a connection before it was fetched: the page stands, says so, and shows the part
 * once the connection is back. Nothing reloads the page, which would lose what is typed there.
 */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { fill, heading, valueOf, waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

interface Wanted {
  readonly page: Page;
  readonly loads: () => number;
  readonly restore: () => void;
}

/** Opens a page whose chunk does not come, whether it is fetched in advance or wanted. */
async function openWithout(chunk: RegExp, path = '/Users/List/all/ordinary'): Promise<Wanted> {
  browser.expectPageError(OFFLINE_ERROR);
  browser.expectPageError(/ERR_FAILED|ChunkLoadError|Failed to fetch|Loading (CSS )?chunk/);
  const page = await browser.newPage();
  let isMissing = true;
  let loads = 0;
  await intercept(page, (request) => {
    if (request.isNavigationRequest()) loads += 1;
    return isMissing && chunk.test(new URL(request.url()).pathname) ? request.abort() : request.continue();
  });
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  if (path.startsWith('/Users/List')) await new UsersPage(page).ready();
  return { page, loads: () => loads, restore: () => (isMissing = false) };
}

const chunk = (name: string) => new RegExp(`/assets/${name}[.-].*\\.js$`);
const row = '[role="row"][row-index="0"] [col-id="email"]';
const press = (page: Page, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();

const parts: readonly (readonly [string, RegExp, (page: Page) => Promise<unknown>, string])[] = [
  [
    'the account menu',
    chunk('accountMenu'),
    (page) => page.click('header [title="Account menu"]'),
    '[aria-label="Account menu"].popover',
  ],
  ['help', chunk('accountMenu'), (page) => page.click('header [title="Help"]'), '.popover'],
  ['the box of any menu', chunk('popover'), (page) => page.click('header [title="Account menu"]'), '.popover'],
  ['the palette', chunk('palette'), (page) => page.click('header [aria-label="Search"]'), '[role="dialog"] [role="combobox"]'],
  ['the keys', chunk('user-tools'), (page) => page.keyboard.press('?'), '[role="dialog"] .keys'],
  [
    'the question of an act',
    chunk('dialogs'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press('e');
    },
    '[role="dialog"]',
  ],
  [
    'the menu of a row',
    chunk('user-menu'),
    async (page) => {
      await page.focus(row);
      await page.keyboard.press('.');
    },
    '[role="menu"]',
  ],
];

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
];

test.each(parts)('%s', async (_name, missing, want, shown) => {
  const { page, loads, restore } = await openWithout(missing);
  await goOffline(page);
  await want(page);
  await waitForText(page, 'Not loaded');
  await waitForText(page, 'Try again');
  expect(await page.$(shown)).toBeNull();
  expect(await page.$(row)).not.toBeNull();
  restore();
  await goOnline(page);
  await page.waitForSelector(shown);
  await page.waitForFunction(() => !document.body.innerText.includes('Not loaded'));
  expect(loads()).toBe(1);
});

test.each(places)('%s, in its place', async (_name, missing, want, shown) => {
  const { page, loads, restore } = await openWithout(missing);
  // What the part shows is fetched by the same act: only its code is missing.
  await want(page);
  await waitForText(page, 'A part of this page could not be loaded.');
  expect(await page.$(shown)).toBeNull();
  expect(await page.$(row)).not.toBeNull();
  restore();
  await press(page, 'Try again');
  await page.waitForSelector(shown);
  expect(loads()).toBe(1);
});

test('the question before unsaved changes are lost, wanted in the first seconds: what is typed stays', async () => {
  const { page, loads, restore } = await openWithout(/\/assets\/(dialogs|toasts)[.-].*\.js$/, '/Users/Add');
  await page.waitForSelector('[name="userName"]');
  await fill(page, '[name="userName"]', 'typed_before');
  await goOffline(page);
  await page.locator('header nav ::-p-aria([name="Overview"][role="link"])').click();
  // Said without the code of the toasts, too.
  await waitForText(page, 'Not loaded');
  await heading(page, 'Add user');
  expect(await valueOf(page, 'userName')).toBe('typed_before');
  restore();
  await goOnline(page);
  await page.waitForSelector('::-p-xpath(//*[@role="dialog"][contains(., "Stay here")])');
  await press(page, 'Stay here');
  expect(await valueOf(page, 'userName')).toBe('typed_before');
  expect(loads()).toBe(1);
});

test('where the server answers, and the code is gone, the second refusal offers to reload the page', async () => {
  const { page, loads, restore } = await openWithout(chunk('palette'));
  await page.click('header [aria-label="Search"]');
  await waitForText(page, 'Not loaded');
  await press(page, 'Try again');
  await waitForText(page, 'This page is out of date.');
  expect(loads()).toBe(1);
  restore();
  await press(page, 'Reload the page');
  await page.waitForFunction(() => !document.body.innerText.includes('out of date'));
  expect(loads()).toBe(2);
});
