/** Splits bytes into lines. */
import { MAX_PIECE_BYTES, type Piece } from './piece.ts';

const LINE_FEED = 0x0a;

export async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  const piece = (): Piece => ({ line, bytes: length > MAX_PIECE_BYTES ? 'tooLong' : Buffer.concat(parts) });
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); ; end = chunk.indexOf(LINE_FEED, start)) {
      const part = chunk.subarray(start, end < 0 ? undefined : end);
      length += part.length;
      if (length > MAX_PIECE_BYTES) parts = [];
      else parts.push(part);
      if (end < 0) break;
      yield piece();
      [parts, length] = [[], 0];
      line += 1;
      start = end + 1;
    }
  }
  if (length > 0) yield piece();
}
