/** Saved reports: made from the audit report, run, saved as each kind of file, cancelled, mailed; a link that serves its owner alone. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { CDPSession, Page } from 'puppeteer';
import readWorkbook from 'read-excel-file/node';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { runningExports } from '../support/runningExports.ts';
import { awaitMail } from '../support/mails.ts';
import { useServer } from '../support/useServer.ts';
import { selectOption } from './support/selectOption.ts';
import { pressOn, tabTo } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillField, heading, press, waitForNoDialog, waitForText } from './pages/onPage.ts';

/** Enough not to fit into what the network and the browser hold. */
const MANY = 60_000;
/** The server looks for due reports every 30 s. */
const MAILED_WITHIN_MS = 90_000;

const site = useServer();
const browser = useBrowser();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-reports-'));
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), now() - n * interval '1 second', 'crowd', CASE WHEN n <= 3 THEN 'Roles.SetUser' ELSE 'Users.Unlock' END,
            '=person_' || n, organisation_id, name, 'success', jsonb_build_object('note', md5(n || 'a') || md5(n || 'b') || md5(n || 'c') || md5(n || 'd'))
       FROM organisations, generate_series(1, $1::int) n WHERE name = 'Harbour Mutual'`,
    [MANY],
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function allowDownloads(page: Page): Promise<CDPSession> {
  const session = await page.createCDPSession();
  const browserContextId = page.browserContext().id ?? '';
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId });
  return session;
}

async function open(path: string, userName: string): Promise<Page> {
  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open(path);
  await login.logIn(userName);
  await allowDownloads(page);
  return page;
}

const filesOf = async (extension: string) => (await readdir(folder)).filter((name) => name.endsWith(`.${extension}`));
/** Once it is what the server says it has sent. It makes room for the next one, which may have the same name. */
const newFile = (extension: string): Promise<Buffer> =>
  eventually(`a whole .${extension} file`, async () => {
    const [name] = await filesOf(extension);
    if (name === undefined) return false;
    const content = await readFile(join(folder, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    const known = await site.database.query('SELECT FROM audit_exports WHERE sha256 = $1', [sha256]);
    if (known.length === 0) return false;
    await rm(join(folder, name));
    return content;
  });

/** The button of a card, by its text and the name of what it belongs to. */
const cardButton = (page: Page, text: string, name: string) =>
  page.locator(`::-p-xpath(//button[starts-with(normalize-space(), "${text}") and contains(., ": ${name}")])`);

async function change(page: Page, name: string, choices: Readonly<Record<string, string>>): Promise<void> {
  await cardButton(page, 'Change', name).click();
  await page.waitForSelector('::-p-aria([name="Change report"][role="dialog"])');
  for (const [label, option] of Object.entries(choices)) await selectOption(page, label, option);
  await press(page, 'Save');
  await waitForNoDialog(page);
}

async function run(page: Page, name: string, extension: string): Promise<Buffer> {
  await cardButton(page, 'Run now', name).click();
  return newFile(extension);
}

test('filters of the audit report become a report: run as each kind of file, mailed by its schedule, for its owner alone', async () => {
  const page = await open('/Users/Audit?actor=crowd&action=Roles.SetUser', 'subadmin');
  await page.waitForSelector('[role="gridcell"][col-id="at"]');
  await press(page, 'Export');
  await page.locator('::-p-aria([name="Save as a report…"][role="link"])').click();
  await fillField(page, 'Name', 'Crowd');
  expect(await axeViolations(page)).toEqual([]);
  await selectOption(page, 'Time zone', 'UTC');
  await press(page, 'Save');
  await waitForText(page, 'The report “Crowd” has been saved.');

  const [events, about] = await readWorkbook(await run(page, 'Crowd', 'xlsx'));
  expect(events?.data.slice(1).map((row) => row[6])).toEqual(['=person_1', '=person_2', '=person_3']);
  expect(about?.sheet).toBe('About');
  await change(page, 'Crowd', { Format: 'CSV', Separator: 'Semicolon' });
  const { data } = Papa.parse<string[]>((await run(page, 'Crowd', 'csv')).toString('utf8'), {
    delimiter: ';',
    skipEmptyLines: true,
  });
  expect(data.slice(1, -1).map((row) => row[6])).toEqual(["'=person_1", "'=person_2", "'=person_3"]);
  await change(page, 'Crowd', { Format: 'JSON lines', 'By email': 'Every day' });
  const lines = (await run(page, 'Crowd', 'jsonl')).toString('utf8').trimEnd().split('\n');
  expect(lines.slice(0, -1).map((line) => (JSON.parse(line) as { target: string }).target)).toContain('=person_3');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ report: { events: 3 } });
  expect(await axeViolations(page)).toEqual([]);

  await site.database.query(`UPDATE reports SET next_at = now() WHERE name = 'Crowd'`);
  const mail = await awaitMail(site, ({ subject }) => subject.includes('“Crowd”'), { timeoutMs: MAILED_WITHIN_MS });
  expect(mail.to).toEqual(['subadmin@example.com']);
  const link = new URL(mail.links[0] ?? '');

  browser.expectPageError(/404/);
  const colleague = await open(link.pathname + link.search, 'second_sub');
  await waitForText(colleague, 'There is no such export, or it was made for somebody else.');
  expect(await colleague.$('::-p-aria([name="Save file"][role="button"])')).toBeNull();

  const owner = await open(link.pathname + link.search, 'subadmin');
  await waitForText(owner, '“Crowd” is ready.');
  await press(owner, 'Save file');
  expect((await newFile('jsonl')).toString('utf8')).toContain('=person_2');

  browser.expectPageError(/410/);
  await site.database.query('UPDATE audit_exports SET expires_at = now()');
  await owner.reload();
  await waitForText(owner, 'This link has expired.');
  await press(owner, 'Run again');
  expect((await newFile('jsonl')).toString('utf8')).toContain('=person_2');
});

