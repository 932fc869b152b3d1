/** Reads a signed assertion, and checks that it is meant for us, now, in response to this request. */
import type { Claims } from '../openid/claims.ts';
import type { SignedAnswer } from '../logIn/protocol.ts';
import { Refused } from '../logIn/refused.ts';
import { ASSERTION } from './shell.ts';
import { childrenOf, type XmlElement } from './xml.ts';

export const SKEW_MS = 60_000;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly now: Date;
  /** When a step-up was requested: the login has to be newer. */
  readonly askedAt?: Date | undefined;
}

/** @param assertion parsed from the signed bytes. @throws Refused */
export function answerOf(assertion: XmlElement, expected: Expected): SignedAnswer {
  const id = assertion.attributes.get('ID') ?? '';
  if (assertion.namespace !== ASSERTION || assertion.name !== 'Assertion' || id === '') throw new Refused('response');
  if (only(assertion, 'Issuer').text !== expected.issuer) throw new Refused('issuer');
  const subject = only(assertion, 'Subject');
  const name = only(subject, 'NameID');
  if (name.attributes.get('Format') === TRANSIENT) throw new Refused('transientName');
  if (name.children.length > 0 || name.text === '') throw new Refused('subject');
  requireConfirmation(subject, expected);
  requireConditions(only(assertion, 'Conditions'), expected);
  const statement = only(assertion, 'AuthnStatement');
  requireAuthentication(statement, expected);
  const received = attributesOf(assertion);
  return {
    id,
    claims: {
      ...received,
      ...profileOf(received),
      iss: expected.issuer,
      sub: name.text,
      sid: statement.attributes.get('SessionIndex'),
      acr: childrenOf(statement, ASSERTION, 'AuthnContext')
        .flatMap((context) => childrenOf(context, ASSERTION, 'AuthnContextClassRef'))
        .map(({ text }) => text.trim())[0],
    },
  };
}

export function only(element: XmlElement, name: string): XmlElement {
  const [found, ...others] = childrenOf(element, ASSERTION, name);
  if (!found || others.length > 0) throw new Refused(name === 'NameID' ? 'subject' : 'response');
  return found;
}

/** Requires a valid bearer confirmation for this address and in response to this request. */
function requireConfirmation(subject: XmlElement, expected: Expected): void {
  const refusals = childrenOf(subject, ASSERTION, 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.get('Method') === BEARER)
    .map((confirmation) => {
      const { attributes } = only(confirmation, 'SubjectConfirmationData');
      if (attributes.get('Recipient') !== expected.recipient) return 'recipient' as const;
      if (attributes.get('InResponseTo') !== expected.requestId) return 'inResponseTo' as const;
      return isNow(attributes, expected.now, 'end') ? undefined : ('clock' as const);
    });
  if (refusals.includes(undefined)) return;
  throw new Refused(refusals.find((each) => each !== undefined) ?? 'recipient');
}

function requireConditions(conditions: XmlElement, { audience, now }: Expected): void {
  if (!isNow(conditions.attributes, now)) throw new Refused('clock');
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  const isFor = (restriction: XmlElement) => childrenOf(restriction, ASSERTION, 'Audience').some(({ text }) => text === audience);
  if (restrictions.length === 0 || !restrictions.every(isFor)) throw new Refused('audience');
}

function requireAuthentication({ attributes }: XmlElement, { now, askedAt }: Expected): void {
  const at = timeOf(attributes.get('AuthnInstant'));
  const end = attributes.get('SessionNotOnOrAfter');
  if (at === undefined || at > now.getTime() + SKEW_MS) throw new Refused('clock');
  if (end !== undefined && (timeOf(end) ?? 0) <= now.getTime() - SKEW_MS) throw new Refused('clock');
  if (askedAt && at < askedAt.getTime() - SKEW_MS) throw new Refused('authTime');
}

/** @param bound `end`: the period must have an end */
export function isNow(attributes: XmlElement['attributes'], now: Date, bound?: 'end'): boolean {
  const [begin, end] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')];
  if (bound === 'end' && end === undefined) return false;
  const isEarly = begin !== undefined && (timeOf(begin) ?? Infinity) > now.getTime() + SKEW_MS;
  return !isEarly && (end === undefined || (timeOf(end) ?? 0) > now.getTime() - SKEW_MS);
}

/** The time in UTC, as the protocol has it. */
export function timeOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}

type Received = Readonly<Record<string, string | readonly string[]>>;

function attributesOf(assertion: XmlElement): Received {
  const received = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim());
      const name = attribute.attributes.get('Name') ?? '';
      received.set(name, [...(received.get(name) ?? []), ...values]);
    }
  return Object.fromEntries([...received].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]));
}

const SOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';
const MICROSOFT = 'http://schemas.microsoft.com/';
/** Names that vendors give to the attributes of a login; the first one present counts. */
const NAMES = {
  email: [
    `${SOAP}emailaddress`,
    'email',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'urn:oid:1.2.840.113549.1.9.1',
    'Email',
    'emailAddress',
  ],
  given_name: [`${SOAP}givenname`, 'givenName', 'given_name', 'firstName', 'urn:oid:2.5.4.42'],
  family_name: [`${SOAP}surname`, 'sn', 'family_name', 'lastName', 'surname', 'urn:oid:2.5.4.4'],
  name: [`${MICROSOFT}identity/claims/displayname`, 'displayName', 'name', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'],
  preferred_username: [`${SOAP}name`, `${SOAP}upn`, 'preferred_username', 'uid', 'urn:oid:0.9.2342.19200300.100.1.1'],
  oid: [`${MICROSOFT}identity/claims/objectidentifier`],
  tid: [`${MICROSOFT}identity/claims/tenantid`],
} as const;
const METHODS = `${MICROSOFT}claims/authnmethodsreferences`;

/** `xs:boolean` has `true` and `1`; providers also write `True`. Of several values none counts. */
const isTrue = (value: string | readonly string[]): boolean => typeof value === 'string' && /^(?:true|1)$/i.test(value);

/**
 * Maps attributes to the claims of OpenID Connect, which later steps use. A claim that none of these names gives is set to undefined,
 * so that an attribute which merely has the claim's name (`oid`, `tid`) does not pass for it. SAML cannot mark an address as verified.
 * It counts as verified unless the provider says otherwise: the provider is the organisation's own, whose key is entered here, its
 * addresses count in proven domains only, and the account's owner proves the link.
 */
function profileOf(received: Received): Claims {
  const first = (names: readonly string[]): string | undefined => {
    const value = names.map((name) => received[name]).find((each) => each !== undefined && each.length > 0);
    return typeof value === 'string' ? value : value?.[0];
  };
  const methods = received[METHODS] ?? [];
  return {
    ...Object.fromEntries(Object.entries(NAMES).map(([claim, names]) => [claim, first(names)])),
    email_verified: received.email_verified === undefined || isTrue(received.email_verified),
    xms_edov: undefined,
    amr: typeof methods === 'string' ? [methods] : methods,
  };
}
