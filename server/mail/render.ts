/** Renders a mail as plain text and HTML, in the recipient's language. */
import { durationText } from '../../api/contract/duration.ts';
import { isolated, isolatedList } from '../../api/contract/isolated.ts';
import type { Locale } from '../../api/contract/locale.ts';
import { MINUTE } from '../clock.ts';
import type { Phrases } from '../i18n/phrases.ts';
import { labelledFields } from './labelledFields.ts';
import { asHtml, asText, footer, page, unixLines, type Part } from './parts.ts';
import { inSubject } from './subject.ts';
import { formatTimes } from './times.ts';
import type { MailData, MailTemplate } from './templates.ts';

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Notices of actions that the recipient should have done; they say what to do otherwise. */
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
  'identityLinked',
  'identityUnlinked',
]);

/** The stored data of any template. */
type StoredData = Partial<Record<string, unknown>> & {
  link?: string;
  minutes?: number;
  message?: string | null;
  userNames?: string[];
  fields?: Record<string, string>;
  attachments?: { fileName: string }[];
  sender?: MailData['ticketReceived']['sender'];
};

interface Rendering {
  readonly template: MailTemplate;
  readonly data: object;
  readonly locale: Locale;
  readonly product: string;
  /** Texts of the operator above and below the mail's own, taken as they are: they are neither phrases nor HTML. */
  readonly head?: string | undefined;
  readonly foot?: string | undefined;
}

export function renderMail(phrases: Phrases, rendering: Rendering): RenderedMail {
  const { template, locale, product, foot: operatorFoot } = rendering;
  const data: StoredData = { ...rendering.data };
  const values = {
    ...formatTimes(data, locale),
    ...(data.minutes !== undefined && { duration: durationText(locale, data.minutes * MINUTE) }),
    product,
    count: data.userNames?.length ?? 1,
  };
  const texts = mailTexts(phrases, locale, template, values);
  const parts = partsOf(rendering, data, texts);
  const footText = [texts.optional('footer') ?? texts.phrase('footer'), operatorFoot]
    .filter((text) => text !== undefined)
    .join('\n\n');
  const subject = texts.phrase(`${template}.subject`, Object.fromEntries(Object.entries(values).map(inSubject)));
  const labelledLine = (label: string, value: string) => phrases.say(locale, 'mail:fact', { label, value: isolated(value) });
  return {
    subject,
    text: `${[...parts.map((part) => asText(part, labelledLine)), `-- \n${unixLines(footText)}`].join('\n\n')}\n`,
    html: page(subject, locale, [...parts.map((part) => asHtml(part)), footer(footText)].join('\n')),
  };
}

type Values = Readonly<Record<string, unknown>>;

/** The phrases of one mail, in its language. */
interface MailTexts {
  /** The phrase `mail:<key>`, with the mail's values or the given ones. */
  readonly phrase: (key: string, values?: Values) => string;
  /** The phrase `mail:<template>.<name>`, which not every template has. */
  readonly optional: (name: string) => string | undefined;
}

function mailTexts(phrases: Phrases, locale: Locale, template: MailTemplate, mailValues: Values): MailTexts {
  const phrase = (key: string, values = mailValues) => phrases.say(locale, `mail:${key}`, isolatedIn(values));
  return {
    phrase,
    optional(name) {
      const key = `${template}.${name}`;
      return ['', '_other'].some((form) => phrases.knows(locale, `mail:${key}${form}`)) ? phrase(key) : undefined;
    },
  };
}

/** Isolates names and other texts of people, whose direction of writing may be another, from the sentence around them. */
const isolatedIn = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolated(value) : value]));

function partsOf({ template, locale, head: operatorHead }: Rendering, data: StoredData, texts: MailTexts): Part[] {
  const parts: (Part | undefined)[] = [
    paragraph(operatorHead),
    typeof data.userName === 'string' ? paragraph(texts.phrase('hello')) : undefined,
    paragraph(texts.phrase(`${template}.text`)),
    paragraph(data.sender === undefined ? undefined : senderText(data.sender, texts)),
    ...quoted(data.message, texts.optional('message')),
    data.userNames && { kind: 'list', items: data.userNames },
    labelledValues(template, data, locale, texts),
    data.link === undefined ? undefined : { kind: 'link', label: texts.phrase(`${template}.action`), address: data.link },
    paragraph(texts.optional('after')),
    ownActions.has(template) ? paragraph(texts.phrase('notYou')) : undefined,
  ];
  return parts.filter((part) => part !== undefined);
}

const paragraph = (text: string | undefined): Part | undefined => (text === undefined ? undefined : { kind: 'paragraph', text });

function senderText(sender: MailData['ticketReceived']['sender'], { phrase }: MailTexts): string {
  if (!sender) return phrase('ticketReceived.notVerified', {});
  return phrase(sender.administrator === null ? 'ticketReceived.verified' : 'ticketReceived.verifiedActing', { ...sender });
}

const quoted = (message: string | null | undefined, introduction: string | undefined): (Part | undefined)[] =>
  message ? [paragraph(introduction), { kind: 'quote', text: message }] : [];

function labelledValues(template: MailTemplate, data: StoredData, locale: Locale, texts: MailTexts): Part | undefined {
  const label = (field: string) => texts.phrase(`facts.${field}`);
  const values = formatTimes(data, locale);
  const rows: [string, string][] = (labelledFields[template] ?? [])
    .filter((field) => values[field] !== null && values[field] !== undefined && values[field] !== '')
    .map((field) => [label(field), String(values[field])]);
  // A ticket's fields keep their names of the contract, which support staff know.
  for (const [name, value] of Object.entries(data.fields ?? {})) rows.push([name, value]);
  if (data.attachments?.length) rows.push([label('attachments'), isolatedList(data.attachments.map((file) => file.fileName))]);
  return rows.length === 0 ? undefined : { kind: 'labelledValues', rows };
}
