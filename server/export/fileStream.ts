/** Turns streamed rows into files: constant memory, no faster than the receiver reads. */
import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RowStream } from './rowStream.ts';

const BLOCK_LENGTH = 64 * 1024;

interface Format<Row> {
  /** The text sent before the first row is read. */
  readonly head: string;
  readonly write: (row: Row) => string;
  readonly tail?: () => string;
}

/** Destroying the result destroys `rows` too. */
export function textStream<Row>(rows: RowStream<Row>, { head, write, tail }: Format<Row>): Readable {
  let block = '';
  const text = new Transform({
    writableObjectMode: true,
    transform(row: Row, _encoding, done) {
      block += write(row);
      if (block.length >= BLOCK_LENGTH) {
        this.push(block);
        block = '';
      }
      done();
    },
    flush(done) {
      done(null, block + (tail?.() ?? ''));
    },
  });
  text.push(head);
  // The error reaches the reader of `text`.
  return pipeline(rows, text, () => undefined);
}

/** A JSON array of any length; `around` wraps it into an object whose last fields are known only at the end. */
export function jsonStream<Row>(
  rows: RowStream<Row>,
  present: (row: Row) => unknown,
  around: { before: string; after: (count: number) => string } = { before: '', after: () => '' },
): Readable {
  let count = 0;
  return textStream(rows, {
    head: `${around.before}[`,
    write(row) {
      count += 1;
      return (count === 1 ? '' : ',') + JSON.stringify(present(row));
    },
    tail: () => `]${around.after(count)}`,
  });
}

export interface FileType {
  readonly extension: 'csv' | 'json' | 'jsonl' | 'xlsx';
  readonly type:
    | 'text/csv'
    | 'application/json'
    | 'application/x-ndjson'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
}

/** Marks the reply as a download, under a name in any language. */
export function attachFile(reply: FastifyReply, fileName: string, type: FileType['type']): void {
  void reply
    .type(type.startsWith('application/vnd') ? type : `${type}; charset=utf-8`)
    .header('content-disposition', attachmentNamed(fileName));
}

/** The header `Content-Disposition` of a download (RFC 6266). */
export function attachmentNamed(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
