/**
 * Puts the decrypted assertion in the place of an encrypted one, so that every rule for a response holds for it. A response that is
 * signed was signed as it was sent, with the encrypted assertion: this signature is verified before anything is decrypted, and is no
 * signature of the assertion, which has its own.
 */
import { SignedXml } from 'xml-crypto';
import { Refused } from '../logIn/refused.ts';
import { decryptContent } from './decryption.ts';
import { readEncrypted } from './encrypted.ts';
import type { OwnKeys } from './ownKeys.ts';
import { ASSERTION, plainXml, PROTOCOL, requireSignatures, requireSuccess, SIGNATURE } from './shell.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

interface ReadXml {
  readonly xml: string;
  readonly root: XmlElement;
}

/** Elements that a response has nowhere but in the place of its assertion. */
const OTHERS = new Set(['Assertion', 'EncryptedAssertion', 'Advice']);

export const hasEncrypted = (root: XmlElement): boolean => childrenOf(root, ASSERTION, 'EncryptedAssertion').length > 0;

/** @param read a response with an encrypted assertion. @returns the response with its assertion, still to be judged. @throws Refused */
export function openedResponse(
  { xml, root }: ReadXml,
  certificates: readonly string[],
  { current, next, former }: OwnKeys,
): ReadXml {
  const [encrypted, ...others] = childrenOf(root, ASSERTION, 'EncryptedAssertion');
  if (root.name !== 'Response' || root.namespace !== PROTOCOL) throw new Refused('response');
  requireSuccess(root);
  const all = [...within(root)];
  const isOther = (element: XmlElement) => element !== encrypted && OTHERS.has(element.name);
  if (!encrypted || others.length > 0 || all.some(isOther)) throw new Refused('assertions');
  requireSignatures(all, [root]);
  const form = readEncrypted(encrypted);
  const isSigned = childrenOf(root, SIGNATURE, 'Signature').length > 0;
  if (isSigned) requireSigned(xml, sliceOf(xml, 'Signature'), certificates);
  const keys = [current, next, ...former].map(({ privateKey }) => privateKey);
  const assertion = plainXml(decryptContent(form, keys));
  if (assertion.root.name !== 'Assertion' || assertion.root.namespace !== ASSERTION) throw new Refused('assertions');
  const unsigned = isSigned ? xml.replace(sliceOf(xml, 'Signature'), '') : xml;
  return plainXml(Buffer.from(unsigned.replace(sliceOf(xml, 'EncryptedAssertion'), () => assertion.xml)));
}

/** @param signature its form is checked: it covers the root, and nothing else. @throws Refused */
function requireSigned(xml: string, signature: string, certificates: readonly string[]): void {
  const isSignedBy = (publicCert: string): boolean => {
    const signed = new SignedXml({ publicCert });
    try {
      signed.loadSignature(withNamespace(signature));
      return signed.checkSignature(xml);
    } catch {
      return false;
    }
  };
  if (!certificates.some(isSignedBy)) throw new Refused('signature');
}

/** Declares the namespace of the signature, which may be declared further out. */
function withNamespace(signature: string): string {
  const [begin = '', prefix] = /^<(?:([\w.-]+):)?Signature/.exec(signature) ?? [];
  const declaration = prefix === undefined ? 'xmlns' : `xmlns:${prefix}`;
  const tag = signature.slice(0, signature.indexOf('>'));
  return new RegExp(`[ \\t\\r\\n]${declaration}[ \\t\\r\\n=]`).test(tag)
    ? signature
    : `${begin} ${declaration}="${SIGNATURE}"${signature.slice(begin.length)}`;
}

/** The text of the only element of a name, in XML that the strict reader has read: there `<` begins nothing but tags. */
function sliceOf(xml: string, name: string): string {
  const begin = new RegExp(`<(?:[A-Za-z_][\\w.-]*:)?${name}[ \\t\\r\\n>]`).exec(xml);
  const end = new RegExp(`</(?:[A-Za-z_][\\w.-]*:)?${name}[ \\t\\r\\n]*>`).exec(xml);
  if (!begin || !end) throw new Refused('encrypted');
  return xml.slice(begin.index, end.index + end[0].length);
}
