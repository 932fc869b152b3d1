/** Replies that take 8 seconds, and a minute: whoever waits sees that something is under way, sends nothing twice, and loses nothing. */
import type { HTTPRequest, Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { lendSession } from '../support/lendSession.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { installFakeClock } from '../support/fakeClock.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { EditUserPage } from './pages/EditUserPage.ts';
import { InvitePage } from './pages/InvitePage.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { at, changesTo, follow, heading, insist, press, reads, seen, valueOf } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);

const WAITS = [8_000, 60_000];

interface Slow {
  readonly page: Page;
  readonly pass: (ms: number) => Promise<void>;
}

async function opened(): Promise<Slow> {
  const page = await browser.newPage();
  return { page, pass: await installFakeClock(page) };
}

/** From now on calls to `path` hang. What is under way has ended before: a request that is caught in the middle would hang as well. */
async function hold(page: Page, path: RegExp): Promise<HTTPRequest[]> {
  const held: HTTPRequest[] = [];
  await page.waitForNetworkIdle();
  await intercept(page, (request) => {
    if (!path.test(new URL(request.url()).pathname)) return request.continue();
    held.push(request);
    return undefined;
  });
  return held;
}

const oneHangs = (held: readonly HTTPRequest[]) => eventually('a call that hangs', () => held.length === 1);
const busyButton = (page: Page) => page.waitForSelector('button[aria-busy="true"][aria-disabled="true"]');
const goOn = (held: readonly HTTPRequest[]) => Promise.all(held.map((request) => request.continue()));

test.each(WAITS)('a log-in that takes %d ms shows that it is busy, is sent once, and ends well', async (ms) => {
  const { userName } = await unusedMember(site);
  const { page, pass } = await opened();
  const login = new LoginPage(page, site);
  await login.open();
  const sent = changesTo(page, '/api/Login/Login');
  const held = await hold(page, /\/Login\/Login$/);
  await login.logIn(userName);
  await oneHangs(held);
  await pass(ms);
  await busyButton(page);
  await insist(page);
  expect(await page.$('[role="alert"]')).toBeNull();
  expect([await valueOf(page, 'userName'), await valueOf(page, 'password')]).toEqual([userName, 'Demo-pass-1']);
  await goOn(held);
  await heading(page, 'Security details');
  expect(sent).toHaveLength(1);
  expect(await outcomes('Login.Login', userName)).toEqual(['success']);
});

test.each(WAITS)('the code of a screen that takes %d ms leaves the screen before in its place', async (ms) => {
  const { page, pass } = await opened();
  await new LoginPage(page, site).open();
  const held = await hold(page, /\/assets\/recovery[.-].*\.js$/);
  await follow(page, 'Forgotten password?');
  await oneHangs(held);
  await pass(ms);
  expect(await seen(page)).toContain('Log in to Gatehouse');
  await goOn(held);
  await heading(page, 'Forgotten password');
});

test.each(WAITS)('rows that take %d ms are waited for in a page that can be used meanwhile', async (ms) => {
  const { page, pass } = await opened();
  const users = await UsersPage.open(page, await as(site, 'subadmin'));
  const held = await hold(page, /\/Users\/Page$/);
  await page.click('a[role="tab"][href="/Users/List/disabled"]');
  await oneHangs(held);
  await pass(ms);
  await page.waitForSelector('.users-stage[aria-busy="true"]');
  expect(await page.$('[role="alert"]')).toBeNull();
  await follow(page, 'Invite user');
  await heading(page, 'Invite user');
  await page.goBack();
  await heading(page, 'User admin');
  await eventually('the rows to be asked for again', () => held.length > 1);
  await goOn(held.filter((request) => request.failure() === null));
  await at(page, '/Users/List/disabled');
  await users.ready();
  expect(await users.names()).toContain('disabled_user');
});

test.each(WAITS)('a change that takes %d ms is made once, and nobody loses it by leaving', async (ms) => {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { page, pass } = await opened();
  await lendSession(await as(site, 'subadmin'), page);
  const edit = new EditUserPage(page);
  await edit.open(site.url, userName);
  await edit.type('lastName', 'Slowcoach');
  await edit.review();
  const held = await hold(page, /\/Users\/User\//);
  await edit.agree();
  await oneHangs(held);
  await pass(ms);
  await busyButton(page);
  await insist(page, '.sheet-sections button[aria-busy="true"], button[aria-busy="true"]');
  await goOn(held);
  await reads(page, `${userName} is saved.`);
  expect(held.filter((request) => request.method() === 'PATCH')).toHaveLength(1);
  expect(await outcomes('Users.Patch', 'subadmin')).toHaveLength(WAITS.indexOf(ms) + 1);
});

test('an invitation that a proxy gives up after a minute is told as it is, keeps what was typed, and can be sent again', async () => {
  browser.expectComplaint(/504/);
  const { page, pass } = await opened();
  await lendSession(await as(site, 'subadmin'), page);
  await page.goto(`${site.url}/Users/Invite`);
  const inviting = new InvitePage(page);
  await inviting.ready();
  await inviting.address('slow.mail@example.net');
  await page.type('[name="message"]', 'We start on Monday.');
  const held = await hold(page, /\/Invite\/CreateUser$/);
  await inviting.send();
  await oneHangs(held);
  await pass(60_000);
  await busyButton(page);
  await held[0]?.respond({ status: 504, contentType: 'text/html', body: '<html><h1>504 Gateway Time-out</h1></html>' });
  expect(await inviting.results()).toEqual({ 'slow.mail@example.net': 'Failed' });
  await reads(page, 'Timeout exceeded. The server took too long to answer, please try again.');
  await press(page, 'Change and send again');
  expect(await inviting.tags()).toEqual(['slow.mail@example.net']);
  expect(await valueOf(page, 'message')).toBe('We start on Monday.');
  await inviting.send();
  await eventually('the second call', () => held.length === 2);
  await held[1]?.continue();
  expect(await inviting.results()).toEqual({ 'slow.mail@example.net': 'Sent' });
});
