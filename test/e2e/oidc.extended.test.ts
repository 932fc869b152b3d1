/** Logging in to another application through the login page, in a browser: there and back, consent, and out again. */
import { logInAs, totp } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { awaitMail } from '../support/mails.ts';
import { startRelyingParty, type RelyingParty } from '../support/relyingParty.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fill, fillField, heading, press, waitForText } from './pages/onPage.ts';

const browser = useBrowser();
const site = useServer();
const started: RelyingParty[] = [];
const start = async (...args: Parameters<typeof startRelyingParty> extends [unknown, ...infer Rest] ? Rest : never) => {
  const wiki = await startRelyingParty(site, ...args);
  started.push(wiki);
  return wiki;
};
afterEach(() => {
  for (const wiki of started.splice(0)) wiki.close();
});

test('a deep link of the application leads through password and code straight into it, and its logout out of both', async () => {
  const wiki = await start({}, { login_hint: 'mfa_user' });
  const page = await browser.newPage();
  await page.goto(`${wiki.url}/private`);
  const login = new LoginPage(page, site);
  await login.ready();
  expect(await page.$eval('input[name=userName]', (input) => input.value)).toBe('mfa_user');
  await login.logIn('mfa_user');
  await page.waitForFunction(() => location.pathname === '/LoginMfa/false');
  await fill(page, 'input[autocomplete="one-time-code"]', totp());
  await waitForText(page, 'Hello mfa_user, acr aal2');
  expect(new URL(page.url()).origin).toBe(wiki.url);

  await page.goto(`${wiki.url}/logout`);
  await waitForText(page, 'Goodbye');
  await page.goto(`${site.url}/SecurityDetails`);
  await page.waitForFunction(() => location.pathname.startsWith('/Login'));
});

test('a logged-in user is asked again if the application wants that, and stays the same user', async () => {
  const wiki = await start({}, { prompt: 'login' });
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  await page.goto(`${wiki.url}/private`);
  await new LoginPage(page, site).logIn('ordinary');
  await waitForText(page, 'Hello ordinary, acr aal1');
});

test('an application of others asks for consent, on a page with a form that leads out of it', async () => {
  const wiki = await start({ own: false, displayName: 'The wiki of others' });
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  await page.goto(`${wiki.url}/private`);
  await heading(page, 'Allow The wiki of others?');
  await press(page, 'Allow');
  await waitForText(page, 'Hello ordinary');
});

test('a user without an account follows the invitation in another tab, registers, and is in the application after logging in, in both tabs', async () => {
  const wiki = await start();
  const first = await browser.newPage();
  await first.goto(`${wiki.url}/private`);
  const admin = await logInAs(site, 'subadmin');
  const body = { email: 'wiki.guest@example.net', firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });

  const tab = await browser.newPage({ context: first.browserContext() });
  await tab.goto((await awaitMail(site, ({ to }) => to[0] === body.email)).links[0] ?? '');
  await press(tab, 'Create account');
  await fillField(tab, 'Username', 'wiki_guest');
  await fillField(tab, 'Password', 'Tall-ships-9');
  await fillField(tab, 'Confirm password', 'Tall-ships-9');
  await press(tab, 'Register');
  await heading(tab, 'Your account is ready');
  await press(tab, 'Log in');
  await new LoginPage(tab, site).logIn('wiki_guest', 'Tall-ships-9');
  await waitForText(tab, 'Hello wiki_guest');
  await first.bringToFront();
  await waitForText(first, 'Hello wiki_guest');
});
