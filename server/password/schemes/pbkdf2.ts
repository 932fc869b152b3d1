/** PBKDF2 as Keycloak (converted to PHC by its reader), Django, passlib and PHC strings have it. */
import { pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { bytesOf, DUMMY_SALT_BYTES, zeros, type Scheme } from './scheme.ts';

const derive = promisify(pbkdf2);

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;
type Digest = keyof typeof DIGEST_BYTES;

/** Iterations, times the blocks of a longer key: a second of one core. Keycloak has 1,300,000 of SHA-1, Django 1,200,000 of SHA-256. */
const MAX_ITERATIONS = 2_000_000;

const PHC = /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d{1,10})(?:,l=\d+)?\$([^$]*)\$([^$]+)$/;
/** Django keeps its salt as text. */
const DJANGO = /^pbkdf2_(sha1|sha256|sha512)\$(\d{1,10})\$([^$]+)\$([^$]+)$/;

export const pbkdf2Scheme: Scheme = (text) => {
  const phc = PHC.exec(text);
  const match = phc ?? DJANGO.exec(text);
  if (!match) return undefined;
  const [, digest = 'sha1', iterationsText = '', saltText = '', keyText = ''] = match as unknown as [
    string,
    Digest?,
    ...string[],
  ];
  const iterations = Number(iterationsText);
  const salt = phc ? (saltText === '' ? Buffer.alloc(0) : bytesOf(saltText)) : Buffer.from(saltText);
  const key = bytesOf(keyText);
  if (!salt || !key || iterations === 0) return undefined;
  const blocks = Math.ceil(key.length / DIGEST_BYTES[digest]);
  if (iterations * blocks > MAX_ITERATIONS) return 'tooCostly';
  return {
    dummy: `$pbkdf2-${digest}$i=${String(iterations)}$${zeros(DUMMY_SALT_BYTES)}$${zeros(key.length)}`,
    verify: async (password) => timingSafeEqual(await derive(password, salt, iterations, key.length, digest), key),
  };
};
