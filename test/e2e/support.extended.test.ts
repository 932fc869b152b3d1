/** Contacting support. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { logInAs } from '../support/logInAs.ts';
import { axeViolations } from '../support/axe.ts';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { awaitMail } from '../support/mails.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import {
  alertText,
  clickLink,
  fill,
  fillField,
  fillNamed,
  heading,
  press,
  valueOf,
  waitForNoDialog,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';
import { countOf } from '../support/facts.ts';
import { endSessions } from '../support/sessions.ts';
import { attachments } from '../support/storedTickets.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MESSAGE = 'The list of claims stays empty.';

const site = useServer({
  env: { MAX_ATTACHMENTS: '3', MAX_ATTACHMENT_BYTES: String(2 * 1024 * 1024), SUPPORT_EMAIL: 'help@example.com' },
});
const browser = useBrowser();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function openForm(path = '/ContactSupport', page?: Page): Promise<Page> {
  const form = page ?? (await browser.newPage());
  await form.goto(site.url + path);
  await form.waitForSelector('[name="IssueDescription"]');
  return form;
}

async function fillForm(page: Page, email = 'ada@example.com'): Promise<void> {
  await fillField(page, 'Email', email);
  await fill(page, '[name="IssueDescription"]', MESSAGE);
}

async function chooseFiles(page: Page, ...files: readonly (readonly [name: string, content: Buffer | string])[]): Promise<void> {
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  const picker = (await page.$('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(...files.map(([name]) => join(folder, name)));
}

/** Dispatches the event of dropping a file on the form or of pasting a screenshot. */
const addFile = (page: Page, how: 'drop' | 'paste', name: string) =>
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

const attached = (page: Page) =>
  page.$$eval('main li:has(button) > :first-child', (names) => names.map((name) => name.textContent));
const tickets = () => countOf(site, 'tickets');

test('A message goes out with files that were chosen, dropped and pasted, and its ticket number is shown', async () => {
  const page = await openForm();
  expect(await page.title()).toBe('Contact Support | Gatehouse™');
  await fillForm(page);
  await chooseFiles(page, ['notes.txt', 'It began today.']);
  await addFile(page, 'drop', 'dropped.png');
  await addFile(page, 'paste', 'image.png');
  await page.waitForFunction(() => document.querySelectorAll('main li:has(button)').length === 3);
  expect(await attached(page)).toEqual(['notes.txt', 'dropped.png', 'screenshot-3.png']);
  await press(page, 'Remove dropped.png');
  expect(await attached(page)).toEqual(['notes.txt', 'screenshot-3.png']);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await axeViolations(page)).toEqual([]);
  await waitForText(page, "We'll reply to ada@example.com.");
  const number = await page.$eval('main dl dd', (shown) => shown.textContent);
  const mail = await awaitMail(site, ({ subject, to }) => subject.includes(number) && to[0] === 'help@example.com');
  expect(mail.text).toContain(MESSAGE);
  expect(mail.text).toContain('Chrome');
  expect((await attachments(site, { ticketNumber: number })).map(({ fileName }) => fileName)).toEqual([
    'notes.txt',
    'screenshot-3.png',
  ]);
  await press(page, 'Send another message');
  await heading(page, 'Contact support');
});

test('Missing and wrong values are reported at their fields, and the first one has the focus', async () => {
  const page = await openForm();
  await fillField(page, 'Email', 'ada at example');
  await press(page, 'Send');
  await waitForText(page, 'Email must be a valid email address');
  await waitForText(page, 'Description is required');
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('Email');
});

test('Files of another type, too large, twice or too many are named with the reason, and the others stay', async () => {
  const page = await openForm();
  await chooseFiles(page, ['notes.txt', 'One'], ['tool.exe', 'MZ'], ['large.txt', Buffer.alloc(2 * 1024 * 1024 + 1, 'x')]);
  await waitForText(page, 'tool.exe: Files must be one of the following types:');
  await waitForText(page, 'large.txt: File is too big. Max filesize: 2 MB.');
  expect(await attached(page)).toEqual(['notes.txt']);
  expect(await axeViolations(page)).toEqual([]);
  await chooseFiles(page, ['notes.txt', 'One']);
  await chooseFiles(page, ['two.txt', 'Two'], ['three.txt', 'Three'], ['four.txt', 'Four']);
  await waitForText(page, 'four.txt: No more than 3 files can be sent.');
  expect(await attached(page)).toHaveLength(3);
});

