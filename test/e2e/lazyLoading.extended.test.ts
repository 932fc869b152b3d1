/** Chunks that fail to load, as after a deployment: one reload that keeps typed text, and never a reload loop. */
import type { Page } from 'puppeteer';
import { locales } from '@api/contract/locale.ts';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { alertText, clickLink, fill, heading, press, waitForPath, waitForText } from './pages/onPage.ts';
import { endSessions } from '../support/sessions.ts';

const site = useServer();
const browser = useBrowser();

interface FailingPage {
  readonly page: Page;
  /** Number of document requests. */
  readonly loads: () => number;
  /** From now on all chunks load. */
  readonly restore: () => void;
}

/** Opens a page whose first `times` requests for a chunk fail. */
async function openFailing(chunk: RegExp, times: number, page?: Page): Promise<FailingPage> {
  const opened = page ?? (await browser.newPage());
  browser.expectPageError(/ERR_FAILED|ChunkLoadError|No screen/);
  let failuresLeft = times;
  let loads = 0;
  await intercept(opened, (request) => {
    if (request.isNavigationRequest()) loads += 1;
    const fails = chunk.test(new URL(request.url()).pathname) && failuresLeft-- > 0;
    return fails ? request.abort() : request.continue();
  });
  return { page: opened, loads: () => loads, restore: () => (failuresLeft = 0) };
}

const helpCode = /\/assets\/login-more[.-].*\.js$/;
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('reloadedForChunk'));

test('A screen whose code fails once is loaded by one reload, and a later failure may reload again', async () => {
  const { page, loads } = await openFailing(helpCode, 1);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'Help with logging in');
  expect(loads()).toBe(2);
  expect(await flag(page)).toBeNull();
});

test('After client-side navigation it is loaded by one reload too, at the new address, and Back leads back', async () => {
  const { page, loads } = await openFailing(/\/assets\/recovery[.-].*\.js$/, 1);
  await new LoginPage(page, site).open();
  await clickLink(page, 'Forgotten password?');
  await heading(page, 'Forgotten password');
  await waitForPath(page, '/ForgottenPassword');
  expect(loads()).toBe(2);
  await page.goBack();
  await heading(page, 'Log in to Gatehouse');
});

test('Code that fails again shows an error, without another reload, until "Try again" gets it', async () => {
  const { page, loads, restore } = await openFailing(helpCode, Infinity);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'This page could not be loaded');
  expect(loads()).toBe(2);
  restore();
  await press(page, 'Try again');
  await heading(page, 'Help with logging in');
  expect(loads()).toBe(3);
});

test('Phrases that fail are asked for once more, and without them no screen of bare keys is shown', async () => {
  const phrases = /\/assets\/text-en-US-recovery[.-].*\.json$/;
  const { page, loads } = await openFailing(phrases, 1);
  await new LoginPage(page, site).open();
  expect(loads()).toBe(1);
  await clickLink(page, 'Forgotten password?');
  await heading(page, 'Forgotten password');
  expect(loads()).toBe(1);

  const failing = await openFailing(phrases, Infinity);
  await failing.page.goto(`${site.url}/ForgottenPassword`);
  await heading(failing.page, 'This page could not be loaded');
  failing.restore();
  await press(failing.page, 'Try again');
  await heading(failing.page, 'Forgotten password');
});

test('With storage blocked there is no reload, as nothing would end the loop', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  const { loads } = await openFailing(helpCode, Infinity, page);
  await page.goto(`${site.url}/LoginHelp`);
  await heading(page, 'This page could not be loaded');
  expect(loads()).toBe(1);
});

test('The key of an authenticator is shown even without the code that draws its QR code', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  await openFailing(/\/assets\/qr[.-].*\.js$/, Infinity, page);
  await page.goto(`${site.url}/EnrolMfa`);
  await heading(page, 'Set up multi-factor authentication');
  expect(await page.$eval('[aria-labelledby="setup-key"]', (key) => key.textContent.length)).toBeGreaterThan(32);
});

