/** Renders a mail as plain text and HTML, in the recipient's language. Stored text is escaped in HTML, never interpreted. */
import type { Locale } from '../../api/contract/locale.ts';
import type { Phrases } from '../i18n/phrases.ts';
import type { MailData, MailTemplate } from './templates.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** The data fields listed below each template's text, in this order. */
const facts: { readonly [Template in MailTemplate]?: readonly (keyof MailData[Template] & string)[] } = {
  confirmEmail: ['notBefore'],
  emailChanging: ['at', 'notBefore'],
  emailChanged: ['at'],
  emailSet: ['at'],
  accountCreated: ['administrator', 'at'],
  rolesChanged: ['administrator', 'roles', 'at'],
  systemAdministratorMade: ['account', 'administrator', 'at'],
  sessionsEnded: ['administrator', 'at'],
  mfaRequired: ['administrator', 'at'],
  mfaNotRequired: ['administrator', 'at'],
  apiKeyChanged: ['keyName', 'claims', 'at'],
  apiKeyDeleted: ['keyName', 'at'],
  approvalNeeded: ['administrator', 'account', 'at'],
  newBrowser: ['browser', 'address', 'at'],
  passwordEntered: ['browser', 'address', 'at'],
  passwordChanged: ['at'],
  mfaTurnedOn: ['at'],
  mfaTurnedOff: ['at'],
  recoveryCodesRenewed: ['at'],
  recoveryCodeUsed: ['at', 'left'],
  recoveryCodeIssued: ['administrator', 'at'],
  authenticationReset: ['administrator', 'at'],
  impersonated: ['administrator', 'reason', 'at'],
  ownerChanged: ['owner', 'at'],
  ownerRestored: ['at'],
  apiKeyCreated: ['keyName', 'at'],
};

/** Notices of actions that the recipient should have done; they tell what to do otherwise. */
const ownActions: ReadonlySet<MailTemplate> = new Set([
  'newBrowser',
  'passwordEntered',
  'passwordChanged',
  'mfaTurnedOn',
  'mfaTurnedOff',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'apiKeyCreated',
  'apiKeyChanged',
  'apiKeyDeleted',
]);

type Part =
  | { kind: 'words'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; label: string; address: string };

/** The stored data of any template. */
type StoredData = Partial<Record<string, unknown>> & {
  link?: string;
  minutes?: number;
  message?: string | null;
  userNames?: string[];
  fields?: Record<string, string>;
  attachments?: { fileName: string }[];
};

export function renderMail(
  phrases: Phrases,
  { template, locale, product, ...mail }: { template: MailTemplate; data: object; locale: Locale; product: string },
): RenderedMail {
  const data: StoredData = { ...mail.data };
  const values = { ...formatTimes(data, locale), product, count: data.minutes ?? data.userNames?.length ?? 1 };
  const say = (key: string) => phrases.say(locale, `mail:${key}`, values);
  const optionalText = (name: string) => {
    const key = `${template}.${name}`;
    return ['', '_other'].some((form) => phrases.knows(locale, `mail:${key}${form}`)) ? say(key) : undefined;
  };
  const fact = (label: string, value: string) => phrases.say(locale, 'mail:fact', { label, value });

  const parts: (Part | undefined)[] = [
    typeof data.userName === 'string' ? words(say('hello')) : undefined,
    words(say(`${template}.text`)),
    ...quoted(data.message, optionalText('message')),
    data.userNames && { kind: 'list', items: data.userNames },
    factsOf(template, data, locale, (key) => say(`facts.${key}`)),
    data.link === undefined ? undefined : { kind: 'link', label: say(`${template}.action`), address: data.link },
    words(optionalText('after')),
    ownActions.has(template) ? words(say('notYou')) : undefined,
  ];
  const present = parts.filter((part) => part !== undefined);
  const subject = say(`${template}.subject`);
  return {
    subject,
    text: `${[...present.map((part) => asText(part, fact)), `-- \n${say('footer')}`].join('\n\n')}\n`,
    html: page(subject, locale, [...present.map((part) => asHtml(part)), footer(say('footer'))].join('\n')),
  };
}

