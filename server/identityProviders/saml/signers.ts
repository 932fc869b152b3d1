/**
 * Finds who signed a message before anything is computed over the message itself: the signature covers `SignedInfo`, which is short,
 * with the digest of the rest. So whoever has no key of the provider makes us verify one short text, however long the message is and
 * however many certificates the provider has.
 */
import { verify } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { findAncestorNs, SignedXml } from 'xml-crypto';
import { Refused } from '../logIn/refused.ts';
import { bytesOf, EXCLUSIVE, SIGNATURE } from './shell.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

/** Maximum of `SignedInfo`, which has ten elements in one or two kilobytes. */
const MAX_ELEMENTS = 30;
const MAX_LENGTH = 8 * 1024;

interface Signed {
  readonly algorithm: string;
  readonly signed: string;
  /** In base64. */
  readonly signature: string;
}

/** @returns the certificate whose key has signed. @throws Refused */
export function signerAmong(certificates: readonly string[], { algorithm, signed, signature }: Signed): string {
  const hash = algorithm.endsWith('512') ? 'sha512' : 'sha256';
  const [text, value] = [Buffer.from(signed), bytesOf(signature)];
  const signer = certificates.find((certificate) => verify(hash, text, certificate, value));
  if (signer === undefined) throw new Refused('signature');
  return signer;
}

/**
 * Requires that each signature of these elements is by one of the certificates. What it covers is not verified here.
 * @param path elements, each within the one before it. @returns the certificates that have signed. @throws Refused
 */
export function signersOf(xml: string, path: readonly XmlElement[], certificates: readonly string[]): string[] {
  return path.flatMap((element, index) =>
    childrenOf(element, SIGNATURE, 'Signature').map((signature) =>
      signerOf(xml, path.slice(0, index + 1), signature, certificates),
    ),
  );
}

/** @param around elements in which the signature is */
function signerOf(xml: string, around: readonly XmlElement[], signature: XmlElement, certificates: readonly string[]): string {
  const only = (parent: XmlElement, name: string) => {
    const [found, ...others] = childrenOf(parent, SIGNATURE, name);
    if (!found || others.length > 0) throw new Refused('signature');
    return found;
  };
  const signedInfo = only(signature, 'SignedInfo');
  const length = signedInfo.at.end - signedInfo.at.begin;
  if (length > MAX_LENGTH || [...within(signedInfo)].length > MAX_ELEMENTS) throw new Refused('signature');
  return signerAmong(certificates, {
    algorithm: only(signedInfo, 'SignatureMethod').attributes.get('Algorithm') ?? '',
    signed: canonical(xml, [...around, signature], signedInfo),
    signature: only(signature, 'SignatureValue').text,
  });
}

/** Canonicalizes an element among its ancestors alone, from which it may have its namespaces. */
function canonical(xml: string, ancestors: readonly XmlElement[], { name, namespace, at }: XmlElement): string {
  const startTags = ancestors.map((ancestor) => xml.slice(ancestor.at.begin, ancestor.at.content));
  const endTags = startTags.map((tag) => `</${/[^<\s/>]+/.exec(tag)?.[0] ?? ''}>`).reverse();
  const document = new DOMParser().parseFromString([...startTags, xml.slice(at.begin, at.end), ...endTags].join(''), 'text/xml');
  const [element] = Array.from(document.getElementsByTagNameNS(namespace, name));
  if (!element) throw new Refused('signature');
  try {
    const ancestorNamespaces = findAncestorNs(document, `//*[local-name()='${name}']`);
    return new SignedXml().getCanonXml([EXCLUSIVE], element, { ancestorNamespaces });
  } catch {
    throw new Refused('signature');
  }
}
