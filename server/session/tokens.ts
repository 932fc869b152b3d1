/** Random tokens and their hashes. Only hashes are stored, so that reading the database gives no usable token. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits by default, as base64url. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

export const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Constant-time comparison. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right));
}
