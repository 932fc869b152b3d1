/** Password and second factors of a foreign person, as far as they can be taken. */
import { Secret } from 'otpauth';
import type { ImportChoices } from '../../api/contract/imports.shapes.ts';
import { storedKey, type AuthenticatorKey } from '../accounts/authenticatorKey.ts';
import { readImportedHash } from '../password/importedHash.ts';
import type { ForeignAuthenticator, ForeignPerson, Notice } from './person.ts';

export function passwordOf(
  text: string,
  { weakHashes }: Pick<ImportChoices, 'weakHashes'>,
): { readonly kind: 'kept' | 'wrapped' | null; readonly notices: readonly Notice[] } {
  if (text === '') return { kind: null, notices: [{ code: 'noPassword' }] };
  const hash = readImportedHash(text);
  if (hash === undefined) return { kind: null, notices: [{ code: 'hashUnknown' }] };
  if (hash === 'tooCostly') return { kind: null, notices: [{ code: 'hashTooCostly' }] };
  if (!hash.weak) return { kind: 'kept', notices: [] };
  return weakHashes ? { kind: 'wrapped', notices: [] } : { kind: null, notices: [{ code: 'hashWeak' }] };
}

const ALGORITHMS: Readonly<Record<string, AuthenticatorKey['algorithm']>> = { SHA1: 'SHA1', SHA256: 'SHA256', SHA512: 'SHA512' };

/** RFC 4226 asks for 128 bits; many systems give 80. */
const MIN_SECRET_BYTES = 10;

function keyOf({ secret, algorithm, digits, period }: ForeignAuthenticator): AuthenticatorKey | undefined {
  const known = ALGORITHMS[algorithm.toUpperCase().replace('-', '')];
  const text = secret.replace(/=+$/, '').toUpperCase();
  if (!known || !/^[A-Z2-7]{16,256}$/.test(text) || Secret.fromBase32(text).bytes.length < MIN_SECRET_BYTES) return undefined;
  if (![6, 7, 8].includes(digits) || !Number.isInteger(period) || period < 15 || period > 120) return undefined;
  return { secret: text, algorithm: known, digits, period };
}

const isSha512 = (base64: string): boolean => /^[A-Za-z0-9+/]{86}==$/.test(base64);

const MAX_CODES = 20;

export interface Factors {
  /** As `users.mfa_secret` has it. */
  readonly authenticator?: string;
  /** SHA-512, in base64. */
  readonly recoveryCodes?: readonly string[];
}

/** Recovery codes come with the authenticator that they replace only. */
export function factorsOf({ authenticator, recoveryCodes }: ForeignPerson): Factors {
  const key = authenticator && keyOf(authenticator);
  return key ? { authenticator: storedKey(key), recoveryCodes: recoveryCodes.filter(isSha512).slice(0, MAX_CODES) } : {};
}
