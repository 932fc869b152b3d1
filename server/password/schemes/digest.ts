/**
 * One step of MD5 or SHA, with or without a salt: a graphics card tries billions of them in a second. Such a hash is stored only wrapped
 * in argon2id, and only where the operator asks for weak hashes by name.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Scheme } from './scheme.ts';

const BY_HEX_LENGTH: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };
/** Without a salt, in hexadecimal; Django's `md5$$…` and `sha1$$…` too. */
const HEXADECIMAL = /^(?:(md5|sha1)\$\$)?([0-9a-fA-F]{32,128})$/;
/** Django: salt, then password. */
const DJANGO = /^(md5|sha1)\$([^$]+)\$([0-9a-f]{32,40})$/;
/** LDAP: password, then salt, which follows the digest. */
const LDAP = /^\{(SHA|SSHA|SHA256|SSHA256|SHA512|SSHA512|MD5|SMD5)\}([A-Za-z0-9+/]+={0,2})$/;
const LDAP_ALGORITHMS: Readonly<Record<string, readonly [algorithm: string, bytes: number]>> = {
  SHA: ['sha1', 20],
  SSHA: ['sha1', 20],
  SHA256: ['sha256', 32],
  SSHA256: ['sha256', 32],
  SHA512: ['sha512', 64],
  SSHA512: ['sha512', 64],
  MD5: ['md5', 16],
  SMD5: ['md5', 16],
};

interface Parsed {
  readonly algorithm: string;
  readonly digest: Buffer;
  readonly before?: Buffer;
  readonly after?: Buffer;
}

function parse(text: string): Parsed | undefined {
  const [, django, salt = '', hex = ''] = DJANGO.exec(text) ?? [];
  if (django !== undefined) return { algorithm: django, digest: Buffer.from(hex, 'hex'), before: Buffer.from(salt) };
  const [, , plain = ''] = HEXADECIMAL.exec(text) ?? [];
  const algorithm = BY_HEX_LENGTH[plain.length];
  if (algorithm !== undefined) return { algorithm, digest: Buffer.from(plain, 'hex') };
  const [, label = '', base64 = ''] = LDAP.exec(text) ?? [];
  const [name, length] = LDAP_ALGORITHMS[label] ?? [];
  if (name === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return { algorithm: name, digest: bytes.subarray(0, length), after: bytes.subarray(length) };
}

const BYTES: Readonly<Record<string, number>> = { md5: 16, sha1: 20, sha256: 32, sha512: 64 };

export const digestScheme: Scheme = (text) => {
  const parsed = parse(text);
  if (!parsed || parsed.digest.length !== BYTES[parsed.algorithm]) return undefined;
  const { algorithm, digest, before, after } = parsed;
  const of = (password: string) =>
    createHash(algorithm)
      .update(before ?? '')
      .update(password)
      .update(after ?? '')
      .digest();
  return {
    dummy: `$${algorithm}$`,
    verify: (password) => Promise.resolve(timingSafeEqual(of(password), digest)),
    weak: { digestOf: (password) => of(password).toString('hex'), digest: digest.toString('hex') },
  };
};
