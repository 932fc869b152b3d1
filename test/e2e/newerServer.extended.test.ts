/**
 * A page loaded before a deployment: its chunks are gone and the API has changed. It reports what it can't do and loses nothing.
 */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { awaitMail } from '../support/mails.ts';
import { answerNotFound, rewriteReplies } from '../support/rewriteReplies.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { EditUserPage } from './pages/EditUserPage.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { alertText, fillField, heading, press, valueOf, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

/** What the console reports when a script is missing. */
const MISSING_CODE = /status of 404|Refused to execute script|ChunkLoadError|No screen/;

const PART_FAILED = 'A part of this page could not be loaded.';

const member = () => unusedMember(site, { organisation: 'Harbour Mutual' });

/** Counts document loads. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function openEdit(userName: string): Promise<EditUserPage> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'subadmin'), page);
  const edit = new EditUserPage(page);
  await edit.open(site.url, userName);
  return edit;
}

/** Adds an unknown field to every object of a response. */
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).map(([key, inner]) => [key, addUnknownFields(inner)]);
  return { ...Object.fromEntries(known), addedLater: { kind: 'new', list: [1, null] } };
}

describe('With its code gone', () => {
  test('navigating to another screen reloads once, and what was typed in the form before is restored', async () => {
    browser.expectPageError(MISSING_CODE);
    const admin = await logInAs(site, 'subadmin');
    const body = { email: 'early.bird@example.org', firstName: 'Early', lastName: 'Bird', roles: ['Member'] };
    const { userId } = await admin.ok('Invite.CreateUser', { body });
    await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    const page = await browser.newPage();
    await page.goto((await awaitMail(site, (mail) => mail.to[0] === body.email)).links[0] ?? '');
    await press(page, 'Create account');
    await heading(page, 'Register');
    await page.waitForNetworkIdle();
    await fillField(page, 'Username', 'early_bird');
    await fillField(page, 'Title', 'Ornithologist');
    await page.keyboard.press('Tab');
    const loads = countLoads(page);
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
    browser.expectPageError(MISSING_CODE);
    const { userName } = await member();
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'subadmin'), page);
    await answerNotFound(page, /\/assets\/(grid|users-grid)[^/]*\.js$/);
    await page.goto(`${site.url}/Users/List/all/${userName}`);
    await waitForText(page, PART_FAILED);
    await waitForText(page, userName);
  });

  test('users can still be selected, and the missing bulk actions are reported', async () => {
    browser.expectPageError(MISSING_CODE);
    const { userName } = await member();
    const page = await browser.newPage();
    const users = await UsersPage.open(page, await logInAs(site, 'subadmin'), `/Users/List/all/${userName}`);
    await answerNotFound(page, /\/assets\/users-bulk[^/]*\.js$/);
    await page.focus('[role="row"][row-index="0"] [col-id="name"]');
    await page.keyboard.press(' ');
    expect(await alertText(page)).toContain(PART_FAILED);
    expect(await users.selectedNames()).toEqual([userName]);
    await press(page, 'Try again');
    await waitForText(page, 'This page is out of date.');
    await Promise.all([page.waitForNavigation(), press(page, 'Reload the page')]);
    await users.ready();
  });
});

describe('With a newer API', () => {
  test('unknown fields are ignored: login, search and a change work as before', async () => {
    const { userName } = await member();
    const page = await browser.newPage();
    await rewriteReplies(page, /^\/api\//, ({ status, body }) => ({ status, body: addUnknownFields(body) }));
    const login = new LoginPage(page, site);
    await login.open('/Login/Gatehouse?ReturnUrl=%2FUsers%2FList');
    await login.logIn('subadmin');
    const users = new UsersPage(page);
    await users.ready();
    const edit = new EditUserPage(page);
    await edit.open(site.url, userName);
    await edit.type('lastName', 'Newfield');
    await edit.review();
    await edit.confirm();
    await waitForText(page, `${userName} is saved.`);
  });

  test('an unknown login result reloads the page, as only the new code can handle it', async () => {
    const page = await browser.newPage();
    const login = new LoginPage(page, site);
    await login.open();
    const loads = countLoads(page);
    await rewriteReplies(page, /\/Login\/Login$/, ({ status }) => ({ status, body: { outcome: 'PasskeyRequired' } }), 'POST');
    await login.logIn((await member()).userName);
    await heading(page, 'Security details');
    expect(loads()).toBe(1);
  });

  test('an error for an unknown field is shown above the form, which keeps what was typed', async () => {
    browser.expectPageError(/status of 422/);
    const { userName } = await member();
    const edit = await openEdit(userName);
    const { page } = edit;
    const words = 'Say which ticket this change belongs to.';
    await rewriteReplies(page, /\/Users\/User\//, () => ({
      status: 422,
      body: { code: 'TicketRequired', message: 'Some fields are wrong.', fields: { ticket: words } },
    }));
    await edit.type('lastName', 'Latecomer');
    await edit.review();
    await edit.confirm();
    expect(await alertText(page)).toContain(words);
    expect(await edit.value('lastName')).toBe('Latecomer');
  });

  test('an unknown refusal shows the server’s message, and the row stays as it was', async () => {
    browser.expectPageError(/status of 409/);
    const { userName } = await member();
    const page = await browser.newPage();
    const users = await UsersPage.open(page, await logInAs(site, 'subadmin'), `/Users/List/all/${userName}`);
    await rewriteReplies(page, /\/Users\/Enable\//, () => ({
      status: 409,
      body: { code: 'FourEyes', message: 'A second administrator has to agree to this.' },
    }));
    await users.chooseAction('Disable');
    await users.confirm('Disable');
    await waitForText(page, 'A second administrator has to agree to this.');
    expect(await users.renderedNames()).toEqual([userName]);
  });

  test('a removed operation is reported, and the form keeps what was typed', async () => {
    browser.expectPageError(/status of 404/);
    const { userName } = await member();
    const edit = await openEdit(userName);
    const { page } = edit;
    await edit.type('lastName', 'Latecomer');
    await edit.review();
    await answerNotFound(page, /\/api\/Users\/User/, 'PATCH');
    await edit.confirm();
    expect(await alertText(page)).toContain('We could not find this.');
    expect(await edit.value('lastName')).toBe('Latecomer');
  });
});
