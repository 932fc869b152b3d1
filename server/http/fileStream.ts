/** Files made while they are sent: one batch of rows in memory at a time, no faster than the receiver reads. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

interface Shape<Row> {
  /** Goes out before the first batch is read. */
  head: string;
  write: (rows: readonly Row[]) => string;
  tail?: () => string;
}

/** Whoever stops reading ends the reading of the rows too: the generator is returned, so that its `finally` runs. */
function fileStream<Row>(batches: AsyncGenerator<readonly Row[]>, { head, write, tail }: Shape<Row>): Readable {
  let begun = false;
  const next = async (): Promise<string | null> => {
    for (;;) {
      const result = await batches.next();
      if (result.done === true) return null;
      if (result.value.length > 0) return write(result.value);
    }
  };
  return new Readable({
    read() {
      if (!begun) {
        begun = true;
        this.push(head);
        return;
      }
      next().then(
        (text) => {
          if (text !== null) this.push(text);
          else {
            if (tail) this.push(tail());
            this.push(null);
          }
        },
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      batches.return(undefined).then(
        () => done(error),
        (failure: unknown) => done(error ?? (failure as Error)),
      );
    },
  });
}

/** A JSON list of any length. `around` may put it into an object whose other fields are known at the end only. */
export function jsonStream<Row>(
  batches: AsyncGenerator<readonly Row[]>,
  present: (row: Row) => unknown,
  around: { before: string; after: (count: number) => string } = { before: '', after: () => '' },
): Readable {
  let count = 0;
  return fileStream(batches, {
    head: `${around.before}[`,
    write(rows) {
      const text = rows.map((row) => JSON.stringify(present(row))).join(',');
      const comma = count === 0 ? '' : ',';
      count += rows.length;
      return comma + text;
    },
    tail: () => `]${around.after(count)}`,
  });
}

/** Says that the reply is a file to keep, under a name that any language can have (RFC 6266). */
export function attachFile(reply: FastifyReply, fileName: string, type: 'text/csv' | 'application/json'): void {
  const plain = fileName.replaceAll(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  void reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
}
