/** Brings the content of files to where it is kept: into the store, or, without one, into the row. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { noteUploads } from './files.removal.ts';
import type { FileStore } from './files.store.ts';

export interface ReceivedFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: Buffer;
}

export interface PlacedFile {
  readonly fileId: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly size: number;
  /** Null: in the store, under the id. */
  readonly content: Buffer | null;
}

interface Target {
  readonly db: Db;
  readonly files: FileStore | undefined;
  readonly clock: Clock;
}

/** Before the transaction, which must not wait for another machine. @throws FilesUnavailable, and nothing stays there */
export async function placeFiles({ db, files, clock }: Target, received: readonly ReceivedFile[]): Promise<PlacedFile[]> {
  const placed = received.map(({ content, ...file }) => ({ fileId: randomUUID(), ...file, size: content.length, content }));
  if (!files || placed.length === 0) return placed;
  await noteUploads(
    db,
    placed.map(({ fileId }) => fileId),
    clock.now(),
  );
  await Promise.all(placed.map(({ fileId, content, mimeType }) => files.put(fileId, content, mimeType)));
  return placed.map((file) => ({ ...file, content: null }));
}
