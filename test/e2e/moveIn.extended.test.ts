/** A Keycloak realm is moved in on the screen; then its people log in with their former passwords and codes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOTP, Secret } from 'otpauth';
import type { ElementHandle, Page } from 'puppeteer';
import { FORMER_PASSWORD, KEYCLOAK_SEED, keycloakRealm } from '../support/foreignFiles.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { holdImports } from '../support/foreignImports.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, fill, heading, press, visibleText, waitForText } from './pages/onPage.ts';

const site = useServer({ env: { SECRET_KEY: 'movein-movein-movein-movein-movein-movein' } });
const browser = useBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-in-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function openPage(): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(`${site.url}/Users/Import`);
  await heading(page, 'Import users');
  await clickLink(page, 'Move in from Keycloak, Auth0, Firebase and others, with passwords');
  await heading(page, 'Move in from another system');
  return page;
}

async function chooseFile(page: Page, content: string, name = 'realm.json'): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  const picker = (await page.waitForSelector('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(path);
}

/** Chooses in antd's select, as with keys. */
async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.locator(`::-p-aria([name="${label}"][role="combobox"])`).click();
  await page
    .locator(`::-p-xpath(//*[contains(@class, "ant-select-item-option-content") and normalize-space()="${text}"])`)
    .click();
}

const ORGANISATION = 'Organisation of people for whom nothing else says one';

test('a realm is read, mapped, looked at, brought, and its people log in; then the import is taken back', async () => {
  const page = await openPage();
  browser.expectPageError(/400/);
  await chooseFile(page, keycloakRealm().slice(0, -20));
  await waitForText(page, 'it breaks off');
  // The refused file stays chosen.
  await writeFile(join(folder, 'realm.json'), keycloakRealm());
  await chooseFile(page, keycloakRealm());
  await waitForText(page, 'Keycloak');
  await choose(page, ORGANISATION, 'Harbour Mutual');
  await choose(page, '/staff/sales', 'Support');
  await press(page, 'Show what comes');
  await waitForText(page, 'An administrative role is left out');
  await waitForText(page, 'bert_of_24');
  await press(page, 'Bring 8 people');
  await waitForText(page, '8 people have come.');
  await waitForText(page, '1 person has no password');

  const other = await browser.newPage();
  const login = new LoginPage(other, site);
  await login.open();
  await login.logIn('carla_of_26', FORMER_PASSWORD);
  const secret = Secret.fromUTF8(KEYCLOAK_SEED);
  const code = HOTP.generate({ secret, algorithm: 'SHA256', digits: 8, counter: Math.floor(Date.now() / 60_000) });
  expect(code).toHaveLength(8);
  await fill(other, 'input[autocomplete="one-time-code"]', code);
  await press(other, 'Log in').catch(() => undefined);
  await other.waitForSelector('header [aria-label="Account"], header button');

  await press(page, 'Undo import');
  await page.locator('[role="dialog"] ::-p-aria([name="Undo import"][role="button"])').click();
  await waitForText(page, '7 people are gone again.');
  await waitForText(page, '1 person has logged in since, or administers, and stays.');
});

test('an import is paused, resumed and cancelled with keys, and goes on without the page', async () => {
  const release = await holdImports(site.database);
  const page = await openPage();
  const lines = Array.from({ length: 250 }, (_, at) => `keys${String(at)}@moved.example,keys_${String(at)}`);
  await chooseFile(page, `email,login\n${lines.join('\n')}\n`, 'people.csv');
  await waitForText(page, 'Table');
  await choose(page, ORGANISATION, 'Harbour Mutual');
  await pressOn(page, 'Show what comes');
  await waitForText(page, 'Only the first 100 are shown.');
  await pressOn(page, 'Bring 250 people');
  await waitForText(page, '0 of 250 people');
  await pressOn(page, 'Pause');
  await waitForText(page, 'Paused.');
  await page.reload();
  await waitForText(page, 'Paused.');
  await pressOn(page, 'Resume');
  await page.close();
  await release();
  const again = await openPage();
  await clickLink(again, 'people.csv');
  await waitForText(again, '250 people have come.');
  expect(await visibleText(again)).toContain('250 people have no password');
});
