/**
 * An administrator who has never done it connects an identity provider, from nothing to the only way in, and adds a directory. The
 * provider, its DNS and the directory are real ones.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { type DnsServer, startDns } from '../support/dns.ts';
import { logInAs } from '../support/logInAs.ts';
import { enrol, logInWithCode } from '../support/mfa.ts';
import { metadataOf } from '../support/samlAuthority.ts';
import { expecting, program } from '../support/scim/directory.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { newMember } from '../support/sso.ts';
import { startUpstream, type Upstream, UPSTREAM_CLIENT } from '../support/upstream.ts';
import { openByKeys, pressOn, tabTo, typeInto } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fill, fillField, heading, logOut, press, waitForNoDialog, waitForPath, waitForText } from './pages/onPage.ts';
import { selectOption } from './support/selectOption.ts';

const browser = useBrowser();
const DOMAIN = 'harbour.example';
let dns: DnsServer;
let site: TestServer;
let upstream: Upstream | undefined;

beforeAll(async () => {
  dns = await startDns();
  site = await startServer({ env: { DNS_SERVERS: dns.address } });
});
afterAll(async () => {
  await upstream?.close();
  await site.stop();
  dns.close();
});

/** The text beside the button that copies it. */
const valueOf = (page: Page, label: string) =>
  page
    .locator(`::-p-aria([name="Copy ${label}"][role="button"])`)
    .waitHandle()
    .then((button) =>
      button.evaluate((element) => element.closest('.copyable, .with-end')?.querySelector('.mono')?.textContent ?? ''),
    );

const stepIs = (page: Page, name: string) => page.waitForSelector(`::-p-xpath(//h3[@id="step-heading"][.="${name}"])`);

/** The link is above a long part, where the bar would cover it if it were clicked from below. */
async function backToAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    scrollTo(0, 0);
  });
  await clickLink(page, 'All connections');
}

