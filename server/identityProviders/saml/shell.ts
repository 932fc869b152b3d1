/**
 * Checks the form of a message before a library that checks signatures sees it. In well-formed XML a `<` begins markup wherever it
 * is, as text and attributes have it as `&lt;`; so without `<!` and `<?` there is no document type, no processing instruction, no
 * CDATA section and no comment, and nothing that two parsers could read in two ways.
 */
import { Refused } from '../logIn/refused.ts';
import { childrenOf, readXml, within, XmlError, type XmlElement, type XmlLimits } from './xml.ts';

/** Of the form and of the message in it: 1,500 groups by their full names, each with its type. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
/** Enough for 1,500 groups, each with its type in three attributes, and 200 elements beside them. */
export const RESPONSE_LIMITS: XmlLimits = { parts: 6600, elements: 1700 };
/** Enough for a signature, a name and the indexes of a hundred sessions. */
export const LOGOUT_LIMITS: XmlLimits = { parts: 200 };
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;
const DECLARATION = /^<\?xml[ \t\r\n][^<>?]*\?>\s*/;
export const SIGNATURE_ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const DIGESTS = new Set(['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']);
const TRANSFORMS = new Set([`${SIGNATURE}enveloped-signature`, EXCLUSIVE]);

/** @throws Refused */
export function bytesOf(base64: string): Buffer {
  const text = base64.replaceAll(/\s/g, '');
  if (!BASE64.test(text)) throw new Refused('response');
  return Buffer.from(text, 'base64');
}

/** @returns its XML without a declaration, which no signature covers. @throws Refused */
export function plainXml(bytes: Uint8Array, limits: XmlLimits): { readonly xml: string; readonly root: XmlElement } {
  if (bytes.byteLength > MAX_MESSAGE_BYTES) throw new Refused('response');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused('response');
  }
  const [declaration = ''] = DECLARATION.exec(text) ?? [];
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/.exec(declaration) ?? [];
  if (encoding.toLowerCase() !== 'utf-8') throw new Refused('unsafeXml');
  const xml = text.slice(declaration.length).trim();
  if (/<[!?]/.test(xml)) throw new Refused('unsafeXml');
  try {
    return { xml, root: readXml(xml, limits) };
  } catch (error) {
    if (error instanceof XmlError) throw new Refused('response');
    throw error;
  }
}

/**
 * Requires one response with one signed assertion in its place, and no signature elsewhere.
 * @returns the assertion. @throws Refused
 */
export function requireOneAssertion(root: XmlElement): XmlElement {
  if (root.name !== 'Response' || root.namespace !== PROTOCOL) throw new Refused('response');
  const all = [...within(root)];
  const named = (name: string) => all.filter((element) => element.name === name);
  if (all.some(({ name }) => name.startsWith('Encrypted'))) throw new Refused('encrypted');
  requireSuccess(root);
  const [assertion, ...others] = named('Assertion');
  const isAtItsPlace = childrenOf(root, ASSERTION, 'Assertion')[0] === assertion;
  if (!assertion || others.length > 0 || !isAtItsPlace || named('Response').length !== 1) throw new Refused('assertions');
  if (named('Advice').length > 0) throw new Refused('assertions');
  requireSignatures(all, [root, assertion]);
  if (childrenOf(assertion, SIGNATURE, 'Signature').length !== 1) throw new Refused('signature');
  return assertion;
}

/** @param isSigned whether the message itself is signed; with the other binding its address is. @throws Refused */
export function requireLogoutRequest(root: XmlElement, { isSigned }: { readonly isSigned: boolean }): void {
  if (root.name !== 'LogoutRequest' || root.namespace !== PROTOCOL) throw new Refused('logoutToken');
  const all = [...within(root)];
  if (all.some(({ name }) => name.startsWith('Encrypted'))) throw new Refused('encrypted');
  requireSignatures(all, isSigned ? [root] : []);
  if (isSigned && childrenOf(root, SIGNATURE, 'Signature').length !== 1) throw new Refused('logoutToken');
}

/** Requires that each signature covers the element that contains it, by a unique id, with secure algorithms. @throws Refused */
export function requireSignatures(all: readonly XmlElement[], signed: readonly XmlElement[]): void {
  const ids = all.flatMap(({ attributes }) => ['ID', 'Id', 'id'].flatMap((name) => attributes.get(name) ?? []));
  if (new Set(ids).size !== ids.length) throw new Refused('assertions');
  const expected = signed.flatMap((element) => childrenOf(element, SIGNATURE, 'Signature').map((found) => ({ element, found })));
  if (expected.length > signed.length) throw new Refused('signature');
  const isElsewhere = all.some((each) => each.name === 'Signature' && !expected.some(({ found }) => found === each));
  if (isElsewhere) throw new Refused('signature');
  for (const { element, found } of expected) requireSignature(element, found);
}

function requireSignature(signed: XmlElement, signature: XmlElement): void {
  const parts = [...within(signature)];
  const algorithms = (name: string) =>
    parts
      .filter((part) => part.name === name && part.namespace === SIGNATURE)
      .map((part) => part.attributes.get('Algorithm') ?? '');
  const only = (name: string, allowed: ReadonlySet<string>) => {
    const found = algorithms(name);
    return found.length === 1 && found.every((each) => allowed.has(each));
  };
  if (!only('SignatureMethod', SIGNATURE_ALGORITHMS) || !only('DigestMethod', DIGESTS)) throw new Refused('algorithm');
  if (!only('CanonicalizationMethod', new Set([EXCLUSIVE])) || !algorithms('Transform').every((each) => TRANSFORMS.has(each)))
    throw new Refused('algorithm');
  const references = parts.filter((part) => part.name === 'Reference');
  const id = signed.attributes.get('ID') ?? '';
  if (references.length !== 1 || id === '' || references[0]?.attributes.get('URI') !== `#${id}`) throw new Refused('signature');
}

/** @throws Refused */
export function requireSuccess(root: XmlElement): void {
  const status = statusOf(root);
  if (status === '') throw new Refused('response');
  if (status !== 'Success') throw new Refused('provider', { code: status });
}

/** The innermost status, which is the most specific. */
function statusOf(root: XmlElement): string {
  const codes = childrenOf(root, PROTOCOL, 'Status').flatMap((status) =>
    [...within(status)].filter(({ name }) => name === 'StatusCode').map(({ attributes }) => attributes.get('Value') ?? ''),
  );
  const last = codes[0]?.endsWith(':Success') === true ? codes[0] : (codes.at(-1) ?? '');
  return last
    .slice(last.lastIndexOf(':') + 1)
    .replaceAll(/\W/g, '')
    .slice(0, 100);
}
