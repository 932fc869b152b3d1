/** Random tokens and their hashes. Only hashes are stored: who reads the database can't use what it holds. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, as a URL carries them. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares without telling by time where two texts differ. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
