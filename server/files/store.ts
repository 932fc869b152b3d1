/** A store for files outside of the database, as objects under random ids that are never used again. */

export interface FileStore {
  put(objectId: string, bytes: Buffer<ArrayBuffer>): Promise<void>;
  /** @throws FileMissing; FilesUnavailable also for an object that is longer than `maxBytes`. */
  get(objectId: string, maxBytes: number): Promise<Buffer>;
  /** A missing object counts as removed. */
  remove(objectId: string): Promise<void>;
  /** Whether the store answers and accepts the credentials. */
  check(): Promise<void>;
  /** The state that the last operation found. */
  readonly isUp: boolean;
  /** Operations since the start. */
  readonly counts: readonly {
    readonly operation: FileOperation;
    readonly outcome: Outcome;
    readonly count: number;
  }[];
}

export type FileOperation = 'put' | 'get' | 'remove' | 'check';
export type Outcome = 'success' | 'failure';

/** A failure that may be temporary: nothing was done, or it may be done again. */
export class FilesUnavailable extends Error {
  override readonly name: string = 'FilesUnavailable';
}

/** The store answers, and will refuse the same request until its settings or ours are changed. */
export class FilesRefused extends FilesUnavailable {
  override readonly name = 'FilesRefused';
}

export class FileMissing extends Error {
  override readonly name: string = 'FileMissing';
}

/** The object has other content: the store has lost the file, or somebody has exchanged it. */
export class FileChanged extends FileMissing {
  override readonly name = 'FileChanged';
}
