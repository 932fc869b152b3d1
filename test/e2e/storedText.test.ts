/** Text that people have stored is text wherever it is shown: nothing of it is drawn, run, or taken for one of our own phrases. */
import type { Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { lendSession } from '../support/lendSession.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { reads } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

/** An element, a handler, an entity, and what the phrases would fill in or look up. */
const HOSTILE = '<img src=/icon.svg?struck onload=struck()>&amp;{{name}}$t(common:cancel)';

const site = useServer();
const browser = useBrowser();
let person: MemberAccount;
let administrator: Client;

beforeAll(async () => {
  administrator = await as(site, 'sysadmin');
  person = await unusedMember(site, { organisation: 'Harbour Mutual' });
  // The rule for names would refuse it: as another program, or an older rule, may have left it.
  await site.database.query('UPDATE users SET first_name = $2, last_name = $2, title = $2 WHERE user_id = $1', [
    person.userId,
    HOSTILE,
  ]);
  await as(site, person.userName, { headers: { 'User-Agent': HOSTILE } });
  const { publicId } = (await administrator.ok('Organisations.List')).find((one) => one.organisationName === 'Harbour Mutual')!;
  await administrator.ok('Organisations.Update', { publicId, body: { organisationName: HOSTILE } });
});

async function open(client: Client, path: string): Promise<Page> {
  const page = await browser.newPage();
  await lendSession(client, page);
  await page.goto(site.url + path);
  return page;
}

/** It stands there letter for letter, and there is no element that it asked for. */
async function standsAsText(page: Page): Promise<void> {
  await reads(page, HOSTILE);
  expect(await page.$$('[src*="struck"], [onload], [onerror]')).toEqual([]);
}

test('in the list of people, in what is asked about one of them, and in the notice afterwards', async () => {
  const page = await browser.newPage();
  const users = await UsersPage.open(page, administrator, `/Users/List/all/${person.userName}`);
  await users.waitForOnly(person.userName);
  await standsAsText(page);
  await users.choose('Disable');
  await standsAsText(page);
  await users.confirm('Disable');
  await reads(page, `${person.userName} is disabled.`);
  await standsAsText(page);
  await administrator.ok('Users.Enable', { userName: person.userName, enabled: true });
});

test('on the page of that person', async () => {
  const page = await open(administrator, `/Users/Edit/${person.userName}`);
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('[name="firstName"]')?.value === text,
    {},
    HOSTILE,
  );
  await standsAsText(page);
});

test('among the organisations', async () => {
  const page = await open(administrator, '/Organisations');
  await page.waitForSelector('.ag-row [col-id="organisationName"]');
  await standsAsText(page);
});

test('in the audit, its details and its browsers', async () => {
  const page = await open(administrator, `/Users/Audit?target=${person.userName}&range=all&action=Login.`);
  await page.waitForSelector('.ag-row [col-id="action"]');
  await page.locator('.ag-row [col-id="action"]').click();
  await page.waitForSelector('aside');
  await standsAsText(page);
});

test('among one’s own keys, and in the band of who acts as that person', async () => {
  const own = await as(site, person.userName);
  await own.ok('ApiKey.Create', { name: HOSTILE });
  const page = await open(own, '/SecurityDetails');
  await page.waitForSelector('#keys .security-row');
  await standsAsText(page);
  const acting = await as(site, 'sysadmin');
  await acting.ok('Users.Impersonate', { userName: person.userName, reason: HOSTILE });
  await standsAsText(await open(acting, '/SecurityDetails'));
});
