/** A SAML provider that signs whatever a test wants. */
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { createClient, type Client } from './client.ts';
import { base64Of, newSamlKey, type SamlKey } from './samlKey.ts';
import { below, locationOf, type TestConnection } from './sso.ts';
import type { TestServer } from './server.ts';

export const AUTHORITY = {
  issuer: 'https://saml.example/idp',
  ssoUrl: 'https://saml.example/sso',
  sloUrl: 'https://saml.example/slo',
};
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export const authorityKey = newSamlKey();
export const foreignKey = newSamlKey();

export const metadataOf = (keys: readonly SamlKey[] = [authorityKey], { issuer, ssoUrl, sloUrl } = AUTHORITY): string =>
  `<?xml version="1.0"?><!-- of a vendor --><EntityDescriptor xmlns="${METADATA}" entityID="${issuer}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys
    .map(
      (key) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64Of(key)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    .join('')}
  <SingleLogoutService Binding="${BINDING}:HTTP-Redirect" Location="${sloUrl}"/>
  <SingleSignOnService Binding="${BINDING}:HTTP-Redirect" Location="${ssoUrl}"/></IDPSSODescriptor></EntityDescriptor>`;

export interface SamlRequest {
  readonly client: Client;
  readonly id: string;
  readonly xml: string;
  /** The opaque handle. */
  readonly relayState: string;
  readonly address: URL;
}

/** Sends a browser to the provider. */
export async function startSamlLogin(
  site: Pick<TestServer, 'url'>,
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  { client = createClient(site), query = '' }: { readonly client?: Client; readonly query?: string } = {},
): Promise<SamlRequest> {
  const address = new URL(await locationOf(client, `/sso/start/${connectionId}${query}`));
  const xml = inflateRawSync(Buffer.from(address.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  const id = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  return { client, id, xml, relayState: address.searchParams.get('RelayState') ?? '', address };
}

export const secondsFromNow = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Parts of a response that can be falsified. */
export interface SamlAnswer {
  readonly subject: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly issuer?: string;
  readonly responseIssuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly destination?: string;
  readonly inResponseTo?: string | null;
  readonly confirmedRequest?: string;
  readonly method?: string;
  readonly notBefore?: string;
  readonly notOnOrAfter?: string;
  readonly authnInstant?: string;
  readonly assertionId?: string;
  readonly format?: string;
  readonly context?: string;
  readonly sessionIndex?: string;
  readonly key?: SamlKey;
  readonly weak?: 'signature' | 'digest';
  /** The parts that are signed. */
  readonly signed?: readonly ('Response' | 'Assertion')[];
  readonly status?: string;
  /** Changes it before it is signed, and after. */
  readonly before?: (xml: string) => string;
  readonly after?: (xml: string) => string;
}

const optional = (name: string, value: string | null | undefined): string => (value == null ? '' : ` ${name}="${value}"`);

/** A response in base64, as in a form. */
export function samlAnswer({ ours }: Pick<TestConnection, 'ours'>, request: Pick<SamlRequest, 'id'>, answer: SamlAnswer): string {
  const { subject, attributes = {}, issuer = AUTHORITY.issuer, inResponseTo = request.id, status = 'Success' } = answer;
  const { notBefore = secondsFromNow(-5), notOnOrAfter = secondsFromNow(300), key = authorityKey } = answer;
  const assertionId = answer.assertionId ?? `_${randomUUID()}`;
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${secondsFromNow(0)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${answer.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${subject}</saml:NameID><saml:SubjectConfirmation Method="${answer.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}"><saml:SubjectConfirmationData NotOnOrAfter="${notOnOrAfter}" Recipient="${answer.recipient ?? ours.acsUrl}"${optional('InResponseTo', answer.confirmedRequest ?? inResponseTo)}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}"><saml:AudienceRestriction><saml:Audience>${answer.audience ?? ours.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${answer.authnInstant ?? secondsFromNow(-1)}"${optional('SessionIndex', answer.sessionIndex)}><saml:AuthnContext><saml:AuthnContextClassRef>${answer.context ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password'}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${Object.entries(
    attributes,
  )
    .map(([name, value]) => `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`)
    .join('')}</saml:AttributeStatement></saml:Assertion>`;
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${secondsFromNow(0)}" Destination="${answer.destination ?? ours.acsUrl}"${optional('InResponseTo', inResponseTo)}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${answer.responseIssuer ?? issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>${status === 'Success' ? assertion : ''}</samlp:Response>`;
  const {
    before = (xml: string) => xml,
    after = (xml: string) => xml,
    signed = status === 'Success' ? ['Assertion'] : [],
  } = answer;
  const xml = signed.reduce((signing: string, name) => signXml(signing, name, key, answer.weak), before(response));
  return Buffer.from(after(xml)).toString('base64');
}

/** Adds an enveloped signature after the issuer, as the protocol requires. */
export function signXml(xml: string, name: string, { key, certificate }: SamlKey, weak?: 'signature' | 'digest'): string {
  const signature = new SignedXml({
    privateKey: key,
    // A forger sends their own certificate along.
    publicCert: certificate,
    getKeyInfoContent: (content = {}) => SignedXml.getKeyInfoContent(content),
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm:
      weak === 'signature' ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  const xpath = `//*[local-name(.)='${name}']`;
  signature.addReference({
    xpath,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
    digestAlgorithm: weak === 'digest' ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** Posts the form of another site, without our cookies. @returns the address to which the browser is sent */
export async function postAnswer(
  site: Pick<TestServer, 'url'>,
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  form: Readonly<Record<string, string>>,
): Promise<string> {
  const client = createClient(site);
  const post = () =>
    client.raw(`/sso/saml/${connectionId}/acs`, {
      method: 'POST',
      bare: true,
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'https://saml.example',
        'Sec-Fetch-Site': 'cross-site',
      },
      body: new URLSearchParams(form).toString(),
    });
  let answer = await post();
  // Twenty at once may be more than a slow machine takes, which asks to come again.
  while (answer.status === 503 && answer.headers.has('retry-after')) answer = await post();
  const { status, headers } = answer;
  if (status !== 303) throw new Error(`The consumer answered ${String(status)}`);
  return below(client, new URL(headers.get('location') ?? '', client.url).href);
}

/** Returns from the provider. @returns the address of the browser then */
export async function arriveSaml(
  site: Pick<TestServer, 'url'>,
  connection: Pick<TestConnection, 'connectionId'>,
  { client, relayState }: Pick<SamlRequest, 'client' | 'relayState'>,
  message: string,
): Promise<string> {
  const finish = await postAnswer(site, connection, { RelayState: relayState, SAMLResponse: message });
  return finish.startsWith('/sso/finish') ? below(client, await locationOf(client, finish)) : finish;
}
