/** scrypt as PHC strings and passlib (`$scrypt$ln=…`), Django (`scrypt$N$…`) and better-auth (`salt:key`, both in hexadecimal) have it. */
import { scrypt, timingSafeEqual, type BinaryLike, type ScryptOptions } from 'node:crypto';
import { bytesOf, DUMMY_SALT_BYTES, zeros, type ImportedHash, type Scheme } from './scheme.ts';

interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's strongest recommendation, N = 2^17 with r = 8: 128 MiB and half a second. */
const MAX_BLOCKS = 2 ** 20;
const MAX_LANES = 16;

/** Whether a check takes no longer than a login may, by time (N r p) and memory (128 N r bytes). */
export const isAffordable = ({ N, r, p }: ScryptCost): boolean => N * r * p <= MAX_BLOCKS && p <= MAX_LANES;

const isCost = ({ N, r, p }: ScryptCost): boolean => Number.isInteger(Math.log2(N)) && N > 1 && r > 0 && p > 0;

export const deriveScrypt = (password: BinaryLike, salt: BinaryLike, length: number, cost: ScryptCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options: ScryptOptions = { ...cost, maxmem: 128 * cost.N * cost.r + 128 * cost.r * cost.p + 1024 * 1024 };
    scrypt(password, salt, length, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

const PHC = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,6}),p=(\d{1,6})\$([^$]+)\$([^$]+)$/;
const DJANGO = /^scrypt\$(\d{1,12})\$([^$]+)\$(\d{1,6})\$(\d{1,6})\$([^$]+)$/;
const BETTER_AUTH = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
const BETTER_AUTH_COST: ScryptCost = { N: 16_384, r: 16, p: 1 };

interface Parsed {
  readonly cost: ScryptCost;
  readonly salt: Buffer | string | undefined;
  readonly key: Buffer | undefined;
  readonly normalised?: boolean;
}

function parse(text: string): Parsed | undefined {
  const phc = PHC.exec(text);
  if (phc) {
    const [, ln, r, p, salt = '', key = ''] = phc;
    return { cost: { N: 2 ** Number(ln), r: Number(r), p: Number(p) }, salt: bytesOf(salt), key: bytesOf(key) };
  }
  const django = DJANGO.exec(text);
  if (django) {
    const [, n, salt, r, p, key = ''] = django;
    return { cost: { N: Number(n), r: Number(r), p: Number(p) }, salt, key: bytesOf(key) };
  }
  // The salt is the text of its hexadecimal digits, and the password is in NFKC.
  const [, salt, key] = BETTER_AUTH.exec(text) ?? [];
  return key === undefined ? undefined : { cost: BETTER_AUTH_COST, salt, key: Buffer.from(key, 'hex'), normalised: true };
}

export const scryptScheme: Scheme = (text): ImportedHash | 'tooCostly' | undefined => {
  const parsed = parse(text);
  if (!parsed) return undefined;
  const { cost, salt, key, normalised } = parsed;
  if (salt === undefined || !key || !isCost(cost)) return undefined;
  if (!isAffordable(cost)) return 'tooCostly';
  return {
    dummy: `$scrypt$ln=${String(Math.log2(cost.N))},r=${String(cost.r)},p=${String(cost.p)}$${zeros(DUMMY_SALT_BYTES)}$${zeros(key.length)}`,
    verify: async (password) =>
      timingSafeEqual(await deriveScrypt(normalised ? password.normalize('NFKC') : password, salt, key.length, cost), key),
  };
};
