/** Responses that take 8 seconds or a minute: the page shows progress, sends nothing twice, and loses nothing. */
import type { HTTPRequest, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { installFakeClock } from '../support/fakeClock.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { EditUserPage } from './pages/EditUserPage.ts';
import { InvitePage } from './pages/InvitePage.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import {
  clickLink,
  fillNamed,
  heading,
  press,
  recordChanges,
  submitRepeatedly,
  valueOf,
  visibleText,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);

const DELAYS_MS = [8_000, 60_000];

interface SlowPage {
  readonly page: Page;
  readonly passTime: (ms: number) => Promise<void>;
}

async function openSlowPage(): Promise<SlowPage> {
  const page = await browser.newPage();
  return { page, passTime: await installFakeClock(page) };
}

/** From now on holds requests to `path`. Waits for idle first, as a request already in flight would hang as well. */
async function holdRequests(page: Page, path: RegExp): Promise<HTTPRequest[]> {
  const held: HTTPRequest[] = [];
  await page.waitForNetworkIdle();
  await intercept(page, (request) => {
    if (!path.test(new URL(request.url()).pathname)) return request.continue();
    held.push(request);
    return undefined;
  });
  return held;
}

const waitForOneHeld = (held: readonly HTTPRequest[]) => eventually('a call that hangs', () => held.length === 1);
const busyButton = (page: Page) => page.waitForSelector('button[aria-busy="true"][aria-disabled="true"]');
const releaseAll = (held: readonly HTTPRequest[]) => Promise.all(held.map((request) => request.continue()));

test.each(DELAYS_MS)('a login that takes %d ms shows that it is busy, is sent once, and succeeds', async (ms) => {
  const { userName } = await unusedMember(site);
  const { page, passTime } = await openSlowPage();
  const login = new LoginPage(page, site);
  await login.open();
  const sent = recordChanges(page, '/api/Login/Login');
  const held = await holdRequests(page, /\/Login\/Login$/);
  await login.logIn(userName);
  await waitForOneHeld(held);
  await passTime(ms);
  await busyButton(page);
  await submitRepeatedly(page);
  expect(await page.$('[role="alert"]')).toBeNull();
  expect([await valueOf(page, 'userName'), await valueOf(page, 'password')]).toEqual([userName, 'Demo-pass-1']);
  await releaseAll(held);
  await heading(page, 'Security details');
  expect(sent).toHaveLength(1);
  expect(await outcomes('Login.Login', userName)).toEqual(['success']);
});

test.each(DELAYS_MS)('while the code of a screen takes %d ms, the previous screen stays', async (ms) => {
  const { page, passTime } = await openSlowPage();
  await new LoginPage(page, site).open();
  const held = await holdRequests(page, /\/assets\/recovery[.-].*\.js$/);
  await clickLink(page, 'Forgotten password?');
  await waitForOneHeld(held);
  await passTime(ms);
  expect(await visibleText(page)).toContain('Log in to Gatehouse');
  await releaseAll(held);
  await heading(page, 'Forgotten password');
});

test.each(DELAYS_MS)('while rows take %d ms, the page can be used', async (ms) => {
  const { page, passTime } = await openSlowPage();
  const users = await UsersPage.open(page, await logInAs(site, 'subadmin'));
  const held = await holdRequests(page, /\/Users\/Page$/);
  await page.click('a[role="tab"][href="/Users/List/disabled"]');
  await waitForOneHeld(held);
  await passTime(ms);
  await page.waitForSelector('[role="tabpanel"][aria-busy="true"]');
  expect(await page.$('[role="alert"]')).toBeNull();
  await clickLink(page, 'Invite user');
  await heading(page, 'Invite user');
  await page.goBack();
  await heading(page, 'User admin');
  await eventually('the rows to be asked for again', () => held.length > 1);
  await releaseAll(held.filter((request) => request.failure() === null));
  await waitForPath(page, '/Users/List/disabled');
  await users.ready();
  expect(await users.renderedNames()).toContain('disabled_user');
});

test.each(DELAYS_MS)('a change that takes %d ms is made once, and is not lost by leaving the page', async (ms) => {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { page, passTime } = await openSlowPage();
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  const edit = new EditUserPage(page);
  await edit.open(site.url, userName);
  await edit.type('lastName', 'Slowcoach');
  await edit.review();
  const held = await holdRequests(page, /\/Users\/User\//);
  await edit.confirm();
  await waitForOneHeld(held);
  await passTime(ms);
  await busyButton(page);
  await submitRepeatedly(page, 'button[aria-busy="true"]');
  await releaseAll(held);
  await waitForText(page, `${userName} is saved.`);
  expect(held.filter((request) => request.method() === 'PATCH')).toHaveLength(1);
  expect(await outcomes('Users.Patch', 'subadmin')).toHaveLength(DELAYS_MS.indexOf(ms) + 1);
});

test('an invitation that a proxy aborts after a minute is reported as failed, keeps what was typed, and can be sent again', async () => {
  browser.expectPageError(/504/);
  const { page, passTime } = await openSlowPage();
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  await page.goto(`${site.url}/Users/Invite`);
  const invitePage = new InvitePage(page);
  await invitePage.ready();
  await invitePage.address('slow.mail@example.net');
  await fillNamed(page, 'message', 'We start on Monday.');
  const held = await holdRequests(page, /\/Invite\/CreateUser$/);
  await invitePage.send();
  await waitForOneHeld(held);
  await passTime(60_000);
  await busyButton(page);
  await held[0]?.respond({ status: 504, contentType: 'text/html', body: '<html><h1>504 Gateway Time-out</h1></html>' });
  expect(await invitePage.results()).toEqual({ 'slow.mail@example.net': 'Failed' });
  await waitForText(page, 'Timeout exceeded. The server took too long to answer, please try again.');
  await press(page, 'Change and send again');
  expect(await invitePage.tags()).toEqual(['slow.mail@example.net']);
  expect(await valueOf(page, 'message')).toBe('We start on Monday.');
  await invitePage.send();
  await eventually('the second call', () => held.length === 2);
  await held[1]?.continue();
  expect(await invitePage.results()).toEqual({ 'slow.mail@example.net': 'Sent' });
});
