/** A SAML provider's encryption of an assertion, in any form that a test wants. */
import { execFileSync } from 'node:child_process';
import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC_11 = 'http://www.w3.org/2009/xmlenc11#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

export interface Encryption {
  /** Ours, in PEM. */
  readonly certificate: string;
  readonly cipher?: string;
  /** Names of the algorithms that the message gives; absent: those that it has. */
  readonly says?: { readonly cipher?: string; readonly wrapping?: string };
  readonly padding?: 'oaep' | 'pkcs1';
  readonly digest?: 'sha1' | 'sha256';
  readonly mask?: 'sha1' | 'sha256';
  /** Whether the encrypted key is beside the data, not within. */
  readonly isBeside?: boolean;
  /** Changes what is encrypted, the ciphertext, and the encrypted element. */
  readonly plain?: (assertion: string) => string;
  readonly content?: (bytes: Buffer) => Buffer;
  readonly wrapped?: (bytes: Buffer) => Buffer;
  readonly xml?: (encrypted: string) => string;
}

const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;

/** The response with its assertion encrypted. */
export const withEncrypted = (encryption: Encryption) => (response: string) =>
  response.replace(ASSERTION, (assertion) => encryptedAssertion(assertion, encryption));

function encryptedAssertion(assertion: string, encryption: Encryption): string {
  const { certificate, cipher = 'aes-256-gcm', says = {}, padding = 'oaep', isBeside = false } = encryption;
  const { digest = 'sha1', mask = digest } = encryption;
  const unchanged = (text: string) => text;
  const same = (bytes: Buffer) => bytes;
  const { plain = unchanged, content = same, wrapped = same, xml = unchanged } = encryption;
  const isGcm = cipher.endsWith('gcm');
  const key = randomBytes(Number(/\d+/.exec(cipher)?.[0]) / 8);
  const nonce = randomBytes(isGcm ? 12 : 16);
  const encrypting = createCipheriv(cipher, key, nonce);
  const parts = [nonce, encrypting.update(plain(assertion)), encrypting.final()];
  const tag = isGcm ? [(encrypting as ReturnType<typeof createCipheriv> & { getAuthTag(): Buffer }).getAuthTag()] : [];
  const data = content(Buffer.concat([...parts, ...tag])).toString('base64');
  const wrappedKey = wrapped(wrap(key, { certificate, padding, digest, mask })).toString('base64');
  const oaep = mask === 'sha1' ? `${XENC}rsa-oaep-mgf1p` : `${XENC_11}rsa-oaep`;
  const wrapping = says.wrapping ?? (padding === 'oaep' ? oaep : `${XENC}rsa-1_5`);
  const parameters = `${digest === 'sha1' ? '' : `<ds:DigestMethod Algorithm="${XENC}${digest}"/>`}${mask === 'sha1' ? '' : `<xenc11:MGF xmlns:xenc11="${XENC_11}" Algorithm="${XENC_11}mgf1${mask}"/>`}`;
  const name = says.cipher ?? `${isGcm ? XENC_11 : XENC}${cipher.replace('aes-', 'aes')}`;
  const encryptedKey = `<xenc:EncryptedKey Id="_key"><xenc:EncryptionMethod Algorithm="${wrapping}">${parameters}</xenc:EncryptionMethod><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${new X509Certificate(certificate).raw.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${wrappedKey}</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList><xenc:DataReference URI="#_data"/></xenc:ReferenceList></xenc:EncryptedKey>`;
  const info = isBeside ? `<ds:RetrievalMethod Type="${XENC}EncryptedKey" URI="#_key"/>` : encryptedKey;
  return xml(
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xenc="${XENC}" xmlns:ds="${DSIG}"><xenc:EncryptedData Id="_data" Type="${XENC}Element"><xenc:EncryptionMethod Algorithm="${name}"/><ds:KeyInfo>${info}</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>${data}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>${isBeside ? encryptedKey : ''}</saml:EncryptedAssertion>`,
  );
}

type Wrapping = Required<Pick<Encryption, 'certificate' | 'padding' | 'digest' | 'mask'>>;

function wrap(key: Buffer, wrapping: Wrapping): Buffer {
  const { certificate, padding, digest, mask } = wrapping;
  if (padding === 'pkcs1') return publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_PADDING }, key);
  return digest === mask ? publicEncrypt({ key: certificate, oaepHash: digest }, key) : wrapByTwoHashes(key, wrapping);
}

/** By OpenSSL's own program, which can have another hash in the mask. */
function wrapByTwoHashes(key: Buffer, { certificate, digest, mask }: Wrapping): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'saml-'));
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, certificate);
  const options = ['rsa_padding_mode:oaep', `rsa_oaep_md:${digest}`, `rsa_mgf1_md:${mask}`];
  try {
    const flags = options.flatMap((option) => ['-pkeyopt', option]);
    return execFileSync('openssl', ['pkeyutl', '-encrypt', '-certin', '-inkey', file, ...flags], { input: key });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