test('A large file shows upload progress, can be cancelled, keeps everything, and goes out once when sent again', async () => {
  const before = await tickets();
  const page = await openForm();
  await fillForm(page);
  await chooseFiles(page, ['large.txt', Buffer.alloc(1_500_000, 'x')]);
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
  expect(await page.$eval('textarea', ({ value }) => value)).toBe(MESSAGE);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await tickets()).toBe(before + 1);
});

test('A signed-in user finds the form filled in, and is asked before leaving unsaved text', async () => {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  await openForm('/ContactSupport', page);
  expect(await page.$eval('[name="Email"]', (input) => (input as HTMLInputElement).value)).toBe('ordinary@example.com');
  await fill(page, '[name="IssueDescription"]', MESSAGE);
  await clickLink(page, 'Back to Gatehouse');
  await page.waitForSelector('[role="dialog"]');
  await press(page, 'Stay here');
  expect(await page.$eval('textarea', ({ value }) => value)).toBe(MESSAGE);
  await clickLink(page, 'Back to Gatehouse');
  await press(page, 'Leave');
  await heading(page, 'Security details');
  await waitForPath(page, '/SecurityDetails');
});

test('A user whose session ends while writing still sends the message, once, as an anonymous visitor', async () => {
  const before = await tickets();
  const page = await browser.newPage();
  const { userId, userName } = await unusedMember(site);
  await copySessionToPage(await logInAs(site, userName), page);
  await openForm('/ContactSupport', page);
  await fill(page, '[name="IssueDescription"]', MESSAGE);
  await endSessions(site, userId);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  expect(await tickets()).toBe(before + 1);
  expect(await site.database.query('SELECT 1 FROM tickets WHERE sent_by = $1', [userId])).toEqual([]);
});

test('A user who goes Back is asked while there is unsaved text, and no longer once it was sent', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/LoginHelp`);
  await (await page.waitForSelector('::-p-xpath(//a[starts-with(normalize-space(), "Something else")])'))?.click();
  await page.waitForSelector('[name="IssueDescription"]');
  await fillForm(page);
  await page.evaluate(() => history.back());
  await waitForText(page, 'Leave without saving?');
  await press(page, 'Stay here');
  await waitForNoDialog(page);
  expect(await valueOf(page, 'IssueDescription')).toBe(MESSAGE);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  await page.goBack();
  await heading(page, 'Help with logging in');
  await page.goForward();
  await page.waitForSelector('[name="IssueDescription"]');
  expect(await valueOf(page, 'IssueDescription')).toBe('');
});

test('A message that is being written is there again after a phone has ended the tab, which asks no user; a sent one is not', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/ContactSupport`);
  await page.waitForSelector('[name="IssueDescription"]');
  await fillNamed(page, 'Email', 'phone@example.net');
  await fillNamed(page, 'IssueDescription', 'It began on the train.');
  // The page is hidden, and then gone: `beforeunload` is no event of that.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.waitForSelector('[name="IssueDescription"]');
  expect([await valueOf(page, 'Email'), await valueOf(page, 'IssueDescription')]).toEqual([
    'phone@example.net',
    'It began on the train.',
  ]);
  await press(page, 'Send');
  await heading(page, 'Your message is on its way');
  await page.reload();
  await page.waitForSelector('[name="IssueDescription"]');
  expect(await valueOf(page, 'IssueDescription')).toBe('');
});

test('On a phone no control of a sign-in page is smaller than what phones enlarge the page for', async () => {
  const page = await browser.newPage();
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  for (const path of ['/Login', '/ContactSupport', '/ForgottenPassword', '/ForgottenUsername']) {
    await page.goto(site.url + path);
    await page.waitForSelector('form :is(input, textarea)');
    const sizes = await page.$$eval('input:not([type="checkbox"], [type="file"]), select, textarea', (controls) =>
      controls.map((control) => parseFloat(getComputedStyle(control).fontSize)),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  }
});
