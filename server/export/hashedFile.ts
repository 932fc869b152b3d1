/** A file that contains its own SHA-256: it is counted and hashed while it is streamed. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

export interface FileFacts {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface Options {
  /** The end of the file, given the SHA-256 of all bytes before it. */
  readonly trailer?: ((sha256: string) => string) | undefined;
  /** Called with the facts of the whole file, trailer included, before its last bytes are sent; a rejection aborts the file. */
  readonly onEnd: (facts: FileFacts) => Promise<void>;
}

/** Destroying the result destroys `content` too. */
export function hashedFile(content: Readable, { trailer, onEnd }: Options): Readable {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer | undefined;
  const add = (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  };
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      add(chunk);
      if (held) this.push(held);
      held = chunk;
      done();
    },
    flush(done) {
      const end = Buffer.from(trailer?.(hash.copy().digest('hex')) ?? '');
      add(end);
      onEnd({ bytes, sha256: hash.digest('hex') }).then(() => {
        done(null, Buffer.concat([held ?? Buffer.alloc(0), end]));
      }, done);
    },
  });
  // The error reaches the reader of `file`.
  return pipeline(content, file, () => undefined);
}