/** Confirms the question that has this button. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.locator(`[role="dialog"] ::-p-aria([name="${name}"][role="button"])`).click();
  await waitForNoDialog(page);
}

test('From nothing to a provider that is the only way in, and a directory beside it', async () => {
  const client = await logInAs(site, 'subadmin');
  const { organisation } = await client.ok('Users.Self');
  const page = await browser.newPage();
  await copySessionToPage(client, page);
  await page.goto(`${site.url}/Organisations`);
  await clickLink(page, 'Open connections');
  await heading(page, 'Connections');

  await stepIs(page, 'Domain');
  await fillField(page, 'Domain', DOMAIN);
  await press(page, 'Add domain');
  const name = await valueOf(page, `Name of the record (${DOMAIN})`);
  dns.records.set(name, [await valueOf(page, `Value of the record (${DOMAIN})`)]);
  await press(page, `Check now (${DOMAIN})`);
  await waitForText(page, 'The record was found.');
  await press(page, 'Continue');

  await stepIs(page, 'Connect');
  await selectOption(page, 'Product', 'Keycloak');
  await fillField(page, 'Name', 'Harbour account');
  await press(page, 'Add identity provider');
  await waitForText(page, 'Turn on Client authentication');
  upstream = await startUpstream({ redirectUris: [await valueOf(page, 'Redirect URI')] });
  await fillField(page, 'Client ID', UPSTREAM_CLIENT.clientId);
  await fill(page, 'input[name=clientSecret]', UPSTREAM_CLIENT.clientSecret);
  await fillField(page, 'Issuer', upstream.issuer);
  await press(page, 'Save');

  // Everything is entered: the next step comes by itself.
  await stepIs(page, 'Test');
  const ada = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  upstream.account = { sub: randomUUID(), email: ada.email, email_verified: false };
  await Promise.all([page.waitForNavigation(), press(page, 'Test')]);
  await stepIs(page, 'Test');
  await waitForText(page, 'Password yes, Harbour account no');
  await waitForText(page, 'The provider has not verified the email address');
  upstream.account = { ...upstream.account, email_verified: true };
  await Promise.all([page.waitForNavigation(), press(page, 'Test')]);
  await waitForText(page, 'Password yes, Harbour account yes');
  await press(page, 'Continue');

  await stepIs(page, 'Enforce');
  await press(page, 'Enable');
  await confirm(page, 'Enable');
  await waitForText(page, 'Harbour account is on: users log in with it.');

  // Ada logs in with it; two accounts for emergencies prove themselves.
  const hers = await browser.newPage();
  const login = new LoginPage(hers, site);
  const goThere = async () => {
    await login.open();
    await fill(hers, 'input[name=userName]', ada.email);
    await hers.keyboard.press('Tab');
    await Promise.all([hers.waitForNavigation(), press(hers, "Continue with your organisation's login")]);
  };
  await goThere();
  await login.logIn(ada.userName);
  await waitForPath(hers, '/SecurityDetails');
  // The first login has linked her account; the second goes straight through.
  await logOut(hers);
  await goThere();
  await waitForPath(hers, '/SecurityDetails');
  for (let kept = 0; kept < 2; kept += 1) {
    const member = await newMember(site);
    const { key } = await enrol(await logInAs(site, member.userName));
    await press(page, 'Add account');
    await fill(page, '[role="dialog"] input', member.userName);
    await page.locator('[role="dialog"] [type="submit"]').click();
    await waitForText(page, `${member.userName} is kept for emergencies.`);
    await waitForNoDialog(page);
    await logInWithCode(site, member.userName, key);
  }
  await page.reload();
  await page.waitForSelector('::-p-xpath(//button[.="Require the identity provider"][not(@disabled)])');
  await press(page, 'Require the identity provider');
  await confirm(page, 'Require the identity provider');
  await waitForText(page, 'Users log in with the identity provider only.');
  await backToAll(page);
  await waitForText(page, 'Connected: users log in with Harbour account');
  await waitForText(page, 'Required: with the identity provider only');

  await clickLink(page, 'Connect a directory');
  await waitForText(page, 'Enter this address as Tenant URL');
  expect(await valueOf(page, 'Address (SCIM 2.0)')).toBe(`${site.url}/scim/v2?aadOptscim062020`);
  await press(page, 'Create key');
  await fillField(page, 'Name', 'Entra, production');
  await page.locator('[role="dialog"] [type="submit"]').click();
  const key = await valueOf(page, 'Secret token');
  await press(page, 'I have saved it');
  const directory = program(site, organisation.publicId, key, '');
  const userName = 'kay.board@keys.example';
  const sent = { userName, name: { givenName: 'Kay', familyName: 'Board' }, emails: [{ value: userName, type: 'work' }] };
  await expecting(201, directory.send('POST', '/Users', sent));
  await backToAll(page);
  await page.reload();
  await waitForText(page, 'The directory is connected and working.');
  await waitForText(page, '1 managed by the directory');
});

test('from nothing to a SAML provider that is on, with keys alone', async () => {
  const client = await logInAs(site, 'sysadmin');
  const { publicId } = (await client.ok('Organisations.List')).find((one) => one.organisationName === 'Kaveri Finance')!;
  const page = await browser.newPage();
  const { keyboard } = page;
  const { isMouseUsed } = await openByKeys(page, client, `/Organisations/Login/${publicId}`);
  await heading(page, 'Connections');
  await stepIs(page, 'Domain');
  await pressOn(page, 'Continue');

  await stepIs(page, 'Connect');
  await tabTo(page, 'Protocol');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter'] as const) await keyboard.press(key);
  await typeInto(page, 'Name', 'Harbour SAML');
  await pressOn(page, 'Add identity provider');
  await waitForText(page, 'ACS URL (reply URL)');
  await pressOn(page, 'Copy ACS URL (reply URL)');
  await waitForText(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/sso\/saml\/[\da-f-]+\/acs$/);

  await tabTo(page, 'Or its metadata as XML');
  await keyboard.sendCharacter('<EntityDescriptor>half of it');
  await pressOn(page, 'Save');
  await waitForText(page, 'This is not complete XML.');
  await tabTo(page, 'Or its metadata as XML');
  await keyboard.down('Control');
  await keyboard.press('a');
  await keyboard.up('Control');
  await keyboard.sendCharacter(metadataOf());
  await pressOn(page, 'Save');

  await stepIs(page, 'Test');
  await pressOn(page, 'Continue');
  await stepIs(page, 'Enforce');
  await pressOn(page, 'Enable');
  await waitForText(page, 'Let users log in with Harbour SAML?');
  await pressOn(page, 'Enable');
  await waitForText(page, 'Harbour SAML is on: users log in with it.');
  expect(await isMouseUsed()).toBe(false);
});
