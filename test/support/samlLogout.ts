/** Logouts from the SAML provider that signs whatever a test wants. */
import { randomUUID, sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { createClient } from './client.ts';
import { AUTHORITY, authorityKey, secondsFromNow, signXml } from './samlAuthority.ts';
import type { SamlKey } from './samlKey.ts';
import type { TestServer } from './server.ts';
import { below, type TestConnection } from './sso.ts';

type Site = Pick<TestServer, 'url'>;

/** Parts of a logout that can be falsified. */
export interface SamlLogout {
  readonly subject: string;
  readonly sessions?: readonly string[];
  readonly id?: string;
  readonly issuer?: string;
  readonly destination?: string | null;
  readonly issueInstant?: string;
  readonly notOnOrAfter?: string;
  readonly name?: string;
}

export function logoutXml({ ours }: Pick<TestConnection, 'ours'>, logout: SamlLogout): string {
  const { subject, sessions = [], id = `_${randomUUID()}`, issuer = AUTHORITY.issuer, name = 'LogoutRequest' } = logout;
  const destination = logout.destination === null ? '' : ` Destination="${logout.destination ?? ours.sloUrl}"`;
  const end = logout.notOnOrAfter ?? secondsFromNow(120);
  return `<samlp:${name} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${logout.issueInstant ?? secondsFromNow(0)}" NotOnOrAfter="${end}"${destination}><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${subject}</saml:NameID>${sessions.map((each) => `<samlp:SessionIndex>${each}</samlp:SessionIndex>`).join('')}</samlp:${name}>`;
}

interface Signing {
  readonly key?: SamlKey;
  readonly relayState?: string;
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512';
}

/** A query of the binding HTTP-Redirect; `signed` is the text that the signature covers. */
export function logoutQuery(xml: string, { key = authorityKey, relayState, algorithm = 'sha256' }: Signing = {}) {
  const message = encodeURIComponent(deflateRawSync(Buffer.from(xml)).toString('base64'));
  const relay = relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`;
  const url = algorithm === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#' : 'http://www.w3.org/2001/04/xmldsig-more#';
  const signed = `SAMLRequest=${message}${relay}&SigAlg=${encodeURIComponent(`${url}rsa-${algorithm}`)}`;
  return `${signed}&Signature=${encodeURIComponent(sign(algorithm, Buffer.from(signed), key.key).toString('base64'))}`;
}

const arrivedAt = (site: Site, { status, headers }: { readonly status: number; readonly headers: Headers }): string => {
  if (status !== 303) throw new Error(`The logout answered ${String(status)}`);
  const client = createClient(site);
  return below(client, new URL(headers.get('location') ?? '', client.url).href);
};

/** @returns where the browser is then */
export const visitLogout = async (site: Site, { connectionId }: Pick<TestConnection, 'connectionId'>, query: string) =>
  arrivedAt(site, await createClient(site).raw(`/sso/saml/${connectionId}/slo?${query}`, { bare: true }));

export const postLogout = async (
  site: Site,
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  xml: string,
  relayState = '',
) =>
  arrivedAt(
    site,
    await createClient(site).raw(`/sso/saml/${connectionId}/slo`, {
      method: 'POST',
      bare: true,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: relayState }).toString(),
    }),
  );

export const signedLogout = (xml: string, key: SamlKey = authorityKey): string => signXml(xml, 'LogoutRequest', key);

/** Our response, as the provider reads it. */
export function logoutAnswer(at: string) {
  const url = new URL(at);
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLResponse') ?? '', 'base64')).toString();
  return { address: url.origin + url.pathname, relayState: url.searchParams.get('RelayState'), xml };
}
