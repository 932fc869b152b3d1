/** The first view of the user list with an empty cache: which requests it makes, and that no user's data leaks to the next. */
import type { HTTPRequest, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { heading, logOut } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const waitForCounts = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('[role="tab"] > span')].every(({ textContent }) => textContent !== ''),
  );

const nameOf = (request: HTTPRequest): string => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};

test('a cold list makes at most eighteen requests: the page, its code and phrases, the access check, and the data shown', async () => {
  const page = await browser.newPage();
  const requests: HTTPRequest[] = [];
  page.on('request', (request) => requests.push(request));
  const users = await UsersPage.open(page, await logInAs(site, 'sysadmin'));
  await waitForCounts(page);
  expect((await users.renderedNames()).length).toBeGreaterThan(10);
  expect(requests.length).toBeLessThanOrEqual(18);
  const calls = requests.filter((request) => nameOf(request).startsWith('/api/'));
  expect(calls.map(nameOf).sort()).toEqual(
    [
      '/api/Login/Check',
      '/api/UserRoles/IsSelfAssignedWithRole?role=SubscriberAdministration',
      '/api/Users/Self',
      '/api/Users/Self/UIFontSize',
      '/api/Views',
      '/api/Users/Page?filter=all&offset=0&limit=100&withTotal=false',
      '/api/Users/Counts',
    ].sort(),
  );
  const token = (await page.browserContext().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  expect(calls.map((request) => request.headers()['x-xsrf-token'])).toEqual(calls.map(() => decodeURIComponent(token)));
});

test('no list data is in the page after logging out', async () => {
  const client = await logInAs(site, 'subadmin');
  const page = await browser.newPage();
  const users = await UsersPage.open(page, client);
  const [first = ''] = await users.renderedNames();
  const { email } = await client.ok('Users.User', { userName: first });
  const html = () => page.evaluate(() => document.documentElement.outerHTML);
  await waitForCounts(page);
  expect(await html()).toContain(email);
  await logOut(page);
  await heading(page, 'Log in to Gatehouse');
  expect(await html()).not.toContain(email);
  await page.goBack();
  await heading(page, 'Log in to Gatehouse');
  expect(await html()).not.toContain(email);
});

test('a user who logs in while the scripts are loading sees nothing of the previous user', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, (request) =>
    nameOf(request) === '/assets/main.js' ? released.then(() => request.continue()) : request.continue(),
  );
  const checked = page.waitForResponse((reply) => reply.url().endsWith('/api/Login/Check'));
  const opened = page.goto(`${site.url}/Users/List`);
  await checked;
  const next = await logInAs(site, 'second_sub');
  await copySessionToPage(next, page);
  release();
  await opened;
  const users = new UsersPage(page);
  await users.ready();
  const { total } = await next.ok('Users.Page', { limit: 1 });
  await users.waitForTotal(String(total));
  await waitForCounts(page);
  expect(await page.$$eval('header nav a', (places) => places.map((place) => place.textContent))).toEqual([
    'Users',
    'Overview',
    'Organisation',
    'Audit report',
  ]);
  expect(await page.$eval('[role="tab"] > span', (count) => count.textContent)).toBe(String(total));
});

test('on a phone nothing shifts when the bar learns the user’s role: its line is reserved from the beginning', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 412, height: 823 });
  await page.evaluateOnNewDocument(() => {
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const recordTop = () => {
      const main = document.querySelector('header ~ main');
      if (main) tops.add(main.getBoundingClientRect().top);
      requestAnimationFrame(recordTop);
    };
    requestAnimationFrame(recordTop);
  });
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await intercept(page, (request) =>
    nameOf(request) === '/api/Login/Check' ? released.then(() => request.continue()) : request.continue(),
  );
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  const opened = page.goto(`${site.url}/Users/List`);
  await page.waitForSelector('header nav');
  release();
  await opened;
  await new UsersPage(page).ready();
  await page.waitForFunction(() => document.querySelectorAll('header nav a').length === 6);
  expect(await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])).toHaveLength(1);
});
