/** A compressed file that is hashed while it is written, readable by its owner only. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

interface HashedGzip {
  /** Writes content; resolves when more can be written. */
  put(content: string | Buffer): Promise<void>;
  /** The hash of the content so far, in hexadecimal. */
  sha256(): string;
  /** Writes the last line, which is not hashed. Resolves when everything is on the disk. */
  end(lastLine: string): Promise<void>;
}

/** @param flags `wx`: fails if the file exists; `w`: replaces it */
export async function hashedGzip(file: string, flags: 'w' | 'wx'): Promise<HashedGzip> {
  const target = await open(file, flags, 0o600);
  const gzip = createGzip({ level: 4 });
  const written = finished(gzip.pipe(target.createWriteStream({ flush: true })));
  // The pipeline is awaited at the end.
  written.catch(() => undefined);
  const hash = createHash('sha256');
  return {
    async put(content) {
      hash.update(content);
      if (!gzip.write(content)) await Promise.race([once(gzip, 'drain'), written]);
    },
    sha256: () => hash.copy().digest('hex'),
    async end(lastLine) {
      gzip.end(lastLine);
      await written;
    },
  };
}
