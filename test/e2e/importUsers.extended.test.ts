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
  const check = async (page: Page) => {
    await press(page, 'Check');
    await page.waitForSelector(COUNTS);
  };
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
    // Else the next list would miss this user.
    await site.database.query(`UPDATE users SET external_source = NULL, external_id = NULL WHERE user_name = 'keys_anna'`);
  });

  test('a German export in Windows-1252 creates users; the next one updates, disables, and keeps missing users unless asked to', async () => {
    const page = await open();
    const [before] = await site.database.query<{ seq: number }>('SELECT max(seq) AS seq FROM audit_events');
    await chooseFile(page, [person('pers_anna'), person('pers_bela'), person('pers_carl')], 'latin1');
    await waitForText(page, 'The file is not in UTF-8');
    await waitForText(page, 'For example: Müller');
    await check(page);
    expect(await counts(page)).toEqual([3, 0, 0, 0]);
    expect(await storedUsers('pers\\_%')).toEqual([]);
    await press(page, 'Apply 3 changes');
    await waitForText(page, 'personnel.csv is imported.');
    expect((await storedUsers('pers\\_%')).map(({ last_name }) => last_name)).toEqual(['Müller', 'Müller', 'Müller']);

    await press(page, 'Choose another file');
    await chooseFile(page, [person('pers_anna', 'Schäfer'), person('pers_bela', 'Müller', 'nein')]);
    await check(page);
    expect(await counts(page)).toEqual([0, 1, 1, 0]);
    await waitForText(page, 'Also disable 1 person who came with “CSV” before and is not in this file');
    await page.locator('[type="checkbox"]').click();
    await eventually('one more to disable', async () => (await counts(page))[2] === 2);
    await page.locator('[type="checkbox"]').click();
    await press(page, 'Apply 2 changes');
    await waitForText(page, 'personnel.csv is imported.');
    expect(await storedUsers('pers\\_%')).toEqual([
      { user_name: 'pers_anna', last_name: 'Schäfer', enabled: true },
      { user_name: 'pers_bela', last_name: 'Müller', enabled: false },
      { user_name: 'pers_carl', last_name: 'Müller', enabled: true },
    ]);
    const events = await site.database.query<{ target: string }>(
      `SELECT target FROM audit_events WHERE action = 'Users.Sync' AND actor = 'sysadmin' AND seq > $1 ORDER BY seq`,
      [before?.seq],
    );
    expect(events.map(({ target }) => target)).toEqual([
      'pers_anna',
      'pers_bela',
      'pers_carl',
      'CSV',
      'pers_anna',
      'pers_bela',
      'CSV',
    ]);
  });

  test('20,000 users: the check asks for a step-up if authentication is old, can be cancelled and repeated, and leaving asks first', async () => {
    const page = await open();
    await chooseFile(
      page,
      Array.from({ length: 20_000 }, (_, at) => person(`mass_${String(at)}`)),
    );
    await waitForText(page, '20,000 people');
    await site.database.query("UPDATE sessions SET authenticated_at = now() - interval '2 hours'");
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
