/** Unusual browsers and networks: each case shows something useful, never a blank page. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPRequest, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { openPage, useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { launchBrowser } from '../support/launchBrowser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { scaled } from '../support/scale.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillNamed } from './pages/onPage.ts';

const DAY_MS = 86_400_000;

const site = useServer();
const browser = useBrowser();

const heading = (page: Page, text: string) => page.waitForSelector(`::-p-xpath(//h1[normalize-space()="${text}"])`);

/** Answers requests to `path` in place of the server until the returned function is called. */
const stubResponse = (page: Page, path: string, reply: Parameters<HTTPRequest['respond']>[0]) =>
  intercept(page, (call) => (new URL(call.url()).pathname === path ? call.respond(reply) : call.continue()));

test('login works with storage blocked', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
  });
  const login = new LoginPage(page, site);
  await login.open();
  await login.logIn('ordinary');
  await heading(page, 'Security details');
});

describe('login in a browser that blocks cookies, and with them all storage', () => {
  let profile: string;
  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'gatehouse-profile-'));
    await mkdir(join(profile, 'Default'));
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  });
  afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

  test('the page says that cookies are needed and what to do, and keeps what was typed', async () => {
    const blockingBrowser = await launchBrowser(profile, { fullBrowser: true });
    try {
      const { page, pageErrors } = await openPage(blockingBrowser.defaultBrowserContext());
      const login = new LoginPage(page, site);
      await login.open();
      expect(await page.evaluate(() => document.cookie)).toBe('');
      await login.logIn('ordinary');
      expect(await login.alert()).toBe(
        'This site does not work without cookies, and your browser does not keep them. ' +
          'Allow cookies for this site in the settings of your browser, then try again.',
      );
      expect(await page.$eval('input[autocomplete="username"]', ({ value }) => value)).toBe('ordinary');

      await page.goto(`${site.url}/ForgottenUsername`);
      await fillNamed(page, 'email', 'ordinary@example.com');
      await page.keyboard.press('Enter');
      expect(await login.alert()).toContain('Allow cookies for this site');

      await page.goto(`${site.url}/SecurityDetails`);
      await heading(page, 'Log in to Gatehouse');
      expect(pageErrors.all()).toEqual([]);
    } finally {
      await blockingBrowser.close();
    }
  });
});

test('a page rewritten by a translator keeps working', async () => {
  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open();
  // Browser translators move each text node into elements of their own.
  const translate = () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found.filter(({ data }) => data.trim() !== '')) {
      const outer = document.createElement('span');
      const inner = outer.appendChild(document.createElement('span'));
      text.replaceWith(outer);
      inner.append(text.data);
    }
  };
  await page.evaluate(translate);
  await login.logIn('ordinary', 'Wrong-pass-1');
  expect(await login.alert()).toContain('The username or password is incorrect');
  await page.evaluate(translate);
  await page.click('input[autocomplete="current-password"]', { count: 3 });
  await page.keyboard.type('Demo-pass-1');
  await page.keyboard.press('Enter');
  await heading(page, 'Security details');
  await page.evaluate(translate);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('#app')?.textContent.trim() !== '');
});

test('a clock one day ahead neither warns of the end of the session nor ends it', async () => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument((ahead) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + ahead;
  }, DAY_MS);
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  const selfRead = page.waitForResponse((reply) => reply.url().endsWith('/api/Users/Self'));
  await page.goto(`${site.url}/SecurityDetails`);
  await selfRead;
  await heading(page, 'Security details');
  await page.waitForSelector('#sessions li');
  expect(await page.$('[role="alertdialog"], [role="dialog"]')).toBeNull();
});

test.each([
  ["a proxy's page", { status: 502, contentType: 'text/html', body: '<html><body><h1>Bad gateway</h1></body></html>' }],
  ['empty', { status: 500, body: '' }],
  ['truncated', { status: 500, contentType: 'application/json', body: '{"message":"Some' }],
])('an error response that is %s is reported in words, and what was typed stays', async (_what, reply) => {
  browser.expectPageError(/status of 50\d/);
  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open();
  const restore = await stubResponse(page, '/api/Login/Login', reply);
  await login.logIn('ordinary');
  const message = await login.alert();
  expect(message.length).toBeGreaterThan(10);
  expect(message).not.toMatch(/<|{|undefined|null/);
  expect(await page.$eval('input[autocomplete="username"]', ({ value }) => value)).toBe('ordinary');
  await restore();
  await page.locator('::-p-aria([name="Log in"][role="button"])').click();
  await heading(page, 'Security details');
});

test('many changes of screen leak no memory', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  await page.goto(`${site.url}/Users/List`);
  const session = await page.createCDPSession();
  await session.send('Performance.enable');
  const measure = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return { listeners: of('JSEventListeners'), nodes: of('Nodes'), heap: of('JSHeapUsedSize') };
  };
  const goTo = (path: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  // A handle would keep the element, and its whole tree, alive.
  const waitFor = async (selector: string) => (await page.waitForSelector(selector))?.dispose();
  const navigateRounds = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await goTo('/SecurityDetails');
      await waitFor('#sessions li');
      await goTo('/Users/List');
      await waitFor('[role="gridcell"][col-id="name"]');
    }
  };
  await waitFor('[role="gridcell"][col-id="name"]');
  await navigateRounds(5);
  const before = await measure();
  await navigateRounds(scaled(12, 90));
  // React may hold the last screen but one until the next change: one screen more is no leak, one for each round is.
  await eventually('listeners, nodes and heap as before', async () => {
    const after = await measure();
    expect(after.listeners).toBeLessThan(before.listeners * 3);
    expect(after.nodes).toBeLessThan(before.nodes * 3);
    expect(after.heap).toBeLessThan(before.heap * 1.5);
    return true;
  });
});
