/** A page that was opened before a deployment: its code is gone, and the API is another one. What it can't do it says; nothing is lost. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { lendSession } from '../support/lendSession.ts';
import { awaitMail } from '../support/mails.ts';
import { answerNotFound, rewriteReplies } from '../support/rewriteReplies.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { EditUserPage } from './pages/EditUserPage.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { alertText, field, heading, press, reads, valueOf } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

/** What the console says of a script that is not there. */
const GONE = /status of 404|Refused to execute script|ChunkLoadError|No screen/;

const PART = 'A part of this page could not be loaded.';

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

/** How often a document was loaded. */
function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function editing(userName: string): Promise<EditUserPage> {
  const page = await browser.newPage();
  await lendSession(await as(site, 'subadmin'), page);
  const edit = new EditUserPage(page);
  await edit.open(site.url, userName);
  return edit;
}

/** As if every object of the API had got a field more. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, inner]) => [key, withMore(inner)]);
  return { ...Object.fromEntries(known), addedLater: { kind: 'new', list: [1, null] } };
}

describe('Its code is gone', () => {
  test('the way to another screen is one reload, and what was typed in the form before is there again', async () => {
    browser.expectComplaint(GONE);
    const admin = await as(site, 'subadmin');
    const body = { email: 'early.bird@example.org', firstName: 'Early', lastName: 'Bird', roles: ['Member'] };
    const { userId } = await admin.ok('Invite.CreateUser', { body });
    await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    const page = await browser.newPage();
    await page.goto((await awaitMail(site, (mail) => mail.to[0] === body.email)).links[0] ?? '');
    await press(page, 'Create account');
    await heading(page, 'Register');
    await page.waitForNetworkIdle();
    await field(page, 'Username').fill('early_bird');
    await field(page, 'Title').fill('Ornithologist');
    await page.keyboard.press('Tab');
    const loads = loadsOf(page);
    await answerNotFound(page, /\/assets\/(login|recovery|support)[^/]*\.js$/);
    await page.evaluate(() => {
      history.pushState(null, '', '/ContactSupport');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await heading(page, 'This page could not be loaded');
    expect(loads()).toBe(1);
    await page.goBack();
    await heading(page, 'Register');
    expect([await valueOf(page, 'userName'), await valueOf(page, 'title')]).toEqual(['early_bird', 'Ornithologist']);
  });

  test('the list keeps its rows without the grid, and says so', async () => {
    browser.expectComplaint(GONE);
    const { userName } = await member();
    const page = await browser.newPage();
    await lendSession(await as(site, 'subadmin'), page);
    await answerNotFound(page, /\/assets\/(grid|users-grid)[^/]*\.js$/);
    await page.goto(`${site.url}/Users/List/all/${userName}`);
    await reads(page, PART);
    await reads(page, userName);
  });

  test('people are ticked all the same, and told that what can be done with many is not there', async () => {
    browser.expectComplaint(GONE);
    const { userName } = await member();
    const page = await browser.newPage();
    const users = await UsersPage.open(page, await as(site, 'subadmin'), `/Users/List/all/${userName}`);
    await answerNotFound(page, /\/assets\/users-bulk[^/]*\.js$/);
    await page.focus('.ag-row[row-index="0"] [col-id="name"]');
    await page.keyboard.press(' ');
    expect(await alertText(page)).toContain(PART);
    expect(await users.ticked()).toEqual([userName]);
    await press(page, 'Try again');
    await users.ready();
  });
});

describe('The API', () => {
  test('says more than is known: one logs in, finds somebody and changes them as ever', async () => {
    const { userName } = await member();
    const page = await browser.newPage();
    await rewriteReplies(page, /^\/api\//, ({ status, body }) => ({ status, body: withMore(body) }));
    const login = new LoginPage(page, site);
    await login.open('/Login/Gatehouse?ReturnUrl=%2FUsers%2FList');
    await login.logIn('subadmin');
    const users = new UsersPage(page);
    await users.ready();
    const edit = new EditUserPage(page);
    await edit.open(site.url, userName);
    await edit.type('lastName', 'Newfield');
    await edit.review();
    await edit.agree();
    await reads(page, `${userName} is saved.`);
  });

  test('ends a log-in in a way that is not known: the page is loaded anew, as only the new one knows how to go on', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    const loads = loadsOf(page);
    await rewriteReplies(page, /\/Login\/Login$/, ({ status }) => ({ status, body: { outcome: 'PasskeyRequired' } }), 'POST');
    await login.logIn((await member()).userName);
    await heading(page, 'Security details');
    expect(loads()).toBe(1);
  });

  test('asks for what the form does not have: its words stand above the form, which keeps what was typed', async () => {
    browser.expectComplaint(/status of 422/);
    const { userName } = await member();
    const edit = await editing(userName);
    const { page } = edit;
    const words = 'Say which ticket this change belongs to.';
    await rewriteReplies(page, /\/Users\/User\//, () => ({
      status: 422,
      body: { code: 'TicketRequired', message: 'Some fields are wrong.', fields: { ticket: words } },
    }));
    await edit.type('lastName', 'Latecomer');
    await edit.review();
    await edit.agree();
    expect(await alertText(page)).toContain(words);
    expect(await edit.value('lastName')).toBe('Latecomer');
  });

  test('refuses for a reason that is not known: its words are told, and the row stays as it was', async () => {
    browser.expectComplaint(/status of 409/);
    const { userName } = await member();
    const page = await browser.newPage();
    const users = await UsersPage.open(page, await as(site, 'subadmin'), `/Users/List/all/${userName}`);
    await rewriteReplies(page, /\/Users\/Enable\//, () => ({
      status: 409,
      body: { code: 'FourEyes', message: 'A second administrator has to agree to this.' },
    }));
    await users.choose('Disable');
    await users.confirm('Disable');
    await reads(page, 'A second administrator has to agree to this.');
    expect(await users.names()).toEqual([userName]);
  });

  test('has lost an operation: that is told in words, and the form keeps what was typed', async () => {
    browser.expectComplaint(/status of 404/);
    const { userName } = await member();
    const edit = await editing(userName);
    const { page } = edit;
    await edit.type('lastName', 'Latecomer');
    await edit.review();
    await answerNotFound(page, /\/api\/Users\/User/, 'PATCH');
    await edit.agree();
    expect(await alertText(page)).toContain('We could not find this.');
    expect(await edit.value('lastName')).toBe('Latecomer');
  });
});
