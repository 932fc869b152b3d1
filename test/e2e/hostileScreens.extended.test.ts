/**
 * Hostile text in every field that users can fill in, on every screen that shows it, and in addresses: it is shown as it is, no
 * element, script, link or phrase comes of it, and no policy of the page is violated (every error in the console fails a test).
 */
import type { Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { hostile, HOSTILE, plantTexts, storedTexts, type Planted, type StoredText } from '../support/storedTexts.ts';
import { useServer } from '../support/useServer.ts';
import { waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
let sysadmin: Client;
let subadmin: Client;
let planted: Planted;

beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  subadmin = await logInAs(site, 'subadmin');
  planted = await plantTexts(site, 'subadmin');
});

type Watched = typeof globalThis & { isStruck?: boolean; struck?: () => void };

async function open(client: Client | undefined, path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    (globalThis as Watched).struck = () => {
      (globalThis as Watched).isStruck = true;
    };
  });
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog: ${dialog.message()}`);
  });
  if (client) await copySessionToPage(client, page);
  await page.goto(site.url + path);
  await page.waitForSelector('main h1');
  return page;
}

/** Everything shown: text, and the values of fields. */
const shown = (page: Page) =>
  page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(({ value }) => value),
    ].join('\n'),
  );

async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as Watched).isStruck)).toBeUndefined();
  expect(
    await page.$$('[src*="struck"], [onload], [onerror], [href^="javascript:" i], [action^="javascript:" i], iframe[srcdoc]'),
  ).toEqual([]);
}

const seen = new Set<string>();

/** Waits for the texts, all verbatim. */
async function expectShown(page: Page, texts: readonly Parameters<typeof hostile>[0][]): Promise<void> {
  for (const name of texts) {
    await page.waitForFunction(
      (text) =>
        document.body.innerText.includes(text) ||
        [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(({ value }) =>
          value.includes(text),
        ),
      {},
      hostile(name),
    );
    seen.add(name);
  }
  await expectHarmless(page);
}

type Screen = [string, () => Client, readonly Parameters<typeof hostile>[0][], (page: Page) => Promise<void>];

const clickFirst = (selector: string) => async (page: Page) => {
  await page.locator(selector).click();
};

const asOpened = () => Promise.resolve();

/** Ids for addresses that end with one. */
const ids: Readonly<Record<string, () => string>> = {
  '/Applications/Edit/': () => planted.applicationId,
  '/Organisations/Connections/': () => planted.organisationId,
  '/Organisations/Provisioning/': () => `${planted.organisationId}#groups`,
};

test.each<Screen>([
  ['/Users/List/all/subadmin', () => sysadmin, ['firstName', 'lastName', 'organisation'], asOpened],
  ['/Users/List?user=subadmin', () => sysadmin, ['firstName', 'lastName', 'organisation', 'email'], asOpened],
  ['/Users/Edit/subadmin', () => sysadmin, ['firstName', 'lastName', 'title', 'email', 'organisation', 'keyName'], asOpened],
  [
    '/Users/Audit?range=all&action=Users.Impersonate',
    () => sysadmin,
    ['target', 'reason', 'detail', 'browser', 'organisation'],
    clickFirst('[role="gridcell"][col-id="action"]'),
  ],
  ['/Settings', () => sysadmin, ['setting', 'firstName'], asOpened],
  ['/Organisations', () => sysadmin, ['organisation'], asOpened],
  ['/Organisations/Connections/', () => sysadmin, ['organisation', 'connectionName', 'directoryKey'], asOpened],
  ['/Organisations/Provisioning/', () => sysadmin, ['organisation', 'group'], clickFirst('main tbody button')],
  ['/Applications', () => sysadmin, ['application'], asOpened],
  ['/Applications/Edit/', () => sysadmin, ['application', 'address'], asOpened],
  ['/Approvals', () => sysadmin, ['firstName', 'lastName', 'reason'], asOpened],
  ['/Users/Import', () => sysadmin, ['source'], asOpened],
  ['/Users/Reports', () => subadmin, ['reportName', 'reportFilter'], asOpened],
  ['/Users/List', () => subadmin, ['viewName'], clickFirst('[aria-label="Saved views"]')],
  ['/SecurityDetails', () => subadmin, ['keyName', 'passkeyName', 'connectionName', 'account'], asOpened],
  ['/MyApplications', () => subadmin, ['application'], asOpened],
  ['/Overview', () => subadmin, ['firstName'], asOpened],
  [`/Users/List/all/${encodeURIComponent(hostile('search'))}`, () => subadmin, ['search'], asOpened],
])('%s', async (path, client, texts, act) => {
  const page = await open(client(), path + (ids[path]?.() ?? ''));
  await act(page);
  await expectShown(page, texts);
  seenOn.push(await shown(page));
});

const seenOn: string[] = [];

test('every text was seen', () => {
  expect((Object.keys(storedTexts) as StoredText[]).filter((name) => !seen.has(name))).toEqual([]);
  // No phrase and no value has taken the place of a part.
  for (const text of seenOn) expect(text.split('<img src=/icon.svg?struck').length).toBe(text.split(HOSTILE).length);
});

test.each([
  `/Login/${encodeURIComponent(HOSTILE)}`,
  `/Login?ReturnUrl=${encodeURIComponent('javascript:struck()')}`,
  `/Login?ReturnUrl=${encodeURIComponent(HOSTILE)}&userName=${encodeURIComponent(HOSTILE)}`,
  `/LoginRejected?${encodeURIComponent(HOSTILE)}`,
  `/ForgottenPassword?userId=${encodeURIComponent(HOSTILE)}&token=${encodeURIComponent(HOSTILE)}`,
  `/ReceivedInvite?userId=${encodeURIComponent(HOSTILE)}&token=${encodeURIComponent(HOSTILE)}`,
  `/ConfirmEmail?token=${encodeURIComponent(HOSTILE)}`,
  `/${encodeURIComponent(HOSTILE)}`,
])('An address with it does nothing: %s', async (path) => {
  const page = await open(undefined, path);
  await expectHarmless(page);
});

test.each([
  `/Users/Audit?target=${encodeURIComponent(HOSTILE)}&actor=${encodeURIComponent(HOSTILE)}&action=${encodeURIComponent(HOSTILE)}`,
  `/Users/Edit/${encodeURIComponent(HOSTILE)}`,
  `/Users/List?user=${encodeURIComponent(HOSTILE)}&where=${encodeURIComponent(HOSTILE)}&sort=${encodeURIComponent(HOSTILE)}`,
  `/Roles/${encodeURIComponent(HOSTILE)}`,
  `/Applications/Edit/${encodeURIComponent(HOSTILE)}`,
  `/NoAccess?application=${encodeURIComponent(HOSTILE)}`,
])('Nor does one within the session of an administrator: %s', async (path) => {
  const page = await open(sysadmin, path);
  await expectHarmless(page);
});

test('The palette finds and shows it as it is', async () => {
  const page = await open(sysadmin, '/Users/List');
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('[role="combobox"]');
  await page.keyboard.type('subadmin');
  await waitForText(page, hostile('firstName'));
  await expectHarmless(page);
});
