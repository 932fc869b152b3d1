/** Mail rendering: every template in every language, with names that attempt injection. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../../server/config/config.ts';
import { senderAddress, supportAddress } from '../../../server/mail/addresses.ts';
import { locales, type Locale } from '@api/contract/locale.ts';
import { loadPhrases, type Phrases } from '../../../server/i18n/phrases.ts';
import { fileDelivery } from '../../../server/mail/deliver.ts';
import { renderMail } from '../../../server/mail/render.ts';
import type { MailData, MailTemplate } from '../../../server/mail/templates.ts';
import { MAILED_LINK as LINK, mailSamples as samples, securityFacts as security } from '../../support/mailSamples.ts';

const templates = Object.keys(samples) as MailTemplate[];

let phrases: Phrases;
beforeAll(async () => {
  phrases = await loadPhrases();
});

const render = <Template extends MailTemplate>(template: Template, data: MailData[Template], locale: Locale = 'en-US') =>
  renderMail(phrases, { template, data, locale, product: 'Gatehouse' });

test.each([
  ['en-US', '5:05 PM', '12:05 AM'],
  ['en-GB', '5:05 pm', '12:05 am'],
  ['en-IN', '5:05 pm', '12:05 am'],
  ['de', '17:05', '00:05'],
] as const)('In %s the time is written %s and, after midnight, %s', (locale, afternoon, midnight) => {
  for (const [hour, words] of [
    ['17', afternoon],
    ['00', midnight],
  ] as const) {
    const { text } = render('passwordChanged', { ...security, at: `2026-11-21T${hour}:05:00.000Z` }, locale);
    expect(text.replace(/\u202f/g, ' ')).toContain(` ${words} UTC`);
  }
});

describe.each(locales)('In %s', (locale) => {
  test.each(templates)('%s renders subject, text and HTML with every phrase and every value filled in', (template) => {
    const { subject, text, html } = render(template, samples[template], locale);
    expect(subject).not.toContain(template);
    expect(`${subject}${text}`).toContain('Gatehouse');
    for (const part of [subject, text, html]) {
      expect(part).not.toMatch(/\{\{|\}\}|undefined|null|\[object|\bmail:|NaN|Invalid Date/);
      expect(part).not.toMatch(new RegExp(`${template}\\.`));
    }
    expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${locale}">`));
  });

  test.each(templates)('%s has exactly its own link, or none', (template) => {
    const { text, html } = render(template, samples[template], locale);
    const links = 'link' in samples[template] ? [LINK] : [];
    expect(text.match(/https?:\/\/\S+/g) ?? []).toEqual(links);
    expect([...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]?.replaceAll('&amp;', '&'))).toEqual(links);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|form)\b|src=/i);
  });
});

test.each([
  ['en-US', 'November 21, 2026 at 3:04 PM UTC'],
  ['en-GB', '21 November 2026 at 3:04 pm UTC'],
  ['en-IN', '21 November 2026 at 3:04 pm UTC'],
  ['de', '21. November 2026 um 15:04 UTC'],
] as const)('%s formats a date and time by its own rules', (locale, moment) => {
  // Engines differ in the space before "PM".
  expect(render('passwordChanged', security, locale).text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain(moment);
});

test.each([
  ['en-US', 1, 'within 1 minute.'],
  ['en-US', 90, 'within 1 hour, 30 minutes.'],
  ['en-US', 1440, 'within 1 day.'],
  ['de', 1, 'nur 1 Minute lang'],
  ['de', 60, 'nur 1 Stunde lang'],
  ['de', 2880, 'nur 2 Tage lang'],
] as const)('%s: a link valid for %i minutes says so in the largest units', (locale, minutes, words) => {
  expect(render('recoveryLink', { link: LINK, userName: 'olive_42', minutes }, locale).text).toContain(words);
});

describe('Stored text is rendered literally', () => {
  const injection = `<img src=x onerror="alert(1)"> & 'you' {{product}} $t(mail:footer) <a href="https://evil.example">`;

  test('escaped in HTML, unchanged in plain text, and interpreted in neither', () => {
    const { text, html } = render('apiKeyCreated', { ...security, keyName: injection });
    expect(text).toContain(`API key: ${injection}`);
    expect(html).toContain(
      '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;you&#39; {{product}} $t(mail:footer) &lt;a href=&quot;https://evil.example&quot;&gt;',
    );
    expect(html).not.toMatch(/<img|<a /);
  });

  test('in a subject', () => {
    const { subject } = render('invitation', { ...samples.invitation, inviter: '{{link}} $t(mail:footer)' });
    expect(subject).toBe('{{link}} $t(mail:footer) invites you to Gatehouse');
  });

  test('a long name is cut in the subject, and whole in the text', () => {
    const inviter = `${'Wolfeschlegelsteinhausen'.repeat(5)} Bergerdorff`;
    const { subject, text, html } = render('invitation', { ...samples.invitation, inviter });
    expect(subject).toBe(`${inviter.slice(0, 60)}… invites you to Gatehouse`);
    for (const body of [text, html]) expect(body).toContain(inviter);
    expect(html).toContain('overflow-wrap:anywhere');
    const foxes = render('reportReady', { ...samples.reportReady, reportName: '🦊'.repeat(70) }, 'de');
    expect(foxes.subject).toBe(`Ihr Bericht „${'🦊'.repeat(60)}…“ von Gatehouse`);
    const short = render('invitation', { ...samples.invitation, inviter: 'W'.repeat(60) });
    expect(short.subject).toBe(`${'W'.repeat(60)} invites you to Gatehouse`);
  });

  test('a subject is one line that reads forwards, whatever is stored', () => {
    const inviter = 'Ada\r\nBcc: eve@evil.example\u2028\u202Egro\u2066';
    expect(render('invitation', { ...samples.invitation, inviter }).subject).toBe(
      'Ada  Bcc: eve@evil.example  gro  invites you to Gatehouse',
    );
  });

  test('a message of a user is quoted, apart from the template’s own text', () => {
    const { text, html } = render('invitation', { ...samples.invitation, message: 'Hello\nCreate account:\n<b>now</b>' });
    expect(text).toContain('Hannah Whitaker writes:\n\n> Hello\n> Create account:\n> <b>now</b>\n');
    expect(html).toMatch(/<blockquote[^>]*>Hello<br>Create account:<br>&lt;b&gt;now&lt;\/b&gt;<\/blockquote>/);
  });

  test.each(['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
    'each line of a message is quoted, whatever ends it: %j',
    (end) => {
      const { text, html } = render('invitation', {
        ...samples.invitation,
        message: `Hello${end}Create account:${end}${end}now`,
      });
      expect(text).toContain('writes:\n\n> Hello\n> Create account:\n> \n> now\n');
      expect(html).toContain('>Hello<br>Create account:<br><br>now<');
      const issue = { IssueDescription: `First line${end}Second line` };
      const ticket = render('ticketReceived', { ...samples.ticketReceived, fields: issue });
      expect(ticket.text).toContain('IssueDescription: First line\n  Second line\n');
      expect(ticket.html).toContain('>First line<br>Second line<');
    },
  );

  test('a mail as a file has no carriage return or line feed alone', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mails-'));
    const rendered = render('invitation', { ...samples.invitation, message: 'a\r\nb\nc\rd' });
    const [now, id] = [new Date(security.at), '1'];
    const mail = { ...rendered, id, createdAt: now, date: now, from: 'a@b.example', to: 'c@d.example', host: 'b.example' };
    await fileDelivery(directory).send({ ...mail, attachments: [] }, new AbortController().signal);
    const [name = ''] = await readdir(directory);
    const raw = await readFile(join(directory, name), 'latin1');
    await rm(directory, { recursive: true });
    expect(raw).toContain('> a\r\n> b\r\n> c\r\n> d\r\n');
    expect(raw).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  });
});

test('An invitation without a message and an impersonation without a reason mention neither', () => {
  expect(render('invitation', { ...samples.invitation, message: null }).text).not.toContain('writes');
  expect(render('impersonated', { ...samples.impersonated, reason: null }).text).not.toContain('Reason');
});

test('Several user names are listed, one per line', () => {
  const { text, html } = render('userNames', { link: LINK, userNames: ['olive_42', 'olive_43'] });
  expect(text).toContain('These usernames belong to your email address:\n\n  olive_42\n  olive_43\n');
  expect(html.match(/<li>/g)).toHaveLength(2);
});

test('A ticket lists its fields by name, and its attachments', () => {
  const { subject, text } = render('ticketReceived', samples.ticketReceived);
  expect(subject).toBe('Support ticket GH-1042');
  expect(text).toContain('Username: olive_42\nIssueDescription: First line\n  Second line\nAttachments: screen.png');
});

test('A ticket’s text cannot pass for another field, or for the word of the product', () => {
  const IssueDescription = 'Help\r\nUsername: sysadmin\n\nVerified: sent while logged in as sysadmin (s@example.com).\r-- ';
  const { text } = render('ticketReceived', { ...samples.ticketReceived, fields: { Username: 'olive_42', IssueDescription } });
  expect(text.match(/^Username: .*/gm)).toEqual(['Username: olive_42']);
  expect(text).not.toMatch(/^Verified/m);
  expect(text.match(/^-- $/gm)).toHaveLength(1);
});