test('A dialog is loaded before its code can be gone: a reload does not take away what was typed', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  const code = page.waitForResponse((reply) => /\/assets\/dialogs[.-].*\.js$/.test(reply.url()));
  await page.goto(`${site.url}/SecurityDetails`);
  await code;
  await page.waitForSelector('#email form');
  await openFailing(/\/assets\/dialogs[.-].*\.js$/, Infinity, page);
  await fill(page, '[name="currentPassword"]', 'Demo-pass-1');
  await fill(page, '[name="newPassword"]', 'Tall-ships-9');
  await fill(page, '[name="confirmPassword"]', 'Tall-ships-9');
  await endSessions(site);
  await page.click('#password [type="submit"]');
  await page.waitForSelector('[role="dialog"] [name="password"]');
  expect(await page.$eval('[name="newPassword"]', (input) => (input as HTMLInputElement).value)).toBe('Tall-ships-9');
});

test.each(locales)('In %s the users list asks for each file of the build once, and for the page itself once', async (locale) => {
  const page = await browser.newPage({ locale, cold: true });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  await page.goto(`${site.url}/Users/List`);
  await page.waitForSelector('[role="row"][row-index="0"]:not(.row-loading) [role="gridcell"]');
  const files = requested.filter((path) => !path.startsWith('/api/'));
  expect(files.some((path) => path.includes('-users.'))).toBe(true);
  expect(files.filter((path, index) => files.indexOf(path) !== index)).toEqual([]);
  expect(files.filter((path) => path.endsWith('/'))).toEqual([]);
});

test('The search of an administrator whose code fails leaves the page as it is, says so, and opens at the next press', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  const { restore, loads } = await openFailing(/\/assets\/palette[.-].*\.js$/, Infinity, page);
  await page.goto(`${site.url}/Users/Import`);
  await page.locator('header button[aria-label="Search"]').click();
  await waitForText(page, 'Not loaded');
  await heading(page, 'Import users');
  restore();
  await page.locator('header button[aria-label="Search"]').click();
  await page.waitForSelector('[role="dialog"] [role="combobox"]');
  expect(loads()).toBe(1);
});

test('The login form stays, with what was typed, when the code after it fails, until "Try again" gets it', async () => {
  const { page, restore } = await openFailing(/\/assets\/(state|store)[.-].*\.js$/, Infinity);
  const login = new LoginPage(page, site);
  await login.open();
  await login.logIn('ordinary');
  expect(await alertText(page)).toContain('Network error. Check your connection and try again.');
  expect(await page.$eval('[name="password"]', (input) => (input as HTMLInputElement).value)).toBe('Demo-pass-1');
  restore();
  await press(page, 'Try again');
  await heading(page, 'Security details');
});

test('Offline there is no reload, which would lose the page: an error is shown, Back leads back, and once connected the screen is loaded', async () => {
  const page = await browser.newPage({ cold: true });
  await new LoginPage(page, site).open();
  await page.waitForNetworkIdle();
  browser.expectPageError(OFFLINE_ERROR);
  browser.expectPageError(/ChunkLoadError|No screen/);
  await goOffline(page);
  await clickLink(page, 'Forgotten password?');
  await heading(page, 'This page could not be loaded');
  await waitForPath(page, '/ForgottenPassword');
  expect(await flag(page)).toBeNull();
  await page.goBack();
  await heading(page, 'Log in to Gatehouse');
  await page.goForward();
  await heading(page, 'This page could not be loaded');
  await press(page, 'Try again');
  await heading(page, 'This page could not be loaded');
  await goOnline(page);
  await heading(page, 'Forgotten password');
});

test('Connected to a network that leads nowhere there is no reload either; the screen is loaded once the server can be reached', async () => {
  const page = await browser.newPage();
  await new LoginPage(page, site).open();
  await page.waitForNetworkIdle();
  const { loads, restore } = await openFailing(/./, Infinity, page);
  await clickLink(page, 'Forgotten password?');
  await heading(page, 'This page could not be loaded');
  await press(page, 'Try again');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await heading(page, 'This page could not be loaded');
  expect(loads()).toBe(0);
  restore();
  await heading(page, 'Forgotten password');
  expect(loads()).toBe(1);
});
