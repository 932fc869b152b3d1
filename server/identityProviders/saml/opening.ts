/**
 * Puts the decrypted assertion in the place of an encrypted one, so that every rule for a response holds for it. A response that is
 * signed was signed as it was sent, with the encrypted assertion: this signature is verified before anything is decrypted, and is no
 * signature of the assertion, which has its own.
 */
import { Refused } from '../logIn/refused.ts';
import { decryptContent } from './decryption.ts';
import { readEncrypted } from './encrypted.ts';
import type { LibraryOptions } from './library.ts';
import type { OwnKeys } from './ownKeys.ts';
import { ASSERTION, plainXml, PROTOCOL, requireSignatures, requireSuccess, RESPONSE_LIMITS, SIGNATURE } from './shell.ts';
import { signersOf } from './signers.ts';
import { verified } from './verifying.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

interface ReadXml {
  readonly xml: string;
  readonly root: XmlElement;
}

/** Elements that a response has nowhere but in the place of its assertion. */
const OTHERS = new Set(['Assertion', 'EncryptedAssertion', 'Advice']);

export const hasEncrypted = (root: XmlElement): boolean => childrenOf(root, ASSERTION, 'EncryptedAssertion').length > 0;

/**
 * @param read a response with an encrypted assertion. @param options with the certificates of which one has to have signed
 * @returns the response with its assertion, still to be judged. @throws Refused, Busy
 */
export async function openedResponse(
  { xml, root }: ReadXml,
  options: LibraryOptions,
  { current, next, former }: OwnKeys,
): Promise<ReadXml> {
  const [encrypted, ...others] = childrenOf(root, ASSERTION, 'EncryptedAssertion');
  if (root.name !== 'Response' || root.namespace !== PROTOCOL) throw new Refused('response');
  requireSuccess(root);
  const all = [...within(root)];
  const isOther = (element: XmlElement) => element !== encrypted && OTHERS.has(element.name);
  if (!encrypted || others.length > 0 || all.some(isOther)) throw new Refused('assertions');
  requireSignatures(all, [root]);
  const form = readEncrypted(encrypted);
  const signatures = childrenOf(root, SIGNATURE, 'Signature');
  if (signatures.length > 0) {
    const certificates = signersOf(xml, [root], options.certificates);
    await verified({ kind: 'aroundEncrypted', options: { ...options, certificates }, xml }, root);
  }
  const keys = [current, next, ...former].map(({ privateKey }) => privateKey);
  const assertion = plainXml(decryptContent(form, keys), RESPONSE_LIMITS);
  if (assertion.root.name !== 'Assertion' || assertion.root.namespace !== ASSERTION) throw new Refused('assertions');
  const replacements = new Map(signatures.map((signature) => [signature, '']));
  return plainXml(Buffer.from(replaced(xml, replacements.set(encrypted, assertion.xml))), RESPONSE_LIMITS);
}

/** @param replacements elements, none within another, each with the text that takes its place */
function replaced(xml: string, replacements: ReadonlyMap<XmlElement, string>): string {
  const lastFirst = [...replacements].sort(([left], [right]) => right.at.begin - left.at.begin);
  return lastFirst.reduce((text, [{ at }, by]) => text.slice(0, at.begin) + by + text.slice(at.end), xml);
}
