/** Stored text is shown as text everywhere: no markup, script, entity or i18n placeholder in it takes effect (stored XSS). */
import type { Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { waitForText } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

/** An element, an event handler, an entity, and i18next interpolation and nesting. */
const HOSTILE = '<img src=/icon.svg?struck onload=struck()>&amp;{{name}}$t(common:cancel)';

const site = useServer();
const browser = useBrowser();
let person: MemberAccount;
let administrator: Client;

beforeAll(async () => {
  administrator = await logInAs(site, 'sysadmin');
  person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  // Validation would refuse this name: written directly, as another program or an older rule may have done.
  await site.database.query('UPDATE users SET first_name = $2, last_name = $2, title = $2 WHERE user_id = $1', [
    person.userId,
    HOSTILE,
  ]);
  await logInAs(site, person.userName, { headers: { 'User-Agent': HOSTILE } });
  const { publicId } = (await administrator.ok('Organisations.List')).find((one) => one.organisationName === 'Harbour Mutual')!;
  await administrator.ok('Organisations.Update', { publicId, body: { organisationName: HOSTILE } });
});

async function open(client: Client, path: string): Promise<Page> {
  const page = await browser.newPage();
  await copySessionToPage(client, page);
  await page.goto(site.url + path);
  return page;
}

/** The text appears verbatim, and no element was created from it. */
async function expectShownAsText(page: Page): Promise<void> {
  await waitForText(page, HOSTILE);
  expect(await page.$$('[src*="struck"], [onload], [onerror]')).toEqual([]);
}

test('in the user list, in a confirmation question, and in the notice afterwards', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, administrator, `/Users/List/all/${person.userName}`);
  await users.waitForOnly(person.userName);
  await expectShownAsText(page);
  await users.chooseAction('Disable');
  await expectShownAsText(page);
  await users.confirm('Disable');
  await waitForText(page, `${person.userName} is disabled.`);
  await expectShownAsText(page);
  await administrator.ok('Users.Enable', { userName: person.userName, enabled: true });
});

test('on the user’s edit screen', async () => {
  const page = await open(administrator, `/Users/Edit/${person.userName}`);
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('[name="firstName"]')?.value === text,
    {},
    HOSTILE,
  );
  await expectShownAsText(page);
});

test('among the organisations', async () => {
  const page = await open(administrator, '/Organisations');
  await page.waitForSelector('[role="gridcell"][col-id="organisationName"]');
  await expectShownAsText(page);
});

test('in the audit, in an event’s details and user agent', async () => {
  const page = await open(administrator, `/Users/Audit?target=${person.userName}&range=all&action=Login.`);
  await page.waitForSelector('[role="gridcell"][col-id="action"]');
  await page.locator('[role="gridcell"][col-id="action"]').click();
  await page.waitForSelector('aside');
  await expectShownAsText(page);
});

test('among the own API keys, and in the impersonation banner', async () => {
  const own = await logInAs(site, person.userName);
  await own.ok('ApiKey.Create', { name: HOSTILE });
  const page = await open(own, '/SecurityDetails');
  await page.waitForSelector('#keys li');
  await expectShownAsText(page);
  const impersonating = await logInAs(site, 'sysadmin');
  await impersonating.ok('Users.Impersonate', { userName: person.userName, reason: HOSTILE });
  await expectShownAsText(await open(impersonating, '/SecurityDetails'));
});
