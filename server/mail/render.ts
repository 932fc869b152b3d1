/** Renders a mail as plain text and HTML, in the recipient's language. */
import { durationText } from '../../api/contract/duration.ts';
import { isolated, isolatedList } from '../../api/contract/isolated.ts';
import type { Locale } from '../../api/contract/locale.ts';
import { MINUTE } from '../clock.ts';
import type { Phrases } from '../i18n/phrases.ts';
import { asHtml, asText, footer, page, unixLines, type Part } from './parts.ts';
import { inSubject } from './subject.ts';
import { formatTimes } from './times.ts';
import type { MailData, MailTemplate } from './templates.ts';

interface RenderedMail {
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
  mfaReminder: ['administrator', 'at'],
  apiKeyChanged: ['keyName', 'claims', 'at'],
  apiKeyDeleted: ['keyName', 'at'],
  passkeyAdded: ['passkeyName', 'device', 'at'],
  passkeyDeleted: ['passkeyName', 'at'],
  passkeyCloned: ['passkeyName', 'at'],
  apiKeyRevoked: ['administrator', 'keyName', 'at'],
  accountErased: ['administrator', 'at'],
  approvalNeeded: ['administrator', 'account', 'people', 'reason', 'at'],
  approvalGiven: ['administrator', 'account', 'people', 'at'],
  approvalRefused: ['administrator', 'account', 'people', 'at'],
  invitationRefused: ['at'],
  reportReady: ['expiresAt'],
  directoryKeyEnds: ['keyName', 'expiresAt'],
  certificateEnds: ['connection', 'expiresAt'],
  ownCertificateEnds: ['connection', 'expiresAt'],
  ownCertificateReplaced: ['connection', 'at'],
  domainVerified: ['domain', 'at'],
  domainFrozen: ['domain', 'at'],
  domainContested: ['domain', 'at'],
  domainLost: ['domain', 'at'],
  identityLinked: ['connection', 'account', 'at'],
  identityUnlinked: ['connection', 'at'],
  connectionEnabled: ['connection', 'administrator', 'at'],
  metadataReplaced: ['connection', 'administrator', 'at'],
  connectionDisabled: ['connection', 'administrator', 'at'],
  providerRequired: ['administrator', 'at'],
  providerNotRequired: ['administrator', 'at'],
  breakGlassAdded: ['account', 'administrator', 'at'],
  breakGlassRemoved: ['account', 'administrator', 'at'],
  reportStopped: ['at'],
  auditDigest: ['from', 'until', 'events', 'logIns', 'failedLogIns', 'refused', 'exports'],
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
  accountViewed: ['administrator', 'reason', 'at'],
  ownerChanged: ['owner', 'at'],
  ownerRestored: ['at'],
  apiKeyCreated: ['keyName', 'at'],
};

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
  /** Texts of the operator, taken as they are: they are neither phrases nor HTML. */
  readonly head?: string | undefined;
  readonly foot?: string | undefined;
}

export function renderMail(
  phrases: Phrases,
  { template, locale, product, head, foot: ownFoot, ...mail }: Rendering,
): RenderedMail {
  const data: StoredData = { ...mail.data };
  const values = {
    ...formatTimes(data, locale),
    ...(data.minutes !== undefined && { duration: durationText(locale, data.minutes * MINUTE) }),
    product,
    count: data.userNames?.length ?? 1,
  };
  const say = (key: string) => phrases.say(locale, `mail:${key}`, isolatedIn(values));
  const optionalText = (name: string) => {
    const key = `${template}.${name}`;
    return ['', '_other'].some((form) => phrases.knows(locale, `mail:${key}${form}`)) ? say(key) : undefined;
  };
  const fact = (label: string, value: string) => phrases.say(locale, 'mail:fact', { label, value: isolated(value) });

  const parts: (Part | undefined)[] = [
    words(head),
    typeof data.userName === 'string' ? words(say('hello')) : undefined,
    words(say(`${template}.text`)),
    words(
      data.sender === undefined
        ? undefined
        : senderLine(data.sender, (key, sender) => phrases.say(locale, `mail:${key}`, isolatedIn(sender))),
    ),
    ...quoted(data.message, optionalText('message')),
    data.userNames && { kind: 'list', items: data.userNames },
    factsOf(template, data, locale, (key) => say(`facts.${key}`)),
    data.link === undefined ? undefined : { kind: 'link', label: say(`${template}.action`), address: data.link },
    words(optionalText('after')),
    ownActions.has(template) ? words(say('notYou')) : undefined,
  ];
  const foot = [optionalText('footer') ?? say('footer'), ownFoot].filter((text) => text !== undefined).join('\n\n');
  const present = parts.filter((part) => part !== undefined);
  const subject = phrases.say(
    locale,
    `mail:${template}.subject`,
    isolatedIn(Object.fromEntries(Object.entries(values).map(inSubject))),
  );
  return {
    subject,
    text: `${[...present.map((part) => asText(part, fact)), `-- \n${unixLines(foot)}`].join('\n\n')}\n`,
    html: page(subject, locale, [...present.map((part) => asHtml(part)), footer(foot)].join('\n')),
  };
}

/** Names and other texts of people in a sentence. */
const isolatedIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? isolated(value) : value]));

const words = (text: string | undefined): Part | undefined => (text === undefined ? undefined : { kind: 'words', text });

function senderLine(
  sender: MailData['ticketReceived']['sender'],
  say: (key: string, values: Record<string, unknown>) => string,
): string {
  if (!sender) return say('ticketReceived.notVerified', {});
  return say(sender.administrator === null ? 'ticketReceived.verified' : 'ticketReceived.verifiedActing', { ...sender });
}

const quoted = (message: string | null | undefined, introduction: string | undefined): (Part | undefined)[] =>
  message ? [words(introduction), { kind: 'quote', text: message }] : [];

function factsOf(template: MailTemplate, data: StoredData, locale: Locale, label: (key: string) => string): Part | undefined {
  const seen = formatTimes(data, locale);
  const rows: [string, string][] = (facts[template] ?? [])
    .filter((key) => seen[key] !== null && seen[key] !== undefined && seen[key] !== '')
    .map((key) => [label(key), String(seen[key])]);
  // A ticket's fields keep their names of the contract, which support staff know.
  for (const [name, value] of Object.entries(data.fields ?? {})) rows.push([name, value]);
  if (data.attachments?.length) rows.push([label('attachments'), isolatedList(data.attachments.map((file) => file.fileName))]);
  return rows.length === 0 ? undefined : { kind: 'facts', rows };
}
