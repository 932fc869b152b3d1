/**
 * Files outside of the database are encrypted there, each under a key of its own, which is in the row of the file, encrypted by the
 * keyring. So the store can't read them, the keys are rotated with all others, and a copy of an object opens nothing without its row.
 */
import { randomBytes } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { decryptBytes, encryptBytes, KEY_BYTES, OVERHEAD_BYTES } from '../encryption/cipher.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { fileKeyContext } from '../encryption/storedSecrets.ts';
import { FileChanged, type FileStore } from './store.ts';

/** The columns of an object. */
export interface StoredObject {
  readonly objectId: string;
  readonly objectKey: string;
}

const contentContext = (objectId: string): string => `content of file ${objectId}`;

export function encryptFile(
  keyring: Keyring,
  objectId: string,
  content: Buffer,
): { objectKey: string; bytes: Buffer<ArrayBuffer> } {
  const key = randomBytes(KEY_BYTES);
  return {
    objectKey: keyring.encrypt(fileKeyContext(objectId), key.toString('base64url')),
    bytes: encryptBytes(key, contentContext(objectId), content),
  };
}

interface Source {
  readonly db: Queries;
  readonly files: FileStore;
  readonly keyring: Keyring;
}

/** @throws FileMissing; FileChanged for an object that is not the one that was stored; FilesUnavailable */
export async function readObject({ db, files, keyring }: Source, object: StoredObject, size: number): Promise<Buffer> {
  const { objectId, objectKey } = object;
  const key = await keyring.decrypt(db, fileKeyContext(objectId), objectKey);
  const bytes = await files.get(objectId, size + OVERHEAD_BYTES);
  try {
    return decryptBytes(Buffer.from(key, 'base64url'), contentContext(objectId), bytes);
  } catch (cause) {
    throw new FileChanged(`The object ${objectId} of the store is not the file that was stored`, { cause });
  }
}
