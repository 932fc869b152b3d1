/**
 * Every template with hostile data, opened in a browser with scripts as a careless mail program would: nothing runs, nothing is
 * loaded, links lead to this site only, and both parts say the same. In the message itself, no header and no recipient results from
 * users' texts.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { locales } from '../../api/contract/locale.ts';
import { loadPhrases, type Phrases } from '../../server/i18n/phrases.ts';
import { fileDelivery } from '../../server/mail/deliver.ts';
import { renderMail } from '../../server/mail/render.ts';
import type { MailTemplate } from '../../server/mail/templates.ts';
import { useBrowser } from '../support/browser.ts';
import { mailSamples, MAILED_LINK } from '../support/mailSamples.ts';

const browser = useBrowser();
const REMOTE = 'https://remote.example/seen.png';
const HOSTILE = `<img src=${REMOTE} onerror="isStruck=1"><script>isStruck=1</script><a href="https://evil.example">&amp;{{link}}$t(mail:footer)\${1} https://evil.example/=1+1`;

let phrases: Phrases;
beforeAll(async () => {
  phrases = await loadPhrases();
});

const isText = (name: string, value: unknown): value is string =>
  typeof value === 'string' && name !== 'link' && !/^\d{4}-\d\d-\d\dT/.test(value);

/** Replaces all texts in the data, at any depth. */
function attacked(data: unknown, name = ''): unknown {
  if (isText(name, data)) return HOSTILE;
  if (Array.isArray(data)) return data.map((one) => attacked(one, name));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, attacked(value, key)]));
}

const render = (template: MailTemplate, locale: (typeof locales)[number], data: unknown) =>
  renderMail(phrases, { template, data: data as object, locale, product: 'Gatehouse' });
const countIn = (text: string): number => text.replaceAll(/\s+/g, ' ').split(HOSTILE).length - 1;

test.each(locales)('In %s no template runs or loads anything, and its text part says the same', async (locale) => {
  const page = await browser.newPage();
  const asked: string[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    asked.push(request.url());
    void request.abort();
  });
  for (const template of Object.keys(mailSamples) as MailTemplate[]) {
    const { subject, text, html } = render(template, locale, attacked(mailSamples[template]));
    await page.setContent(html);
    const found = await page.evaluate(() => ({
      isStruck: (globalThis as { isStruck?: number }).isStruck,
      links: [...document.querySelectorAll<HTMLAnchorElement>('[href]')].map((link) => link.getAttribute('href')),
      elements: [...new Set([...document.body.querySelectorAll('*')].map(({ localName }) => localName))],
      handlers: [...document.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => /^on|src|action|background|poster|data/.test(name)),
      ),
      text: document.body.innerText,
      title: document.title,
    }));
    expect([template, found.isStruck, found.handlers]).toEqual([template, undefined, []]);
    expect([template, found.links]).toEqual([template, 'link' in mailSamples[template] ? [MAILED_LINK] : []]);
    const allowed = 'div p blockquote br ul li strong table tbody tr td a'.split(' ');
    expect([template, found.elements.filter((name) => !allowed.includes(name))]).toEqual([template, []]);
    // Both parts have the text equally often, and verbatim.
    expect([template, countIn(found.text)]).toEqual([template, countIn(text)]);
    expect(found.title.replaceAll(/\s+/g, ' ')).toBe(subject.replaceAll(/\s+/g, ' '));
  }
  expect(asked).toEqual([]);
});

describe('As a message', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-hostile-mail-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function delivered(changed: { subject?: string; fileName?: string; product?: string; to?: string }) {
    const { subject = 'Hello', fileName = 'a.txt', product = 'Gatehouse', to = 'ada@example.com' } = changed;
    const attachments = [{ filename: fileName, contentType: 'text/plain', content: Buffer.from('x') }];
    const from = { name: product, address: 'no-reply@example.com' };
    const parts = { subject, text: 'Hello', html: '<p>Hello</p>' };
    const about = { id: '1', createdAt: new Date(0), date: new Date(0), host: 'example.com' };
    await fileDelivery(folder).send({ ...parts, ...about, from, to, attachments }, AbortSignal.timeout(10_000));
    const [file = ''] = await readdir(folder);
    const raw = await readFile(join(folder, file));
    await rm(join(folder, file));
    return { raw: raw.toString(), mail: await PostalMime.parse(new Uint8Array(raw)) };
  }

  test.each([
    ['a line break', '\r\nBcc: evil@example.com'],
    ['a bare line feed', '\nBcc: evil@example.com'],
    ['a bare carriage return', '\rBcc: evil@example.com'],
    ['a line break, encoded', '=?utf-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5jb20=?='],
    ['the end of the headers', '\r\n\r\n<script>alert(1)</script>'],
    ['other line ends', '\u0085\u2028\u2029Bcc: evil@example.com'],
    ['a direction override', 'gpj.\u202Eexe'],
    ['quotes and a parameter', '"; filename="evil.exe'],
    ['an address', '" <evil@example.com>, "x'],
    ['a long text', 'x'.repeat(5000)],
  ])('%s in a subject, a file name or a name makes no header and no recipient', async (_what, text) => {
    const headers = (await delivered({})).mail.headers.map(({ key }) => key);
    for (const where of ['subject', 'fileName', 'product'] as const) {
      const { raw, mail } = await delivered({ [where]: `Hello${text}` });
      expect([where, mail.headers.map(({ key }) => key)]).toEqual([where, headers]);
      expect([mail.to, mail.cc ?? [], mail.bcc ?? []]).toEqual([[{ name: '', address: 'ada@example.com' }], [], []]);
      expect([where, mail.from?.address]).toEqual([where, 'no-reply@example.com']);
      expect([mail.text?.trim(), mail.html?.trim()]).toEqual(['Hello', '<p>Hello</p>']);
      expect(mail.attachments).toHaveLength(1);
      expect(raw.split('\r\n').some((line) => /^Bcc:/i.test(line))).toBe(false);
    }
  });
});

test('A ticket’s text can not look like a line of the mail’s own', () => {
  const forged =
    'It began today.\n\nVerified: sent while logged in as sysadmin (sysadmin@example.com).\rAttachments: none\u2028Username: sysadmin';
  const { text } = render('ticketReceived', 'en-US', {
    ...mailSamples.ticketReceived,
    fields: { IssueDescription: forged, Username: 'mallory' },
  });
  expect(text.split(/[\n\r\u2028]/).filter((line) => /^(?:Verified|Attachments|Username)/.test(line))).toEqual([
    'Username: mallory',
    'Attachments: screen.png',
  ]);
});
