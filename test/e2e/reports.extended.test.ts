/** Saved reports: made from the audit report, run, saved as each kind of file, cancelled, mailed; a link that serves its owner alone. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'puppeteer';
import readWorkbook from 'read-excel-file/node';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';
import { pressOn, tabTo } from './pages/keyboard.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, waitForNoDialog, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-reports-'));
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
/** Waits for a file that matches what the server has sent, and removes it, as the next one may have the same name. */
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

test('a report is saved, run and deleted with keys alone', async () => {
  const page = await open('/Users/Reports', 'subadmin');
  await heading(page, 'Reports');
  const { keyboard } = page;
  await pressOn(page, 'New report');
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement | null)?.name === 'name');
  await keyboard.type('By keys');
  await tabTo(page, 'What');
  await keyboard.press('ArrowDown');
  await page.waitForSelector('[role="combobox"][aria-expanded="true"]:focus');
  await keyboard.press('ArrowDown');
  await page.waitForFunction(() => {
    const active = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
    return document.getElementById(active)?.textContent === 'Logged in or out';
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