const words = (text: string | undefined): Part | undefined => (text === undefined ? undefined : { kind: 'words', text });

const quoted = (message: string | null | undefined, introduction: string | undefined): (Part | undefined)[] =>
  message ? [words(introduction), { kind: 'quote', text: message }] : [];

const TIME_FIELDS = new Set(['at', 'expiresAt', 'notBefore']);

/** Formats times in the locale; in UTC, because the reader's time zone is unknown. */
function formatTimes(data: StoredData, locale: Locale): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      TIME_FIELDS.has(key) && typeof value === 'string' ? formatTime(value, locale) : value,
    ]),
  );
}

const formatTime = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    // Not `hour12`, which prints midnight as 0 am in British English.
    hourCycle: locale === 'de' ? 'h23' : 'h12',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso));

function factsOf(template: MailTemplate, data: StoredData, locale: Locale, label: (key: string) => string): Part | undefined {
  const seen = formatTimes(data, locale);
  const rows: [string, string][] = (facts[template] ?? [])
    .filter((key) => seen[key] !== null && seen[key] !== undefined && seen[key] !== '')
    .map((key) => [label(key), String(seen[key])]);
  // A ticket's fields keep their names of the contract, which support staff know.
  for (const [name, value] of Object.entries(data.fields ?? {})) rows.push([name, value]);
  if (data.attachments?.length) rows.push([label('attachments'), data.attachments.map((file) => file.fileName).join(', ')]);
  return rows.length === 0 ? undefined : { kind: 'facts', rows };
}

function asText(part: Part, fact: (label: string, value: string) => string): string {
  switch (part.kind) {
    case 'words':
      return part.text;
    case 'quote':
      return part.text.replaceAll(/^/gm, '> ');
    case 'list':
      return part.items.map((item) => `  ${item}`).join('\n');
    case 'facts':
      return part.rows.map(([label, value]) => fact(label, value)).join('\n');
    case 'link':
      return `${part.label}:\n${part.address}`;
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] as string);
const htmlLines = (text: string): string => escape(text).replaceAll(/\r?\n/g, '<br>');

/** Inline styles, because mail clients support no style sheets. The green is the product's primary colour. */
const GREEN = '#17703f';
const MUTED = 'color:#526059';
const BUTTON = `background:${GREEN};color:#ffffff;display:inline-block;padding:12px 24px;text-decoration:none;font-weight:600`;

function asHtml(part: Part): string {
  switch (part.kind) {
    case 'words':
      return `<p>${htmlLines(part.text)}</p>`;
    case 'quote':
      return `<blockquote style="border-left:4px solid ${GREEN};margin:16px 0;padding:4px 16px">${htmlLines(part.text)}</blockquote>`;
    case 'list':
      return `<ul>${part.items.map((item) => `<li><strong>${escape(item)}</strong></li>`).join('')}</ul>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0">${part.rows.map(row).join('')}</table>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escape(part.address)}" style="${BUTTON}">${escape(part.label)}</a></p>`;
  }
}

const row = ([label, value]: readonly [string, string]): string =>
  `<tr><td style="${MUTED};padding:4px 16px 4px 0;vertical-align:top">${escape(label)}</td><td style="padding:4px 0">${htmlLines(value)}</td></tr>`;

const footer = (text: string): string =>
  `<p style="border-top:1px solid #d5dcd8;${MUTED};font-size:13px;margin-top:32px;padding-top:16px">${escape(text)}</p>`;

const page = (subject: string, locale: Locale, body: string): string => `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="background:#ffffff;color:#17211c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;margin:0;padding:24px">
<div style="max-width:560px">
${body}
</div>
</body>
</html>
`;
