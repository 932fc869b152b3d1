/** Deterministic randomness: all demo data are a pure function of their indexes. */

/** Hashes three integers to 32 bits (the finaliser of MurmurHash3, by Austin Appleby, public domain). */
export function hash(a: number, b = 0, c = 0): number {
  let mixed = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ b, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 13) ^ c, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A number from 0 to below 1. */
export const fraction = (a: number, b = 0, c = 0): number => hash(a, b, c) / 2 ** 32;

/** An integer from `from` to `to`, inclusive. */
export const between = (from: number, to: number, a: number, b = 0, c = 0): number => from + (hash(a, b, c) % (to - from + 1));

export function pick<T>(list: readonly T[], a: number, b = 0, c = 0): T {
  const index = hash(a, b, c) % list.length;
  return list[index] as T;
}

/** A well-formed version 4 UUID. */
export function uuid(a: number, b: number): string {
  const hex = (part: number): string => hash(a, b, part).toString(16).padStart(8, '0');
  const [one, two, three, four] = [hex(1), hex(2), hex(3), hex(4)];
  const variant = '89ab'[hash(a, b, 5) % 4] ?? '8';
  return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-${variant}${three.slice(1, 4)}-${three.slice(4)}${four}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator key: 160 bits in base 32. */
export const base32Key = (a: number, b: number): string =>
  Array.from({ length: 32 }, (_, part) => BASE32.charAt(hash(a, b, part) % 32)).join('');

/** 32 bytes, the length of SHA-256, without a known preimage. */
export function hashBytes(a: number, b: number): Buffer {
  const bytes = Buffer.alloc(32);
  for (let part = 0; part < 8; part += 1) bytes.writeUInt32BE(hash(a, b, part), part * 4);
  return bytes;
}
