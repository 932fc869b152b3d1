/** Hashes of passwords that came from other systems. */
import { argon2Scheme } from './schemes/argon2.ts';
import { bcryptScheme } from './schemes/bcrypt.ts';
import { digestScheme } from './schemes/digest.ts';
import { firebaseScryptScheme } from './schemes/firebaseScrypt.ts';
import { pbkdf2Scheme } from './schemes/pbkdf2.ts';
import { phpassScheme } from './schemes/phpass.ts';
import { scryptScheme } from './schemes/scrypt.ts';
import type { ImportedHash, Scheme } from './schemes/scheme.ts';
import { wrappedScheme } from './schemes/wrapped.ts';

/** Schemes that tell their hashes by their form; the wrapped ones are made here and never read from a file. */
const FROM_FILES: readonly Scheme[] = [
  argon2Scheme,
  bcryptScheme,
  pbkdf2Scheme,
  scryptScheme,
  firebaseScryptScheme,
  phpassScheme,
  digestScheme,
];

/** The longest of a known scheme has some 300 characters. */
const MAX_CHARACTERS = 1024;

const read = (text: string, schemes: readonly Scheme[]): ReturnType<Scheme> => {
  if (text.length > MAX_CHARACTERS) return undefined;
  for (const scheme of schemes) {
    const found = scheme(text);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Reads a hash as a file has it. */
export const readImportedHash = (text: string): ReturnType<Scheme> => read(text, FROM_FILES);

/** @throws for a text that `readImportedHash` would not have let in */
export function storedImportedHash(text: string): ImportedHash {
  const found = read(text, [wrappedScheme, ...FROM_FILES]);
  if (found === undefined || found === 'tooCostly') throw new Error('A stored password hash is of no known scheme');
  return found;
}
