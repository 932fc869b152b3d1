/** Code that can't be had, as on the day of a new version: one reload that keeps what was typed, and never a loop. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { lendSession } from '../support/lendSession.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { alertText, at, follow, heading, press } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

interface Failing {
  readonly page: Page;
  /** How often a document was asked for. */
  readonly loads: () => number;
  /** From now on all code can be had. */
  readonly mend: () => void;
}

/** A page to which the first `times` requests for a chunk bring nothing. */
async function failing(chunk: RegExp, times: number, page?: Page): Promise<Failing> {
  const opened = page ?? (await browser.newPage());
  browser.expectComplaint(/ERR_FAILED|ChunkLoadError|No screen/);
  let left = times;
  let loads = 0;
  await intercept(opened, (request) => {
    if (request.isNavigationRequest()) loads += 1;
    const fails = chunk.test(new URL(request.url()).pathname) && left-- > 0;
    return fails ? request.abort() : request.continue();
  });
  return { page: opened, loads: () => loads, mend: () => (left = 0) };
}

const helpCode = /\/assets\/login-more[.-].*\.js$/;
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('reloadedForChunk'));

test('The code of a screen that fails once is had by one reload, and the way is clear for another one some day', async () => {
  const { page, loads } = await failing(helpCode, 1);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'Help with logging in');
  expect(loads()).toBe(2);
  expect(await flag(page)).toBeNull();
});

test('Gone to from another screen it is had by one reload too, at the address gone to, and Back leads back', async () => {
  const { page, loads } = await failing(/\/assets\/recovery[.-].*\.js$/, 1);
  await new LoginPage(page, site).open();
  await follow(page, 'Forgotten password?');
  await heading(page, 'Forgotten password');
  await at(page, '/ForgottenPassword');
  expect(loads()).toBe(2);
  await page.goBack();
  await heading(page, 'Log in to Gatehouse');
});

test('Code that fails again is told of, without another reload, until "Try again" gets it', async () => {
  const { page, loads, mend } = await failing(helpCode, Infinity);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'This page could not be loaded');
  expect(loads()).toBe(2);
  mend();
  await press(page, 'Try again');
  await heading(page, 'Help with logging in');
  expect(loads()).toBe(3);
});

test('Where nothing can be remembered there is no reload, as nothing would end the loop', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  const { loads } = await failing(helpCode, Infinity, page);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'This page could not be loaded');
  expect(loads()).toBe(1);
});

test('The key of an authenticator is there without the code that draws it', async () => {
  const page = await browser.newPage();
  await lendSession(await as(site, 'ordinary'), page);
  await failing(/\/assets\/qr[.-].*\.js$/, Infinity, page);
  await page.goto(`${site.url}/EnrolMfa`);
  await heading(page, 'Set up multi-factor authentication');
  expect(await page.$eval('[aria-labelledby="setup-key"]', (key) => key.textContent.length)).toBeGreaterThan(32);
});

test('A dialog is had before its code can be gone: what was typed is not taken away with it', async () => {
  const page = await browser.newPage();
  await lendSession(await as(site, 'ordinary'), page);
  const code = page.waitForResponse((reply) => /\/assets\/dialogs[.-].*\.js$/.test(reply.url()));
  await page.goto(`${site.url}/SecurityDetails`);
  await code;
  await page.waitForSelector('#email form');
  await failing(/\/assets\/dialogs[.-].*\.js$/, Infinity, page);
  await page.locator('[name="currentPassword"]').fill('Demo-pass-1');
  await page.locator('[name="newPassword"]').fill('Tall-ships-9');
  await page.locator('[name="confirmPassword"]').fill('Tall-ships-9');
  await site.database.query(`DELETE FROM sessions`);
  await page.click('#password [type="submit"]');
  await page.waitForSelector('dialog[open] [name="password"]');
  expect(await page.$eval('[name="newPassword"]', (input) => (input as HTMLInputElement).value)).toBe('Tall-ships-9');
});

test('The login form stays, with what was typed, where what comes after it can not be had, until "Try again" gets it', async () => {
  const { page, mend } = await failing(/\/assets\/(state|store)[.-].*\.js$/, Infinity);
  const login = new LoginPage(page, site);
  await login.open();
  await login.logIn('ordinary');
  expect(await alertText(page)).toContain('Network error. Check your connection and try again.');
  expect(await page.$eval('[name="password"]', (input) => (input as HTMLInputElement).value)).toBe('Demo-pass-1');
  mend();
  await press(page, 'Try again');
  await heading(page, 'Security details');
});

test('Offline there is no reload, which would take the page away: it is told, Back leads back, and once connected "Try again" gets it', async () => {
  const page = await browser.newPage();
  await new LoginPage(page, site).open();
  await page.waitForNetworkIdle();
  browser.expectComplaint(OFFLINE_ERROR);
  browser.expectComplaint(/ChunkLoadError|No screen/);
  await goOffline(page);
  await follow(page, 'Forgotten password?');
  await heading(page, 'This page could not be loaded');
  await at(page, '/ForgottenPassword');
  expect(await flag(page)).toBeNull();
  await page.goBack();
  await heading(page, 'Log in to Gatehouse');
  await page.goForward();
  await heading(page, 'This page could not be loaded');
  await goOnline(page);
  await press(page, 'Try again');
  await heading(page, 'Forgotten password');
});
