/** Our metadata, for a provider: our addresses, what we accept, and our certificates, under a signature of ours. */
import { ENCRYPTION_METHODS } from './encrypted.ts';
import { BINDINGS, METADATA } from './metadata.ts';
import type { OwnKey, OwnKeys } from './ownKeys.ts';
import { PROTOCOL, SIGNATURE } from './shell.ts';
import { signedXml } from './signing.ts';

interface Ours {
  readonly entityId: string;
  readonly consumer: string;
  readonly logout: string;
}

/** Providers that read metadata again do so by then, and so know the next certificate long before it signs. */
const CACHE_DURATION = 'P1D';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The current certificate is the first of each use: some providers know one only. */
export function ourMetadata({ entityId, consumer, logout }: Ours, { current, next }: Pick<OwnKeys, 'current' | 'next'>): string {
  const keys = (['signing', 'encryption'] as const).flatMap((use) => [current, next].map((key) => descriptorOf(use, key)));
  const metadata = `<EntityDescriptor xmlns="${METADATA}" ID="_metadata" entityID="${escaped(entityId)}" cacheDuration="${CACHE_DURATION}">
  <SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}">
    ${keys.join('\n    ')}
    <SingleLogoutService Binding="${BINDINGS}HTTP-Redirect" Location="${escaped(logout)}"/>
    <SingleLogoutService Binding="${BINDINGS}HTTP-POST" Location="${escaped(logout)}"/>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="${BINDINGS}HTTP-POST" Location="${escaped(consumer)}"/>
  </SPSSODescriptor>
</EntityDescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${signedXml(metadata, current, 'first')}\n`;
}

function descriptorOf(use: 'signing' | 'encryption', { certificate }: OwnKey): string {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  const info = `<KeyInfo xmlns="${SIGNATURE}"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo>`;
  const methods = use === 'encryption' ? ENCRYPTION_METHODS.map((each) => `<EncryptionMethod Algorithm="${each}"/>`) : [];
  return `<KeyDescriptor use="${use}">${info}${methods.join('')}</KeyDescriptor>`;
}
