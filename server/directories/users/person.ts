/** Maps a directory's user to columns; its own values are kept too where they do not fit the rules of names here. */
import { email as emailRule } from '../../../api/contract/rules/email.ts';
import { isName } from '../../../api/contract/rules/personName.ts';
import { title as titleRule } from '../../../api/contract/rules/title.ts';
import { mailbox } from '../../db/names.ts';
import { userResource } from '../protocol/attributes.ts';
import { elementsOf, isPrimary } from '../protocol/elements.ts';
import { invalid } from '../protocol/errors.ts';
import { asBoolean, asText, isObject, valueOf, withValue, type Json, type JsonObject } from '../protocol/json.ts';
import { normalDocument } from '../protocol/normal.ts';

/** `active` is undefined if the directory has not sent it. */
export interface Sent {
  readonly userName: string;
  readonly externalId: string | null | undefined;
  readonly active: boolean | undefined;
  /** All other attributes, to be returned. */
  readonly attributes: JsonObject;
  readonly columns: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly title: string | null;
  };
}

const MAX_NAME = 255;
const MAX_ATTRIBUTES_BYTES = 32 * 1024;
const MAX_PERSON_NAME = 100;

/**
 * Attributes that have a column or a place of their own, are the server's, or are an unwanted secret: users choose their password
 * here.
 */
const OWN = ['schemas', 'id', 'meta', 'userName', 'externalId', 'active', 'password', 'groups'];

/** @throws invalidValue */
export function readPerson(sent: JsonObject): Sent {
  const document = normalDocument(userResource, sent);
  const userName = asText(valueOf(document, 'userName'))?.trim();
  if (!userName || characters(userName) > MAX_NAME) throw invalid('invalidValue', 'userName', 'userName is missing or too long.');
  return {
    userName,
    externalId: externalIdOf(sent),
    active: activeOf(sent),
    attributes: attributesOf(document, OWN),
    columns: { ...namesOf(document, userName), email: emailOf(document, userName), title: titleOf(document) },
  };
}

/** The attributes without those that are stored elsewhere. @throws tooMany */
export function attributesOf(document: JsonObject, own: readonly string[]): JsonObject {
  const attributes = own.reduce<JsonObject>((rest, name) => withValue(rest, name, undefined), document);
  if (Buffer.byteLength(JSON.stringify(attributes)) > MAX_ATTRIBUTES_BYTES)
    throw invalid('tooMany', 'tooLarge', 'The attributes are too large.');
  return attributes;
}

export function externalIdOf(document: JsonObject): string | null | undefined {
  const sent = valueOf(document, 'externalId');
  if (sent == null || sent === '') return sent === undefined ? undefined : null;
  const text = asText(sent);
  if (text === undefined || characters(text) > MAX_NAME)
    throw invalid('invalidValue', 'value', 'externalId is no text, or too long.');
  return text;
}

function activeOf(document: JsonObject): boolean | undefined {
  const sent = valueOf(document, 'active');
  const active = asBoolean(sent);
  if (sent != null && active === undefined) throw invalid('invalidValue', 'value', 'active is neither true nor false.');
  return active;
}

/** The primary address, else that of work, else the first, else the user name. */
function emailOf(document: JsonObject, userName: string): string {
  const given = elementsOf(valueOf(document, 'emails')).filter((element) => (asText(valueOf(element, 'value')) ?? '') !== '');
  const chosen =
    given.find(isPrimary) ?? given.find((element) => asText(valueOf(element, 'type'))?.toLowerCase() === 'work') ?? given[0];
  const address = mailbox(asText(chosen && valueOf(chosen, 'value')) ?? userName);
  if (!emailRule.holds(address)) throw invalid('invalidValue', 'email', 'The user has no valid e-mail address.');
  return address;
}

function namesOf(document: JsonObject, userName: string) {
  const name = valueOf(document, 'name');
  const part = (of: Json | undefined, key: string) => (isObject(of) ? asText(valueOf(of, key)) : undefined) ?? '';
  const shown = part(name, 'formatted') || (asText(valueOf(document, 'displayName')) ?? '');
  const [shownFirst = '', ...shownRest] = shown.trim().split(/\s+/);
  const fallback = personName(userName.split('@')[0] ?? '') || 'User';
  return {
    first_name: personName(part(name, 'givenName')) || personName(shownFirst) || fallback,
    last_name: personName(part(name, 'familyName')) || personName(shownRest.join(' ')) || fallback,
  };
}

const plain: readonly (readonly [RegExp, string])[] = [
  [/[´`′‛＇‵]/gu, "'"],
  [/[‒–—―−﹘﹣－]/gu, '-'],
  [/[．｡]/gu, '.'],
  [/[\s_]/gu, ' '],
];

/** Makes a name that follows the rules: characters that they do not allow are left out. */
export function personName(text: string): string {
  const spelled = plain.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const kept = Array.from(spelled).filter((character) => character === ' ' || isName(`a${character}`));
  const name = kept.join('').replaceAll(/ +/g, ' ').trim();
  const short = Array.from(name).slice(0, MAX_PERSON_NAME).join('').trim();
  return short !== '' && isName(short) ? short : '';
}

function titleOf(document: JsonObject): string | null {
  const title = asText(valueOf(document, 'title'))?.trim() ?? '';
  return title !== '' && titleRule.holds(title) ? title : null;
}

const characters = (text: string): number => Array.from(text).length;

const MIN_LOGIN = 6;
const MAX_LOGIN = 60;

/** Candidates for the login name, derived from the directory's by the rule of user names; the first free one is used. */
export function loginNames(userName: string, random: string): string[] {
  const local = (userName.split('@')[0] ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = local
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_LOGIN);
  const base = /[a-z]/.test(words) ? words : `user${words === '' ? '' : `_${words}`}`;
  const long = base.length < MIN_LOGIN ? `${base}_user` : base;
  return [long, ...[2, 3, 4, 5].map((number) => `${long}_${number}`), `${long}_${random}`];
}
