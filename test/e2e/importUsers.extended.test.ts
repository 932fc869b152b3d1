/** Importing users from the CSV of a personnel system. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn } from './pages/keyboard.ts';
import { fill, heading, press, visibleText, waitForNoDialog, waitForText } from './pages/onPage.ts';
import { setSource } from '../support/changeUser.ts';
import { authenticatedAgo } from '../support/sessions.ts';

const COUNTS = '[role="group"][aria-label="Show only"]';
const HEADER = 'Benutzername;E-Mail;Vorname;Nachname;Organisation;Aktiv;Personalnummer';
const person = (name: string, last = 'Müller', active = 'ja') =>
  `${name};${name}@import.example;Jörg;${last};Harbour Mutual;${active};p-${name}`;

describe('Importing users', () => {
  const site = useServer();
  const browser = useBrowser();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function open(): Promise<Page> {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'sysadmin'), page);
    await page.goto(`${site.url}/Users/Import`);
    await heading(page, 'Import users');
    return page;
  }

  async function chooseFile(page: Page, lines: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8'): Promise<void> {
    const path = join(folder, 'personnel.csv');
    await writeFile(path, [HEADER, ...lines].join('\r\n'), encoding);
    const picker = (await page.waitForSelector('input[type="file"]')) as ElementHandle<HTMLInputElement>;
    await picker.uploadFile(path);
    await page.waitForSelector('form [type="submit"]:not([aria-busy="true"])');
  }
  const counts = (page: Page) =>
    page.$$eval(`${COUNTS} strong`, (numbers) => numbers.map(({ textContent }) => Number(textContent.replace(',', ''))));
  const storedUsers = (pattern: string) =>
    site.database.query<{ user_name: string; last_name: string; enabled: boolean }>(
      'SELECT user_name, last_name, enabled FROM users WHERE user_name LIKE $1 ORDER BY user_name',
      [pattern],
    );

  test('a file is chosen, checked and imported with keys alone', async () => {
    const page = await open();
    const path = join(folder, 'keys.csv');
    await writeFile(path, [HEADER, person('keys_anna')].join('\r\n'));
    // The key must not overtake the command by which the page hands its choosers over, so a question to the page stands between.
    const [chooser] = await Promise.all([page.waitForFileChooser(), pressOn(page, 'Choose CSV file')]);
    await chooser.accept([path]);
    await page.waitForSelector('form [type="submit"]:not([aria-busy="true"])');
    await pressOn(page, 'Check');
    await page.waitForSelector(COUNTS);
    await pressOn(page, 'Apply 1 change');
    await waitForText(page, 'keys.csv is imported.');
    expect(await storedUsers('keys\\_%')).toEqual([{ user_name: 'keys_anna', last_name: 'Müller', enabled: true }]);
    // Otherwise the next list would treat this user as missing.
    await setSource(site, 'keys_anna', null, null);
  });

  test('20,000 users: the check asks for a step-up if authentication is old, can be cancelled and repeated, and leaving asks first', async () => {
    const page = await open();
    await chooseFile(
      page,
      Array.from({ length: 20_000 }, (_, at) => person(`mass_${String(at)}`)),
    );
    await waitForText(page, '20,000 people');
    await authenticatedAgo(site, '2 hours');
    // 403 asks for the step-up; 503 while the server still works on the cancelled request.
    browser.expectPageError(/403|503/);
    await press(page, 'Check');
    await fill(page, '[role="dialog"] input[autocomplete="current-password"]', 'Demo-pass-1');
    await page.keyboard.press('Enter');
    await waitForNoDialog(page);
    await press(page, 'Cancel');
    await waitForText(page, 'Choose another file');
    await waitForText(page, '20,000 people');
    await eventually(
      'a check that gets through',
      async () => {
        if (await page.$(COUNTS)) return true;
        await (await page.$('form [type="submit"]'))?.click();
        return false;
      },
      { everyMs: 250 },
    );
    expect((await counts(page))[0]).toBe(20_000);
    expect(await page.$$eval('table tbody tr', (rows) => rows.length)).toBe(100);
    await press(page, 'Show 100 more of 19,900');
    expect(await page.$$eval('table tbody tr', (rows) => rows.length)).toBe(200);

    await page.locator('::-p-aria([name="Users"][role="link"])').click();
    await page.waitForSelector('[role="dialog"]');
    expect(await visibleText(page)).toContain('Import users');
    expect(await storedUsers('mass\\_%')).toEqual([]);
  });
});