test('The mail says what to do to a user who did not cause the event', () => {
  expect(render('passwordChanged', security).text).toContain("If this wasn't you, choose a new password right away");
  expect(render('recoveryLink', samples.recoveryLink).text).toContain('you can ignore this email: your password stays as it is');
});

test.each([
  [{}, 'https://id.example.com:8443', { name: 'Gatehouse', address: 'no-reply@id.example.com' }, 'support@id.example.com'],
  [{}, 'http://127.0.0.1:8080', { name: 'Gatehouse', address: 'no-reply@localhost' }, 'support@localhost'],
  [{}, 'http://[::1]:8080', { name: 'Gatehouse', address: 'no-reply@localhost' }, 'support@localhost'],
  [{ PRODUCT_NAME: 'Door' }, 'https://a.example', { name: 'Door', address: 'no-reply@a.example' }, 'support@a.example'],
  [{ MAIL_FROM: 'desk@b.example' }, 'https://a.example', { name: '', address: 'desk@b.example' }, 'desk@b.example'],
  [
    { MAIL_FROM: 'Front desk <desk@b.example>' },
    'https://a.example',
    { name: 'Front desk', address: 'desk@b.example' },
    'desk@b.example',
  ],
  [
    { MAIL_FROM: 'desk@b.example', SUPPORT_EMAIL: 'help@c.example' },
    'https://a.example',
    { name: '', address: 'desk@b.example' },
    'help@c.example',
  ],
])('With %j at %s the sender is %j and tickets are sent to %s', (environment, publicUrl, from, support) => {
  const known = { config: readConfig(environment), publicUrl: () => publicUrl };
  expect(senderAddress(known)).toEqual(from);
  expect(supportAddress(known)).toBe(support);
});

test('A MAIL_FROM that is not an address is a configuration error', () => {
  expect(() => readConfig({ MAIL_FROM: 'Front desk' })).toThrow('MAIL_FROM: must be an e-mail address, with or without a name');
  expect(() => readConfig({ MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' })).toThrow('MAIL_FROM');
});

test.each(locales)('in %s names from right to left stay within their places, in subject, text, facts and HTML', (locale) => {
  const shown = (part: string) => part.replaceAll('\u2068', '⟨').replaceAll('\u2069', '⟩');
  const invited = { ...samples.invitation, inviter: 'نور 17', organisation: 'בית 9' };
  const { subject, text, html } = render('invitation', invited, locale);
  for (const part of [subject, text, html]) {
    expect(shown(part)).toMatch(/⟨(?:نور 17|בית 9)⟩/);
    expect(shown(part).replaceAll(/⟨(?:نور 17|בית 9)⟩/g, '')).not.toMatch(/[\u0590-\u06ff⟨⟩]/);
  }
  const changed = render('rolesChanged', { ...samples.rolesChanged, administrator: 'שלום' }, locale);
  expect(shown(changed.text)).toContain('⟨שלום⟩');
});
