/** Reads a signed LogoutRequest, and checks that it is meant for us, now. */
import { addMs, MINUTE } from '../../clock.ts';
import { Refused } from '../logIn/refused.ts';
import { isNow, only, SKEW_MS, timeOf } from './assertion.ts';
import { PROTOCOL } from './shell.ts';
import { childrenOf, type XmlElement } from './xml.ts';

/** The same as for a logout token of OpenID Connect; the id of the request is remembered for longer. */
const MAX_AGE_MS = 10 * MINUTE;
const MAX_SESSIONS = 100;

export interface LogoutRequest {
  readonly id: string;
  readonly sub: string;
  /** Indexes of sessions; none: all of the subject. */
  readonly sids: readonly string[];
}

interface Expected {
  readonly issuer: string;
  readonly destination: string;
  readonly now: Date;
}

/** @param root was signed as a whole. @throws Refused */
export function logoutRequestOf(root: XmlElement, { issuer, destination, now }: Expected): LogoutRequest {
  const { attributes } = root;
  const id = attributes.get('ID') ?? '';
  if (id === '' || attributes.get('Version') !== '2.0') throw new Refused('logoutToken');
  if (only(root, 'Issuer').text !== issuer) throw new Refused('issuer');
  // A signed message needs a destination, or another party of the same provider could pass it on.
  if (attributes.get('Destination') !== destination) throw new Refused('destination');
  const at = timeOf(attributes.get('IssueInstant')) ?? Number.NaN;
  const isRecent = at >= addMs(now, -MAX_AGE_MS).getTime() && at <= addMs(now, SKEW_MS).getTime();
  if (!isRecent || !isNow(attributes, now)) throw new Refused('clock');
  const name = only(root, 'NameID');
  const sessions = childrenOf(root, PROTOCOL, 'SessionIndex');
  if ([name, ...sessions].some(({ children, text }) => children.length > 0 || text === '')) throw new Refused('subject');
  if (sessions.length > MAX_SESSIONS) throw new Refused('logoutToken');
  return { id, sub: name.text, sids: sessions.map(({ text }) => text) };
}
