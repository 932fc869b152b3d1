/** TOTP (RFC 6238): SHA-1, 6 digits, steps of 30 s; the neighbouring steps are accepted for clock drift. */
import { Secret, TOTP } from 'otpauth';

const ALGORITHM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, the length of SHA-1's output (RFC 4226, 4). */
const SEED_BYTES = 20;
/** Accepted steps before and after the current one. */
const WINDOW_STEPS = 1;

export const newSecret = (): string => new Secret({ size: SEED_BYTES }).base32;

/** The URI in the QR code for authenticator apps. */
export const authenticatorUri = (secret: string, issuer: string, userName: string): string =>
  new TOTP({ ...ALGORITHM, issuer, label: userName, issuerInLabel: true, secret: Secret.fromBase32(secret) }).toString();

/** Normalises a code: digits of any width, without the spaces that apps show and users type. */
const normalise = (code: string): string => code.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');

/** @returns the time step of `code`, or null for a wrong one; the caller checks in the database that it was not used before */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = normalise(code);
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...ALGORITHM, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : TOTP.counter({ period: ALGORITHM.period, timestamp }) + delta;
}
