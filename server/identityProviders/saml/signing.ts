/** Signs what we send to SAML providers, with RSA and SHA-256: addresses of the binding HTTP-Redirect, and XML. */
import { sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { OwnKey } from './ownKeys.ts';
import { EXCLUSIVE, SIGNATURE } from './shell.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
/** Parameters in the order in which the signature covers them (saml-bindings 3.4.4.1). */
const SIGNED_PARAMETERS = ['SAMLRequest', 'SAMLResponse', 'RelayState'];

/**
 * @param address with the message. The signature covers the parameters as they are written: all are encoded here, by the form that
 * providers make anew where they do not read the address as it was sent
 */
export function signedAddress(address: string, { privateKey }: OwnKey): string {
  const url = new URL(address);
  const parameters = SIGNED_PARAMETERS.flatMap((name) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value === null ? [] : [`${name}=${encoded(value)}`];
  });
  const signed = [...parameters, `SigAlg=${encoded(RSA_SHA256)}`].join('&');
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  const own = url.search === '' ? '?' : `${url.search}&`;
  return `${url.origin}${url.pathname}${own}${signed}&Signature=${encoded(signature)}${url.hash}`;
}

/** Leaves nothing that a browser would encode on its way, as it does with an apostrophe: the signature would not be right then. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** @param xml its root has an ID. @param place where the schema has the signature */
export function signedXml(xml: string, { privateKey, certificate }: OwnKey, place: 'first' | 'afterIssuer'): string {
  const signing = new SignedXml({
    privateKey,
    publicCert: certificate,
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: RSA_SHA256,
  });
  signing.addReference({ xpath: '/*', transforms: [`${SIGNATURE}enveloped-signature`, EXCLUSIVE], digestAlgorithm: SHA256 });
  signing.computeSignature(xml, {
    prefix: 'ds',
    location:
      place === 'first' ? { reference: '/*', action: 'prepend' } : { reference: "/*/*[local-name(.)='Issuer']", action: 'after' },
  });
  return signing.getSignedXml();
}
