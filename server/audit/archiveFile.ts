/**
 * The format of an archive: JSON lines, compressed. A head; the events of a month in their order, each run of them followed by the
 * seal that covers them, with the digests of what the seal covers besides; a tail with a proof of all of it. With the named
 * keys it is verified without the database. The same events make the same lines at any time.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { EventRow } from './presenter.ts';

export const ARCHIVE_FORMAT = 'gatehouse-audit-archive-1';

export interface ArchiveHead {
  readonly format: typeof ARCHIVE_FORMAT;
  readonly month: string;
}

/** All binary values are hexadecimal. */
export interface ArchivedEvent {
  readonly event: Omit<EventRow, 'at'> & { readonly at: string };
  /** Where a pseudonym replaces an erased person. */
  readonly erasure?: { readonly sealedDigest: string; readonly keyId: string | null; readonly proof: string };
}

export interface ArchivedSeal {
  readonly seal: {
    readonly lastSeq: number;
    readonly events: number;
    readonly hash: string;
    /** The hash of the seal before it. */
    readonly previous: string;
    readonly sealedAt: string;
    readonly keyId: string | null;
  };
  /** Sequence numbers and digests of its events that are of another month. */
  readonly others: readonly (readonly [number, string])[];
}

export interface ArchiveTail {
  readonly events: number;
  readonly seals: number;
  /** Of all lines before. */
  readonly sha256: string;
  readonly keyId: string | null;
  readonly proof: string;
}

export type ArchiveLine = ArchiveHead | ArchivedEvent | ArchivedSeal | ArchiveTail;

export interface ArchiveWriter {
  /** Of the lines so far. */
  digest(): Buffer;
  write(line: ArchiveLine): Promise<void>;
  /** Resolves when everything is on the disk. */
  end(): Promise<void>;
}

/** Creates `file`, readable by its owner only. */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const target = await open(file, 'w', 0o600);
  const gzip = createGzip({ level: 6 });
  const written = finished(gzip.pipe(target.createWriteStream({ flush: true })));
  // It is awaited at the end.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  return {
    digest: () => hash.copy().digest(),
    async write(line) {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written]);
    },
    async end() {
      gzip.end();
      await written;
    },
  };
}

/** Of a line, in characters; the longest is a seal with digests of some thousand events. A small file can expand to one without end. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

export interface ReadLine {
  readonly line: unknown;
  /** In characters. */
  readonly length: number;
  readonly digestBefore: () => Buffer;
}

/** The lines, each with a function for the digest of those before it. @throws SyntaxError, RangeError, or an error of the file or its compression */
export async function* readArchive(file: string): AsyncGenerator<ReadLine> {
  const hash = createHash('sha256');
  const text = pipeline(createReadStream(file), createGunzip(), () => undefined) as Transform;
  text.setEncoding('utf8');
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of text as AsyncIterable<string>) {
    // Not readline, which also ends lines at U+2028.
    const [first = '', ...others] = chunk.split('\n');
    pieces.push(first);
    length += first.length;
    if (length > MAX_LINE_LENGTH) throw new RangeError('A line is too long');
    for (const next of others) {
      const line = pieces.join('');
      yield { line: JSON.parse(line) as unknown, length, digestBefore: () => hash.copy().digest() };
      hash.update(`${line}\n`);
      pieces = [next];
      length = next.length;
    }
  }
  if (length > 0) throw new SyntaxError('The last line has no end');
}
