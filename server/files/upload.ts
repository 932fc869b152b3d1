/** Stores the content of files: in the file store, or, without one, in the row. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { encryptFile, type StoredObject } from './cipher.ts';
import { noteUploads } from './removal.ts';
import type { FileStore } from './store.ts';

export interface ReceivedFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

/** Content in the row, or in the store. */
type PlacedContent =
  { readonly content: Buffer; readonly object?: undefined } | { readonly content: null; readonly object: StoredObject };

export type PlacedFile = Omit<ReceivedFile, 'content'> & PlacedContent & { readonly size: number };

interface Target {
  readonly db: Db;
  readonly files: FileStore | undefined;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/**
 * Call it before the transaction, which must not wait for another machine. @throws FilesUnavailable; nothing stays in the store
 * then
 */
export async function placeFiles(target: Target, received: readonly ReceivedFile[]): Promise<PlacedFile[]> {
  const sized = received.map((file) => ({ ...file, size: file.content.length }));
  if (!target.files || sized.length === 0) return sized;
  const contents = sized.map(({ content }) => content);
  const objects = await upload({ ...target, files: target.files }, contents);
  return sized.map((file, index) => ({ ...file, content: null, object: objects[index] as StoredObject }));
}

/** Uploads objects, which are removed again unless `keepUploads` gets them within minutes. */
export async function upload(
  { db, files, keyring, clock }: Target & { readonly files: FileStore },
  contents: readonly Buffer[],
): Promise<StoredObject[]> {
  const objectIds = contents.map(() => randomUUID());
  await noteUploads(db, objectIds, clock.now());
  return Promise.all(
    contents.map(async (content, index) => {
      const objectId = objectIds[index] as string;
      const { objectKey, bytes } = encryptFile(keyring, objectId, content);
      await files.put(objectId, bytes);
      return { objectId, objectKey };
    }),
  );
}
