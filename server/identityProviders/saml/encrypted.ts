/**
 * Reads the form of an encrypted assertion (XML Encryption 1.1) before anything is decrypted: AES in the mode GCM, whose tag proves
 * that nothing was changed, under a key that is encrypted with RSA-OAEP. Whatever refers to something else is refused, as it would be
 * fetched or searched for.
 */
import { Refused } from '../logIn/refused.ts';
import { ASSERTION, bytesOf, SIGNATURE } from './shell.ts';
import { childrenOf, within, type XmlElement } from './xml.ts';

const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';
const ENCRYPTION_11 = 'http://www.w3.org/2009/xmlenc11#';
const OAEP_WITH_SHA1_MASK = `${ENCRYPTION}rsa-oaep-mgf1p`;
const OAEP = `${ENCRYPTION_11}rsa-oaep`;

type Cipher = 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm';
type Hash = 'sha1' | 'sha256';

/** Ciphers, the strongest first, with the length of their keys. */
const CIPHERS: ReadonlyMap<string, { readonly cipher: Cipher; readonly keyBytes: number }> = new Map([
  [`${ENCRYPTION_11}aes256-gcm`, { cipher: 'aes-256-gcm', keyBytes: 32 }],
  [`${ENCRYPTION_11}aes192-gcm`, { cipher: 'aes-192-gcm', keyBytes: 24 }],
  [`${ENCRYPTION_11}aes128-gcm`, { cipher: 'aes-128-gcm', keyBytes: 16 }],
]);
const DIGESTS: ReadonlyMap<string, Hash> = new Map([
  [`${SIGNATURE}sha1`, 'sha1'],
  [`${ENCRYPTION}sha256`, 'sha256'],
]);
const MASKS: ReadonlyMap<string, Hash> = new Map([
  [`${ENCRYPTION_11}mgf1sha1`, 'sha1'],
  [`${ENCRYPTION_11}mgf1sha256`, 'sha256'],
]);

/** What our metadata offers. */
export const ENCRYPTION_METHODS: readonly string[] = [...CIPHERS.keys(), OAEP_WITH_SHA1_MASK, OAEP];

export interface Encrypted {
  readonly cipher: Cipher;
  readonly keyBytes: number;
  /** Hashes of OAEP: that of its label, and that of its mask. */
  readonly digest: Hash;
  readonly mask: Hash;
  readonly wrappedKey: Buffer;
  /** Nonce, ciphertext and tag. */
  readonly content: Buffer;
}

const KNOWN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [ASSERTION, new Set(['EncryptedAssertion'])],
  [
    ENCRYPTION,
    new Set([
      ...['EncryptedData', 'EncryptedKey', 'EncryptionMethod', 'CipherData', 'CipherValue'],
      ...['ReferenceList', 'DataReference', 'CarriedKeyName'],
    ]),
  ],
  [ENCRYPTION_11, new Set(['MGF'])],
  // Which of our keys it is for is found out by trying: what is said about it is not read.
  [
    SIGNATURE,
    new Set([
      ...['KeyInfo', 'DigestMethod', 'RetrievalMethod', 'KeyName', 'KeyValue', 'RSAKeyValue', 'Modulus', 'Exponent', 'X509Data'],
      ...['X509Certificate', 'X509IssuerSerial', 'X509IssuerName', 'X509SerialNumber', 'X509SKI', 'X509SubjectName'],
    ]),
  ],
]);

/** @throws Refused `encrypted` for another form, `encryption` for another algorithm */
export function readEncrypted(assertion: XmlElement): Encrypted {
  const all = [...within(assertion)];
  if (all.some(({ name, namespace }) => KNOWN.get(namespace)?.has(name) !== true)) throw new Refused('encrypted');
  const count = (wanted: string) => all.filter(({ name }) => name === wanted).length;
  if (count('EncryptedAssertion') !== 1 || count('EncryptedKey') !== 1 || count('CipherValue') !== 2)
    throw new Refused('encrypted');
  const data = only(assertion, 'EncryptedData');
  if ((data.attributes.get('Type') ?? `${ENCRYPTION}Element`) !== `${ENCRYPTION}Element`) throw new Refused('encrypted');
  const key = keyOf(assertion, data);
  return { ...contentOf(data), ...wrappingOf(key), content: valueOf(data), wrappedKey: valueOf(key) };
}

/** The key is within the data, or beside it; what refers from the one to the other refers to nothing else. */
function keyOf(assertion: XmlElement, data: XmlElement): XmlElement {
  const [inside] = childrenOf(data, SIGNATURE, 'KeyInfo').flatMap((info) => childrenOf(info, ENCRYPTION, 'EncryptedKey'));
  const key = inside ?? only(assertion, 'EncryptedKey');
  const refersOnlyTo = (name: string, target: XmlElement) =>
    [...within(assertion)]
      .filter((element) => element.name === name)
      .every(
        ({ attributes }) => attributes.get('URI') === `#${target.attributes.get('Id') ?? ''}` && target.attributes.has('Id'),
      );
  if (!refersOnlyTo('RetrievalMethod', key) || !refersOnlyTo('DataReference', data)) throw new Refused('encrypted');
  return key;
}

function contentOf(data: XmlElement) {
  const method = algorithmsOf(data);
  const known = CIPHERS.get(method.algorithm);
  if (!known || method.digest !== undefined || method.mask !== undefined) throw new Refused('encryption');
  return known;
}

function wrappingOf(key: XmlElement): Pick<Encrypted, 'digest' | 'mask'> {
  const {
    algorithm,
    digest: digestMethod = `${SIGNATURE}sha1`,
    mask: maskMethod = `${ENCRYPTION_11}mgf1sha1`,
  } = algorithmsOf(key);
  const [digest, mask] = [DIGESTS.get(digestMethod), MASKS.get(maskMethod)];
  const isKnown = algorithm === OAEP || (algorithm === OAEP_WITH_SHA1_MASK && mask === 'sha1');
  if (!isKnown || !digest || !mask) throw new Refused('encryption');
  return { digest, mask };
}

/** The algorithms of an EncryptionMethod; a parameter that is there twice is none. */
function algorithmsOf(element: XmlElement) {
  const [method, ...others] = childrenOf(element, ENCRYPTION, 'EncryptionMethod');
  if (!method || others.length > 0) throw new Refused('encryption');
  const parameter = (namespace: string, name: string): string | undefined => {
    const [found, ...more] = childrenOf(method, namespace, name);
    return found && (more.length > 0 ? '' : (found.attributes.get('Algorithm') ?? ''));
  };
  return {
    algorithm: method.attributes.get('Algorithm') ?? '',
    digest: parameter(SIGNATURE, 'DigestMethod'),
    mask: parameter(ENCRYPTION_11, 'MGF'),
  };
}

function valueOf(element: XmlElement): Buffer {
  const { text } = only(only(element, 'CipherData'), 'CipherValue');
  try {
    return bytesOf(text);
  } catch {
    throw new Refused('encrypted');
  }
}

function only(element: XmlElement, name: string): XmlElement {
  const [found, ...others] = childrenOf(element, ENCRYPTION, name);
  if (!found || others.length > 0) throw new Refused('encrypted');
  return found;
}
