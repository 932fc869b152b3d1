/**
 * The key of an authenticator app as it is stored: the base32 secret, for SHA-1, 6 digits and steps of 30 s, which we give out; keys of other
 * systems may have other parameters, and are stored as an `otpauth:` address.
 */
import { Secret, TOTP, URI } from 'otpauth';

/** The parameters of the keys that we give out, which all apps know. */
export const OUR_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

export interface AuthenticatorKey {
  /** In base32. */
  readonly secret: string;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  readonly digits: number;
  /** The step in seconds. */
  readonly period: number;
}

const isOurs = ({ algorithm, digits, period }: AuthenticatorKey): boolean =>
  algorithm === OUR_PARAMETERS.algorithm && digits === OUR_PARAMETERS.digits && period === OUR_PARAMETERS.period;

export const storedKey = (key: AuthenticatorKey): string =>
  isOurs(key) ? key.secret : new TOTP({ ...key, secret: Secret.fromBase32(key.secret) }).toString();

export function readKey(stored: string): AuthenticatorKey {
  if (!stored.startsWith('otpauth:')) return { ...OUR_PARAMETERS, secret: stored };
  const { secret, algorithm, digits, period } = URI.parse(stored) as TOTP;
  return { secret: secret.base32, algorithm: algorithm as AuthenticatorKey['algorithm'], digits, period };
}
