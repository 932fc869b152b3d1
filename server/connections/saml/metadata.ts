/** Metadata: what a provider says of itself, and what we say of us. */
import { isLoopback } from '../../config/loopback.ts';
import { Refused } from '../refused.ts';
import { certificateOf, type Certificate } from './certificates.ts';
import { MAX_MESSAGE_BYTES, plainXml, PROTOCOL, SIGNATURE } from './shell.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const MAX_CERTIFICATES = 10;
const MAX_LENGTH = 500;

export interface ProviderMetadata {
  readonly issuer: string;
  readonly ssoUrl: string;
  readonly sloUrl: string | null;
  readonly certificates: readonly Certificate[];
}

/** Comments are taken out: in metadata they are frequent, and nothing that was signed by somebody else hangs on them. @throws Refused */
export function readMetadata(text: string): ProviderMetadata {
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) throw new Refused('metadata');
  let root: XmlElement;
  try {
    ({ root } = plainXml(Buffer.from(text.trim().replaceAll(/<!--[^]*?-->/g, ''))));
  } catch {
    throw new Refused('metadata');
  }
  const [entity, ...others] = [...within(root)].filter(
    (element) => element.namespace === METADATA && element.name === 'EntityDescriptor' && roleOf(element),
  );
  const role = entity && roleOf(entity);
  const issuer = entity?.attributes.get('entityID') ?? '';
  if (!role || others.length > 0 || issuer === '' || issuer.length > MAX_LENGTH) throw new Refused('metadata');
  const ssoUrl = endpointOf(role, 'SingleSignOnService');
  if (ssoUrl === null) throw new Refused('metadata');
  const certificates = certificatesOf(role);
  if (certificates.length === 0) throw new Refused('certificate');
  return { issuer, ssoUrl, sloUrl: endpointOf(role, 'SingleLogoutService'), certificates };
}

const roleOf = (entity: XmlElement): XmlElement | undefined => childrenOf(entity, METADATA, 'IDPSSODescriptor')[0];

function endpointOf(role: XmlElement, name: string): string | null {
  const found = childrenOf(role, METADATA, name).find(
    ({ attributes }) => attributes.get('Binding') === `${BINDINGS}HTTP-Redirect`,
  );
  const address =
    found?.attributes.get(name === 'SingleLogoutService' ? 'ResponseLocation' : '') ?? found?.attributes.get('Location');
  const url = URL.parse(address ?? '');
  const isWeb = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  return isWeb && url.username === '' && url.password === '' && url.href.length <= MAX_LENGTH ? url.href : null;
}

function certificatesOf(role: XmlElement): Certificate[] {
  const found = childrenOf(role, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => [...within(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === SIGNATURE)
    .flatMap(({ text }) => certificateOf(text) ?? []);
  return [...new Map(found.map((each) => [each.fingerprint, each])).values()].slice(0, MAX_CERTIFICATES);
}

interface Ours {
  readonly entityId: string;
  readonly consumer: string;
  readonly logout: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What the provider asks for. */
export const ourMetadata = ({ entityId, consumer, logout }: Ours): string => `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="${METADATA}" entityID="${escaped(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    <SingleLogoutService Binding="${BINDINGS}HTTP-Redirect" Location="${escaped(logout)}"/>
    <SingleLogoutService Binding="${BINDINGS}HTTP-POST" Location="${escaped(logout)}"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${BINDINGS}HTTP-POST" Location="${escaped(consumer)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
