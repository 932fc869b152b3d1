/** Time-based codes by RFC 6238: SHA-1, 6 digits, half a minute each, the neighbouring steps accepted for clocks that differ. */
import { Secret, TOTP } from 'otpauth';

const ALGORITHM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** 160 bits, as long as SHA-1's output (RFC 4226, 4). */
const SEED_BYTES = 20;
/** Steps before and after the present one. */
const WINDOW = 1;

export const newSecret = (): string => new Secret({ size: SEED_BYTES }).base32;

/** What an authenticator app reads from the QR code. */
export const authenticatorUri = (secret: string, issuer: string, userName: string): string =>
  new TOTP({ ...ALGORITHM, issuer, label: userName, issuerInLabel: true, secret: Secret.fromBase32(secret) }).toString();

/** A code as it is compared: digits of any width, without the spaces that apps show and people type. */
const asTyped = (code: string): string => code.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');

/** @returns the step that `code` belongs to, or null for a wrong one; that it was not spent before is the store's to say */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = asTyped(code);
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...ALGORITHM, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: ALGORITHM.period, timestamp }) + delta;
}