test('a report of many events that is cancelled ends on the server too, saves nothing, and is listed as unfinished', async () => {
  const page = await open('/Users/Reports', 'subadmin');
  await heading(page, 'Reports');
  await press(page, 'New report');
  await fillField(page, 'Name', 'All of them');
  await selectOption(page, 'Period', 'Last 7 days');
  await selectOption(page, 'Format', 'CSV');
  await press(page, 'Save');
  await waitForNoDialog(page);
  const session = await page.createCDPSession();
  const slow = { offline: false, latency: 0, downloadThroughput: 500_000, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', slow);
  await cardButton(page, 'Run now', 'All of them').click();
  await page.waitForFunction(() => /Saving the file · [1-9]|Saving the file · 0\.[1-9]/.test(document.body.innerText));
  expect(await runningExports(site.database)).toHaveLength(1);
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Cancel');
  await waitForText(page, 'Export cancelled. Nothing was saved.');
  await eventually('the server to stop reading', async () => (await runningExports(site.database)).length === 0);
  expect(await filesOf('csv')).toEqual([]);
  expect(await page.$('main progress')).toBeNull();
  await waitForText(page, 'Not downloaded to the end yet.');
});

test('a report is saved, run and deleted with keys alone', async () => {
  const page = await open('/Users/Reports', 'subadmin');
  await heading(page, 'Reports');
  const { keyboard } = page;
  await pressOn(page, 'New report');
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === 'name');
  await keyboard.type('By keys');
  await tabTo(page, 'Action');
  await keyboard.type('Log out');
  await page.waitForFunction(() => {
    const active = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(active)?.textContent === 'Log out';
  });
  await keyboard.press('Enter');
  await pressOn(page, 'Save');
  await waitForText(page, 'The report “By keys” has been saved.');
  await waitForNoDialog(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New report');
  await pressOn(page, 'Run now : By keys');
  const [events] = await readWorkbook(await newFile('xlsx'));
  expect(events?.data[0]?.[0]).toBe('eventId');
  await waitForText(page, 'Saved as By keys-');
  await tabTo(page, 'Run now : By keys');
  await pressOn(page, 'Delete : By keys');
  await page.waitForSelector('[role="dialog"] button:focus');
  await pressOn(page, 'Delete');
  await waitForText(page, 'The report “By keys” has been deleted.');
});
