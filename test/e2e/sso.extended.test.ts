/** Logging in with the organisation's own identity provider, in a browser. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { addConnection, newMember, proveDomain } from '../support/sso.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fill, logOut, press, waitForPath, waitForText } from './pages/onPage.ts';

const browser = useBrowser();
const site = useServer();
const DOMAIN = 'harbour.example';
const DEEP_LINK = '/SecurityDetails?tab=keys';
const CONTINUE = "Continue with your organisation's login";
let upstream: Upstream;

beforeAll(async () => {
  await proveDomain(site, DOMAIN);
  const connection = await addConnection(site);
  upstream = await startUpstream({ redirectUris: [connection.redirectUri] });
  await connection.update({ issuer: upstream.issuer });
  await connection.enable(true);
});
afterAll(() => upstream.close());

/** Goes from a deep link, by the e-mail address, to the provider. */
async function begin(email: string, known?: Page) {
  const page = known ?? (await browser.newPage());
  await page.goto(site.url + DEEP_LINK);
  const login = new LoginPage(page, site);
  await login.ready();
  await fill(page, 'input[name=userName]', email);
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForNavigation(), press(page, CONTINUE)]);
  return { page, login };
}

test('A user who is disabled there gets no hint; the first login is linked by the password and ends at the deep link, the second goes straight there', async () => {
  const { email, userName } = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  upstream.account = { sub: randomUUID(), email, email_verified: true };
  upstream.disabled = true;
  const refused = await begin(email);
  await waitForText(refused.page, 'You could not be logged in that way. Try again, or ask your administrator.');

  upstream.disabled = false;
  const { page, login } = await begin(email);
  await login.logIn(userName);
  await waitForPath(page, DEEP_LINK);
  await waitForText(page, 'Linked on');

  await logOut(page);
  await begin(email, page);
  await waitForPath(page, DEEP_LINK);
});
