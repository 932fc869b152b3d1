/** Checks issuers. */
import type { ConnectionVendor } from '../../../api/contract/identityProviders.states.ts';
import { isLoopback } from '../../config/loopback.ts';
import { problem } from '../../http/problem.ts';

const WELL_KNOWN = /\/\.well-known\/openid-configuration$/;
const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Issuers of Entra in its clouds. */
const MICROSOFT =
  /(?:^|\.)(?:microsoftonline\.(?:com|us|de)|chinacloudapi\.cn|microsoft\.com|windows\.net|partner\.microsoftonline\.cn)$/;

/** The tenant of an Entra issuer; undefined for `common`, `organizations` and `consumers`, which stand for any tenant. */
export function tenantOf(issuer: string): string | undefined {
  const [, first = ''] = new URL(issuer).pathname.split('/');
  return GUID.test(first) ? first.toLowerCase() : undefined;
}

/** The issuer in the pasted text, which may also be the address of the metadata. @throws Invalid */
export function issuerOf(text: string, vendor: ConnectionVendor): string {
  const issuer = text.trim().replace(WELL_KNOWN, '');
  const url = URL.parse(issuer);
  const isWeb = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  if (!isWeb || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') throw invalidIssuer();
  const isEntra = vendor === 'entra';
  if (MICROSOFT.test(url.hostname) && !isEntra) throw invalidIssuer();
  if (isEntra && tenantOf(issuer) === undefined) throw invalidIssuer();
  return issuer;
}

const invalidIssuer = () => problem('Invalid', { fields: { issuer: { expected: 'value' } } });
