/** What a hash of another system offers, whatever its algorithm. A scheme is one module: it reads its own formats and nothing else. */

export interface ImportedHash {
  /** A hash of the same cost that has neither salt nor key of the original: it may be public, and is what an unknown name is checked with. */
  readonly dummy: string;
  /** The password as typed: other systems have not normalised it. */
  readonly verify: (password: string) => Promise<boolean>;
  /** Set where the hash alone must not be stored: one step of MD5 or SHA. It is the password's digest in the form that is hashed again. */
  readonly weak?: { readonly digestOf: (password: string) => string; readonly digest: string };
}

/** Reads a hash: undefined if it is of another scheme; `tooCostly` if one check would take longer than a login may. */
export type Scheme = (text: string) => ImportedHash | 'tooCostly' | undefined;

/** Salts and keys of other systems are never longer. */
const MAX_BYTES = 1024;

/** Reads base64 of either alphabet, with or without padding, also with the dots of passlib. */
export function bytesOf(base64: string): Buffer | undefined {
  const plain = base64.replaceAll('.', '+').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const bytes = Buffer.from(plain, 'base64');
  return bytes.length > 0 && bytes.length <= MAX_BYTES && bytes.toString('base64').replace(/=+$/, '') === plain
    ? bytes
    : undefined;
}

const base64Of = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Base64 of zeros, for dummies. */
export const zeros = (length: number): string => base64Of(Buffer.alloc(length));

/** The length of the salts of dummies, whatever that of the original: it costs nothing, and would tell hashes of one system apart. */
export const DUMMY_SALT_BYTES = 16;
