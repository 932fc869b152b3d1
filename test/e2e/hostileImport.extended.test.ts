/** Files that are made to hurt the import: the page answers in a few seconds, says why in words, sends nothing, and takes the next file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { heading, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();
const LF = '\n';
const MEGABYTE = 1024 * 1024;
const GOOD = 'userName,email,firstName,lastName\nanna,anna@import.example,Anna,Berg\n';
/** Time limit on a loaded machine. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function open(): Promise<{ page: Page; sent: string[] }> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(`${site.url}/Users/Import`);
  await heading(page, 'Import users');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  return { page, sent };
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, content);
  const picker = (await page.waitForSelector('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(path);
}

test.each<[string, () => string | Buffer, RegExp]>([
  ['a line of 31 megabytes', () => `userName,email\n${'x'.repeat(31 * MEGABYTE)}`, /is broken|line 2/],
  ['a line of 31 megabytes of separators', () => `userName,email\n${','.repeat(31 * MEGABYTE)}x`, /is broken|line 2/],
  ['a hundred megabytes', () => Buffer.alloc(100 * MEGABYTE, 'x'), /larger than 32 MB/],
  ['NUL characters', () => 'userName\0,email\nanna,a\0b\n', /is not a CSV file/],
  ['a quotation mark that is never closed', () => `userName,email\n"anna,${'x\n'.repeat(500_000)}`, /never closed/],
  ['a quotation mark in the wrong place in each line', () => `userName,email\n${'"a"b,c\n'.repeat(40_000)}`, /wrong place/],
  ['two million line breaks', () => LF.repeat(2_000_000), /is empty/],
  ['nothing but a byte order mark', () => '\uFEFF', /is empty/],
  ['UTF-16 in the other order', () => Buffer.from(`\uFEFF${GOOD}`, 'utf16le').swap16(), /UTF-16 BE[^]*For example: Berg/],
  [
    'half a character of UTF-16',
    () => Buffer.concat([Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), Buffer.from([0x41])]),
    /UTF-16|is broken/,
  ],
  ['a programme', () => Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'), /is not a CSV file/],
  [
    'a workbook',
    () => Buffer.from('504b03041400000008000000', 'hex'),
    /is not a CSV file|has column heads but no people|is empty/,
  ],
])('%s', async (_what, content, said) => {
  const { page, sent } = await open();
  await choose(page, 'hostile.csv', content());
  await page.waitForFunction((pattern) => new RegExp(pattern, 'i').test(document.body.innerText), {}, said.source);
  expect(sent).toEqual([]);
  // The page stays usable: the next file is read, or the user can leave the columns of this one.
  if (await page.$('input[type="file"]')) {
    await choose(page, 'good.csv', GOOD);
    await waitForText(page, 'good.csv');
  }
});

test('Heads that are names of the language, the same ones twice, formulas and mark-up are heads like others', async () => {
  const { page, sent } = await open();
  const heads = [
    '__proto__',
    'constructor',
    'toString',
    '=1+1',
    '<img src=x onerror=alert(1)>',
    'userName',
    'userName',
    '\u202Eemail',
    'email',
  ];
  const cells = ['x', 'y', 'z', '=2+2', '<b>', 'anna', 'other', 'no', 'anna@import.example'];
  await choose(page, 'heads.csv', `${heads.join(',')}\n${cells.join(',')}\n`);
  await page.waitForSelector('form [type="submit"]:not([aria-busy="true"])');
  await waitForText(page, 'For example: anna');
  expect(await page.evaluate(() => ({}).constructor === Object && !('x' in Object.prototype))).toBe(true);
  expect(await page.$$('[onerror]')).toEqual([]);
  expect(sent).toEqual([]);
});
