/**
 * The guide for Apache with the real Apache and a browser: a deep link and back with MFA, logout from both, and logout of a
 * disabled user.
 */
import type { Page } from 'puppeteer';
import { isApacheInstalled, startApache } from '../support/apache.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs, totp } from '../support/logInAs.ts';
import { resetUsedCodes } from '../support/mfa.ts';
import { freePort } from '../support/nginx.ts';
import { register } from '../support/oidc.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fill, waitForText } from './pages/onPage.ts';

const isInstalled = isApacheInstalled();
if (!isInstalled)
  process.stderr.write('SKIPPED: Apache is not installed (apt-get install apache2 libapache2-mod-auth-openidc)\n');

const site = useServer();
const browser = useBrowser();

(isInstalled ? describe : describe.skip)('Behind Apache with mod_auth_openidc', () => {
  let wiki: string;
  let stop: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const port = await freePort();
    // The wiki has another host than the product, so that their cookies stay apart.
    wiki = `http://localhost:${String(port)}`;
    const registered = await register(site, {
      redirectUris: [`${wiki}/oidc-callback`],
      postLogoutRedirectUris: [`${wiki}/bye`],
      backchannelLogoutUri: `${wiki}/oidc-callback?logout=backchannel`,
    });
    stop = await startApache(port, registered, { issuer: `${site.url}/oidc`, wiki });
  });
  afterAll(() => stop?.());

  async function enter(userName: string): Promise<Page> {
    const page = await browser.newPage();
    await page.goto(`${wiki}/private/`);
    await new LoginPage(page, site).logIn(userName);
    return page;
  }

  test('a deep link leads through password and code to the page, and its logout out of both', async () => {
    await resetUsedCodes(site, 'mfa_user');
    const page = await enter('mfa_user');
    await page.waitForFunction(() => location.pathname === '/LoginMfa/false');
    await fill(page, 'input[autocomplete="one-time-code"]', totp());
    await waitForText(page, 'The private page');
    expect(page.url()).toBe(`${wiki}/private/`);

    await page.goto(`${wiki}/oidc-callback?logout=${encodeURIComponent(`${wiki}/bye`)}`);
    await waitForText(page, 'Goodbye');
    await page.goto(`${wiki}/private/`);
    await page.waitForFunction(() => location.pathname.startsWith('/Login/'));
  });

  test('a disabled user is logged out by the back channel, and has to log in again', async () => {
    const page = await enter('ordinary');
    await waitForText(page, 'The private page');
    const sysadmin = await logInAs(site, 'sysadmin');
    await sysadmin.ok('Users.Enable', { userName: 'ordinary', enabled: false });
    const isOut = async () => {
      await page.goto(`${wiki}/private/`);
      return !page.url().startsWith(wiki);
    };
    await eventually('the logout', isOut);
    await sysadmin.ok('Users.Enable', { userName: 'ordinary', enabled: true });
  });

  test('a user who lacks the required role is refused by the site', async () => {
    browser.expectPageError(/401|403/);
    const page = await enter('support_user');
    await page.waitForFunction((origin) => location.origin === origin, {}, wiki);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('The private page');
  });
});
