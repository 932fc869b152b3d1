/**
 * Names in Japanese, Chinese and Korean are written with an input method, whose keys are not the page's; and letters of shortcuts work
 * on keyboards of other scripts.
 */
import type { CDPSession, KeyInput, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { fill, heading, press, waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

/** What browsers send for each key while an input method composes. */
const KEY_OF_INPUT_METHOD = 229;

interface InputMethod {
  readonly compose: (text: string) => Promise<void>;
  readonly press: (key: KeyInput) => Promise<void>;
  readonly commit: (text: string) => Promise<void>;
}

async function inputMethodOf(page: Page): Promise<InputMethod> {
  const browserInput: CDPSession = await page.createCDPSession();
  return {
    compose: (text) =>
      browserInput.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    press: async (key) => {
      const sent = { key, code: key, windowsVirtualKeyCode: KEY_OF_INPUT_METHOD };
      await browserInput.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...sent });
      await browserInput.send('Input.dispatchKeyEvent', { type: 'keyUp', ...sent });
    },
    commit: (text) => browserInput.send('Input.insertText', { text }),
  };
}

async function open(path: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  return page;
}

async function pressWithControl(page: Page, key: string, code: string): Promise<void> {
  const browserInput = await page.createCDPSession();
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await browserInput.send('Input.dispatchKeyEvent', { type, key, code, modifiers: 2, windowsVirtualKeyCode: 75 });
}

const palette = '[role="dialog"] [role="combobox"]';
const search = '[role="search"] input';
const valueAt = (page: Page, selector: string) => page.$eval(selector, (input) => (input as HTMLInputElement).value);

test.each([
  ['Russian', 'л'],
  ['Greek', 'κ'],
  ['Hebrew', 'ל'],
])('Ctrl K opens the palette on a %s keyboard', async (_keyboard, key) => {
  const page = await open('/Users/Audit');
  await page.waitForSelector('[role="row"][row-index]');
  await pressWithControl(page, key, 'KeyK');
  await page.waitForSelector(palette);
});

test('Enter, arrows and Escape of a composition leave the palette as it is; the composed name is searched', async () => {
  const page = await open('/Users/List');
  await new UsersPage(page).ready();
  await pressWithControl(page, 'k', 'KeyK');
  await page.waitForSelector(palette);
  const method = await inputMethodOf(page);
  const active = () => page.$eval(palette, (input) => input.getAttribute('aria-activedescendant'));
  await method.compose('ordinary');
  await page.waitForSelector('[role="dialog"] mark');
  const before = await active();
  await method.press('ArrowDown');
  await method.press('Enter');
  await method.press('Escape');
  expect(await page.$eval(palette, (input) => input.getAttribute('placeholder'))).not.toContain('ordinary');
  expect(await active()).toBe(before);
  await method.commit('ordinary');
  expect(await valueAt(page, palette)).toBe('ordinary');
  // The next Enter is the page's.
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-xpath(//*[@role="option"][contains(., "Edit")])');
});

test('in the search of the list the arrow stays with the candidates, and Escape keeps the text', async () => {
  const page = await open('/Users/List');
  await new UsersPage(page).ready();
  await page.focus(search);
  const method = await inputMethodOf(page);
  await method.compose('さとう');
  for (const key of ['ArrowDown', 'Enter', 'Escape'] as const) await method.press(key);
  expect(await page.$eval(search, (input) => input === document.activeElement)).toBe(true);
  expect(await valueAt(page, search)).toBe('さとう');
  await method.commit('佐藤');
  expect(await valueAt(page, search)).toBe('佐藤');
});

test('the audit filters by an address, and a filter of users is taken, only by an Enter of the page', async () => {
  const page = await open('/Users/Audit');
  await page.waitForSelector('[role="row"][row-index]');
  await page.locator('::-p-aria([name="Filter"][role="button"])').click();
  await page.locator('::-p-xpath(//button[contains(., "IP address")])').click();
  const address = '[role="dialog"] input[type="search"]';
  await page.waitForSelector('::-p-xpath(//*[@role="dialog"]//label[contains(., "IP address")])');
  const method = await inputMethodOf(page);
  await page.focus(address);
  await method.compose('１２７');
  await method.press('Enter');
  await method.press('Escape');
  expect(await page.$(address)).not.toBeNull();
  expect(new URL(page.url()).search).not.toContain('ip=');
  await method.commit('127');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.search.includes('ip=127'));
});

test('a dialog stays open while a reason is composed, and a menu and a drawer under the same keys', async () => {
  const page = await open('/Users/List?user=ordinary');
  await heading(page, 'User admin');
  await page.waitForSelector('aside.drawer');
  const method = await inputMethodOf(page);
  await page.focus(search);
  await method.compose('か');
  await method.press('Escape');
  expect(await page.$('aside.drawer')).not.toBeNull();
  await method.commit('か');
  await fill(page, search, '');
  await page.goto(`${site.url}/Organisations`);
  await page.waitForSelector('h1');
  await page.locator('::-p-aria([name="Register organisation"][role="button"])').click();
  const name = '[role="dialog"] input';
  await page.waitForSelector(name);
  await page.focus(name);
  await method.compose('みなと');
  await method.press('Escape');
  await method.press('Enter');
  expect(await page.$(name)).not.toBeNull();
  await method.commit('港');
  await press(page, 'Cancel');
  await page.waitForSelector(name, { hidden: true });
  await waitForPath(page, '/Organisations');
});
