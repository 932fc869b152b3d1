/** Reads a provider's metadata. */
import { isLoopback } from '../../config/loopback.ts';
import { Refused } from '../logIn/refused.ts';
import { certificateOf, type Certificate } from './certificates.ts';
import { plainXml, SIGNATURE } from './shell.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const MAX_BYTES = 256 * 1024;
const MAX_PARTS = 15_000;
const MAX_CERTIFICATES = 10;
const MAX_LENGTH = 500;

export interface ProviderMetadata {
  readonly issuer: string;
  readonly ssoUrl: string;
  readonly sloUrl: string | null;
  /** Whether the provider takes our response by the binding HTTP-POST alone. */
  readonly isSloByForm: boolean;
  readonly certificates: readonly Certificate[];
}

/** The signature is not verified, as no key is known for it. @throws Refused, with the fault */
export function readMetadata(text: string, now: Date): ProviderMetadata {
  const root = rootOf(text);
  const [entity, ...others] = [...within(root)].filter(
    (element) => element.namespace === METADATA && element.name === 'EntityDescriptor' && roleOf(element),
  );
  const role = entity && roleOf(entity);
  if (!role) throw new Refused('metadataRole');
  if (others.length > 0) throw new Refused('metadataEntities');
  const issuer = entity.attributes.get('entityID') ?? '';
  if (issuer === '' || issuer.length > MAX_LENGTH) throw new Refused('metadataName');
  if ([root, entity, role].some((element) => hasEnded(element, now))) throw new Refused('metadataExpired');
  const login = addressOf(role, 'SingleSignOnService');
  if (login === undefined) throw new Refused('metadataLogin');
  const ssoUrl = secureOf(login);
  if (ssoUrl === null) throw new Refused('metadataInsecure');
  const byRedirect = secureOf(addressOf(role, 'SingleLogoutService') ?? '');
  const sloUrl = byRedirect ?? secureOf(addressOf(role, 'SingleLogoutService', 'HTTP-POST') ?? '');
  return { issuer, ssoUrl, sloUrl, isSloByForm: byRedirect === null && sloUrl !== null, certificates: certificatesOf(role, now) };
}

/** Comments are removed: they are frequent in metadata, and no signature is verified that covers them. */
function rootOf(text: string): XmlElement {
  if (Buffer.byteLength(text) > MAX_BYTES) throw new Refused('metadataTooLarge');
  const xml = withoutComments(text.trim());
  if (/^(?:<!doctype\s+html|<html)\b/i.test(xml.trim())) throw new Refused('metadataPage');
  try {
    return plainXml(Buffer.from(xml), { parts: MAX_PARTS }).root;
  } catch (error) {
    throw new Refused(error instanceof Refused && error.problem === 'unsafeXml' ? 'metadataUnsafe' : 'metadataXml');
  }
}

/**
 * Searches by position: a regular expression would search from each beginning for a missing end. A comment without an end stays,
 * and is refused.
 */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let begin = text.indexOf('<!--'); begin !== -1; begin = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', begin + '<!--'.length);
    if (end === -1) break;
    kept.push(text.slice(at, begin));
    at = end + '-->'.length;
  }
  return kept.join('') + text.slice(at);
}

const roleOf = (entity: XmlElement): XmlElement | undefined => childrenOf(entity, METADATA, 'IDPSSODescriptor')[0];

function hasEnded({ attributes }: XmlElement, now: Date): boolean {
  const end = attributes.get('validUntil');
  return end !== undefined && !(Date.parse(end) > now.getTime());
}

function addressOf(role: XmlElement, name: string, binding = 'HTTP-Redirect'): string | undefined {
  const found = childrenOf(role, METADATA, name).find(({ attributes }) => attributes.get('Binding') === `${BINDINGS}${binding}`);
  return found?.attributes.get(name === 'SingleLogoutService' ? 'ResponseLocation' : '') ?? found?.attributes.get('Location');
}

function secureOf(address: string): string | null {
  const url = URL.parse(address);
  const isWeb = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  return isWeb && url.username === '' && url.password === '' && url.href.length <= MAX_LENGTH ? url.href : null;
}

/** Requires that at least one has not ended. @throws Refused */
function certificatesOf(role: XmlElement, now: Date): Certificate[] {
  const written = childrenOf(role, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => [...within(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === SIGNATURE);
  if (written.length === 0) throw new Refused('metadataKey');
  const good = written.flatMap(({ text }) => certificateOf(text) ?? []);
  if (good.length === 0) throw new Refused('metadataWeakKey');
  if (good.every(({ notAfter }) => notAfter <= now)) throw new Refused('metadataEnded');
  return [...new Map(good.map((each) => [each.fingerprint, each])).values()].slice(0, MAX_CERTIFICATES);
}
