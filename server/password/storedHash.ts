/**
 * How `users.password_hash` keeps a hash of another system: `imported:<dummy>:<hash>`, the hash encrypted like other secrets. The dummy says
 * what a check costs, for the statistics of the table; it is public. Our own argon2id hashes stand there as they are.
 */
import type { Queries } from '../db/database.ts';
import { importedPasswordContext } from '../encryption/storedSecrets.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { storedImportedHash } from './importedHash.ts';
import type { ImportedHash } from './schemes/scheme.ts';

const PREFIX = 'imported:';

export const isImported = (stored: string): boolean => stored.startsWith(PREFIX);

export const storedForm = (keyring: Keyring, text: string, { dummy }: Pick<ImportedHash, 'dummy'>): string =>
  `${PREFIX}${dummy}:${keyring.encrypt(importedPasswordContext(), text)}`;

/** Opens what `storedForm` has made. */
export async function openStored(keyring: Keyring, queries: Queries, stored: string): Promise<ImportedHash> {
  const text = stored.slice(stored.indexOf(':', PREFIX.length) + 1);
  return storedImportedHash(await keyring.decrypt(queries, importedPasswordContext(), text));
}
