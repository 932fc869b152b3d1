/** Where files are kept outside of the database. */

export interface FileStore {
  /** Replaces what is there under this id. */
  put(fileId: string, content: Buffer, mimeType: string): Promise<void>;
  /** @throws FileMissing */
  get(fileId: string): Promise<Buffer>;
  /** One that is not there is removed. */
  remove(fileId: string): Promise<void>;
  /** Whether the store answers and accepts the credentials. */
  check(): Promise<void>;
  /** As the last operation found it. */
  readonly isUp: boolean;
  /** Operations since the start. */
  readonly counts: readonly {
    readonly operation: FileOperation;
    readonly outcome: 'success' | 'failure';
    readonly count: number;
  }[];
}

export type FileOperation = 'put' | 'get' | 'remove' | 'check';

/** Temporary, as far as is known: nothing was done, or it may be done again. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}
