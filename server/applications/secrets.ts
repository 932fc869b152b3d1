/** Secrets of applications: 256 random bits need no slow hash. They are shown once; the database has their SHA-256. */
import { timingSafeEqual } from 'node:crypto';
import { DAY } from '../clock.ts';
import { randomToken, sha256 } from '../session/tokens.ts';
import type { ApplicationRow } from './repository.ts';

/** Time to give an application its new secret everywhere. */
export const SECRET_OVERLAP_MS = DAY;

export function makeSecret(): { secret: string; hash: Buffer } {
  const secret = `gs_${randomToken()}`;
  return { secret, hash: sha256(secret) };
}

export function isSecretOf(
  row: Pick<ApplicationRow, 'secret_hash' | 'former_secret_hash' | 'former_secret_until'>,
  secret: string,
  now: Date,
): boolean {
  const hash = sha256(secret);
  const former = row.former_secret_until !== null && row.former_secret_until > now ? row.former_secret_hash : null;
  return [row.secret_hash, former].some((known) => known !== null && timingSafeEqual(known, hash));
}
