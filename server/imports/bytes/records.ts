/** Joins the lines of a CSV file to records: a cell between quotes may have line breaks. */
import { lines } from './lines.ts';
import { MAX_PIECE_BYTES, type Piece } from './piece.ts';

const QUOTE = 0x22;

const quotesIn = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) count += 1;
  return count;
};

export async function* records(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let open: { readonly line: number; readonly parts: Buffer[]; length: number } | undefined;
  for await (const { line, bytes } of lines(chunks)) {
    if (bytes === 'tooLong') {
      open = undefined;
      yield { line, bytes };
      continue;
    }
    const isOdd = quotesIn(bytes) % 2 === 1;
    if (!open && !isOdd) {
      yield { line, bytes };
      continue;
    }
    const closes: boolean = open !== undefined && isOdd;
    open ??= { line, parts: [], length: 0 };
    open.parts.push(bytes, Buffer.from('\n'));
    open.length += bytes.length + 1;
    if (!closes && open.length <= MAX_PIECE_BYTES) continue;
    yield { line: open.line, bytes: open.length > MAX_PIECE_BYTES ? 'tooLong' : Buffer.concat(open.parts).subarray(0, -1) };
    open = undefined;
  }
  if (open) yield { line: open.line, bytes: Buffer.concat(open.parts) };
}
