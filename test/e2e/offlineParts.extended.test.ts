/**
 * Every part that is loaded on demand and has no place in the page, wanted without a connection before it was fetched: the page stands,
 * says so, and shows the part once the connection is back. Nothing reloads the page, which would lose what is typed there.
 */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { goOffline, goOnline } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { chunk, openWithout, row } from './pages/missingParts.ts';
import { fill, heading, press, valueOf, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

const open = (missing: RegExp, path?: string) => openWithout(browser, site, missing, path);

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
    'the places of the bar on a phone',
    chunk('accountMenu'),
    async (page) => {
      await page.setViewport({ width: 390, height: 844 });
      await press(page, 'More');
    },
    '.popover a[href="/Support/Tickets"]',
  ],
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

test.each(parts)('%s', async (_name, missing, want, shown) => {
  const { page, loads, restore } = await open(missing);
  await goOffline(page);
  await want(page);
  await waitForText(page, 'Not loaded');
  await waitForText(page, 'Try again');
  expect(await page.$(shown)).toBeNull();
  expect(await page.$('[role="row"][row-index="0"]')).not.toBeNull();
  restore();
  await goOnline(page);
  await page.waitForSelector(shown);
  await page.waitForFunction(() => !document.body.innerText.includes('Not loaded'));
  expect(loads()).toBe(1);
});

test('the question before unsaved changes are lost, wanted in the first seconds: what is typed stays', async () => {
  const { page, loads, restore } = await open(/\/assets\/(dialogs|toasts)[.-].*\.js$/, '/Users/Add');
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
  const { page, loads, restore } = await open(chunk('palette'));
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
