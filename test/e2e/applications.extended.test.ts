/** Applications in a browser: registered on the screen and entered with that secret; everybody's own; “No access” by name. */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs } from '../support/logInAs.ts';
import { CALLBACK, register, signIn } from '../support/oidc.ts';
import { type RelyingParty } from '../support/relyingParty.ts';
import { useServer } from '../support/useServer.ts';
import { clickLink, fill, fillNamed, heading, press, waitForNoDialog, waitForPath, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
const started: RelyingParty[] = [];
afterAll(() => {
  for (const party of started) party.close();
});

async function open(userName: string, path: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(site.url + path);
  await page.waitForSelector('h1');
  return page;
}

const names = (page: Page) =>
  page.$$eval('[role="gridcell"][col-id="displayName"] a', (links) => links.map((link) => link.textContent.trim()));
const clickInDialog = (page: Page, button: string) =>
  page.locator(`::-p-aria([role="dialog"]) ::-p-aria([name="${button}"][role="button"])`).click();
const shownOnce = (page: Page, label: string) =>
  page.$eval(`[role="dialog"] [role="group"][aria-label="${label}"]`, (element) => element.textContent.trim());

test('an application is registered on the screen, entered with the secret shown, counted, given a new secret, and disabled', async () => {
  const page = await open('sysadmin', '/Users/Audit');
  await clickLink(page, 'Applications');
  await heading(page, 'Applications');
  await clickLink(page, 'Register application');
  await heading(page, 'Register application');
  await fillNamed(page, 'displayName', 'The harbour wiki');
  await fillNamed(page, 'applicationName', 'Harbour wiki');
  await fillNamed(page, 'startUrl', 'https://wiki.example/');
  await fillNamed(page, 'redirectUris', CALLBACK);
  await press(page, 'Register');
  await page.waitForSelector('[role="dialog"] [role="group"][aria-label="Secret"]');
  const wiki = { id: await shownOnce(page, 'Client ID'), name: 'Harbour wiki', secret: await shownOnce(page, 'Secret') };
  await press(page, 'I have saved it');
  await waitForPath(page, `/Applications?application=${wiki.id}`);
  await waitForText(page, 'The harbour wiki is registered.');
  await eventually('its row', async () => (await names(page)).includes('The harbour wiki'));

  const scope = 'openid profile email';
  expect((await signIn(await logInAs(site, 'ordinary'), wiki, { scope })).status).toBe(200);
  await page.reload();
  await waitForText(page, '1 in the last 30 days');

  await press(page, 'New secret');
  await clickInDialog(page, 'Make new secret');
  await page.waitForSelector('[role="dialog"] [role="group"][aria-label="Secret"]');
  const next = { ...wiki, secret: await shownOnce(page, 'Secret') };
  await press(page, 'I have saved it');
  await waitForNoDialog(page);
  for (const each of [wiki, next]) expect((await signIn(await logInAs(site, 'ordinary'), each, { scope })).status).toBe(200);

  await press(page, 'Disable');
  await clickInDialog(page, 'Disable');
  await waitForText(page, 'The harbour wiki is disabled.');
  await expect(signIn(await logInAs(site, 'ordinary'), next, { scope })).rejects.toThrow(/invalid_client/);
});

test('sorting, search and the open application are kept in the address; Back restores each', async () => {
  for (const displayName of ['Alpha log', 'Beta log']) await register(site, { displayName });
  const beta = await register(site, { displayName: 'Gamma log' });
  await signIn(await logInAs(site, 'ordinary'), beta);
  const page = await open('sysadmin', '/Applications');
  await eventually('the list', async () => (await names(page)).includes('Alpha log'));
  await page.locator('[role="columnheader"][col-id="lastUsedAt"]').click();
  await waitForPath(page, '/Applications?sort=-lastUsedAt');
  await fill(page, 'input[type="search"]', 'log');
  await eventually('those that fit', async () => (await names(page)).join() === 'Gamma log,Alpha log,Beta log');
  await clickLink(page, 'Gamma log');
  await page.waitForSelector('::-p-aria([name="Gamma log"][role="complementary"])');
  expect(page.url()).toMatch(/\?search=log&sort=-lastUsedAt&application=[0-9a-f-]{36}$/);
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('aside'));
  expect((await names(page)).join()).toBe('Gamma log,Alpha log,Beta log');
});
