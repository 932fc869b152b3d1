/** Asking support for help, told in a browser. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { as } from '../support/as.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { lendSession } from '../support/lendSession.ts';
import { awaitMail } from '../support/mails.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { alertText, at, dialogGone, field, follow, heading, insist, press, reads, valueOf } from './pages/onPage.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const STORY = 'The list of claims stays empty.';

const site = useServer({
  env: { MAX_ATTACHMENTS: '3', MAX_ATTACHMENT_BYTES: String(2 * 1024 * 1024), SUPPORT_EMAIL: 'help@example.com' },
});
const browser = useBrowser();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function opened(path = '/ContactSupport', page?: Page): Promise<Page> {
  const form = page ?? (await browser.newPage());
  await form.goto(site.url + path);
  await form.waitForSelector('[name="IssueDescription"]');
  return form;
}

async function told(page: Page, email = 'ada@example.com'): Promise<void> {
  await field(page, 'Email').fill(email);
  await page.locator('[name="IssueDescription"]').fill(STORY);
}

async function choose(page: Page, ...files: readonly (readonly [name: string, content: Buffer | string])[]): Promise<void> {
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  const picker = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(...files.map(([name]) => join(folder, name)));
}

/** As the browser does when a person drops a file on the form, or pastes a screenshot into it. */
const bring = (page: Page, how: 'drop' | 'paste', name: string) =>
  page.evaluate(
    (kind, fileName, base64) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], fileName, { type: 'image/png' }));
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector(kind === 'drop' ? '.drop' : '[name="IssueDescription"]')?.dispatchEvent(event);
    },
    how,
    name,
    PNG,
  );

const attached = (page: Page) => page.$$eval('.file-name', (names) => names.map((name) => name.textContent));
const tickets = async () => (await site.database.row<{ count: number }>('SELECT count(*)::int AS count FROM tickets')).count;

test('A message goes out with files that were chosen, dropped and pasted, and its number is told', async () => {
  const page = await opened();
  expect(await page.title()).toBe('Contact Support | Gatehouse™');
  await told(page);
  await choose(page, ['notes.txt', 'It began today.']);
  await bring(page, 'drop', 'dropped.png');
  await bring(page, 'paste', 'image.png');
  await page.waitForFunction(() => document.querySelectorAll('.file').length === 3);
  expect(await attached(page)).toEqual(['notes.txt', 'dropped.png', 'screenshot-3.png']);
  await press(page, 'Remove dropped.png');
  expect(await attached(page)).toEqual(['notes.txt', 'screenshot-3.png']);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await axeViolations(page)).toEqual([]);
  await reads(page, 'We answer to ada@example.com.');
  const number = await page.$eval('.ticket .mono', (shown) => shown.textContent);
  const mail = await awaitMail(site, ({ subject }) => subject.includes(number));
  expect(mail.to).toEqual(['help@example.com']);
  expect(mail.text).toContain(STORY);
  expect(mail.text).toContain('Chrome');
  expect(await site.database.query('SELECT file_name FROM attachments ORDER BY file_name')).toEqual([
    { file_name: 'notes.txt' },
    { file_name: 'screenshot-3.png' },
  ]);
  await press(page, 'Send another message');
  await heading(page, 'Contact support');
});

test('What is missing or wrong is said at its field, and the first one has the focus', async () => {
  const page = await opened();
  await field(page, 'Email').fill('ada at example');
  await press(page, 'Send');
  await reads(page, 'Email must be a valid email address');
  await reads(page, 'Description is required');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('Email');
});

test('Files of another type, too large, twice or too many are named with the reason, and the others stay', async () => {
  const page = await opened();
  await choose(page, ['notes.txt', 'One'], ['tool.exe', 'MZ'], ['large.txt', Buffer.alloc(2 * 1024 * 1024 + 1, 'x')]);
  await reads(page, 'tool.exe: Files must be one of the following types:');
  await reads(page, 'large.txt: File is too big. Max filesize: 2 MB.');
  expect(await attached(page)).toEqual(['notes.txt']);
  expect(await axeViolations(page)).toEqual([]);
  await choose(page, ['notes.txt', 'One']);
  await choose(page, ['two.txt', 'Two'], ['three.txt', 'Three'], ['four.txt', 'Four']);
  await reads(page, 'four.txt: No more than 3 files can be sent.');
  expect(await attached(page)).toHaveLength(3);
});

test('A large file shows how far it is, can be called off, keeps everything, and goes out once when sent again', async () => {
  const before = await tickets();
  const page = await opened();
  await told(page);
  await choose(page, ['large.txt', Buffer.alloc(1_500_000, 'x')]);
  const network = await page.createCDPSession();
  await network.send('Network.enable');
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await press(page, 'Send');
  await page.waitForSelector('progress[aria-label="Sending large.txt"]');
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Cancel');
  expect(await alertText(page)).toBe('Nothing was sent. Everything you entered is still here.');
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  expect(await attached(page)).toEqual(['large.txt']);
  expect(await page.$eval('textarea', ({ value }) => value)).toBe(STORY);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await tickets()).toBe(before + 1);
});

test('Asked to send several times at once, it sends once', async () => {
  const before = await tickets();
  const page = await opened();
  await told(page);
  await insist(page);
  await heading(page, 'Your message is on its way');
  expect(await tickets()).toBe(before + 1);
});

test('Offline nothing is lost, and "Try again" sends it', async () => {
  const page = await opened();
  await told(page);
  await choose(page, ['notes.txt', 'One']);
  browser.expectComplaint(OFFLINE_ERROR);
  await goOffline(page);
  await press(page, 'Send');
  expect(await alertText(page)).toContain('Network error.');
  expect(await attached(page)).toEqual(['notes.txt']);
  await goOnline(page);
  await press(page, 'Try again');
  await heading(page, 'Your message is on its way');
});

test('Whoever is signed in finds the form filled in, and is asked before what was typed is left behind', async () => {
  const page = await browser.newPage();
  await lendSession(await as(site, 'ordinary'), page);
  await opened('/ContactSupport', page);
  expect(await page.$eval('[name="Email"]', (input) => (input as HTMLInputElement).value)).toBe('ordinary@example.com');
  await page.locator('[name="IssueDescription"]').fill(STORY);
  await follow(page, 'Back to Gatehouse');
  await page.waitForSelector('dialog[open]');
  await press(page, 'Stay here');
  expect(await page.$eval('textarea', ({ value }) => value)).toBe(STORY);
  await follow(page, 'Back to Gatehouse');
  await press(page, 'Leave');
  await heading(page, 'Security details');
  await at(page, '/SecurityDetails');
});

test('Whoever’s session ends while the message is written sends it all the same, once, as anybody', async () => {
  const before = await tickets();
  const page = await browser.newPage();
  const { userId, userName } = await unusedMember(site);
  await lendSession(await as(site, userName), page);
  await opened('/ContactSupport', page);
  await page.locator('[name="IssueDescription"]').fill(STORY);
  await site.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await tickets()).toBe(before + 1);
  expect(await site.database.query('SELECT 1 FROM tickets WHERE user_id = $1', [userId])).toEqual([]);
});

test('Whoever goes Back is asked while something is written, and no longer once it was sent', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/LoginHelp`);
  await (await page.waitForSelector('::-p-xpath(//a[starts-with(normalize-space(), "Something else")])'))?.click();
  await page.waitForSelector('[name="IssueDescription"]');
  await told(page);
  await page.evaluate(() => history.back());
  await reads(page, 'Leave without saving?');
  await press(page, 'Stay here');
  await dialogGone(page);
  expect(await valueOf(page, 'IssueDescription')).toBe(STORY);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  await page.goBack();
  await heading(page, 'Help with logging in');
  await page.goForward();
  await page.waitForSelector('[name="IssueDescription"]');
  expect(await valueOf(page, 'IssueDescription')).toBe('');
});
