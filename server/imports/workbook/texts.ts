/**
 * The texts of a workbook, which stand apart from its cells: one after the other as bytes, since hundreds of thousands of strings would take
 * several times the memory.
 */
import { MAX_CELL_CHARACTERS, MAX_TEXT_BYTES, MAX_TEXTS, WorkbookRefused } from './bounds.ts';
import { readXml } from './xml.ts';

export interface Texts {
  /** @throws WorkbookRefused for a text that is not there */
  readonly at: (index: number) => string;
}

/** Excel writes characters that XML does not allow as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

/** Collects the text of a cell, whose parts with formats stand in elements of their own (`r`, `t`); readings of Japanese (`rPh`) are not part of it. */
export function cellText() {
  let [text, isText, phonetics] = ['', false, 0];
  return {
    open: (name: string): void => {
      if (name === 'rPh') phonetics += 1;
      else if (name === 't') isText = phonetics === 0;
    },
    close: (name: string): void => {
      if (name === 'rPh') phonetics -= 1;
      else if (name === 't') isText = false;
    },
    add: (more: string): void => {
      if (isText) text += more;
      if (text.length > MAX_CELL_CHARACTERS) throw new WorkbookRefused('WorkbookBroken');
    },
    take: (): string => {
      const taken = unescaped(text);
      text = '';
      return taken;
    },
  };
}

/** Texts are written into blocks, so that nothing is copied when there are more. */
const BLOCK_BYTES = 1024 * 1024;

export async function readTexts(chunks: AsyncIterable<Buffer>): Promise<Texts> {
  const blocks: Buffer[] = [];
  let [ends, count, length] = [new Uint32Array(1024), 0, 0];
  const writeBytes = (bytes: Buffer) => {
    if (length + bytes.length > MAX_TEXT_BYTES || count >= MAX_TEXTS) throw new WorkbookRefused('WorkbookTooLarge');
    for (let done = 0; done < bytes.length;) {
      const [block, at] = [Math.floor(length / BLOCK_BYTES), length % BLOCK_BYTES];
      const copied = bytes.copy((blocks[block] ??= Buffer.allocUnsafeSlow(BLOCK_BYTES)), at, done);
      done += copied;
      length += copied;
    }
    if (count === ends.length) {
      const longer = new Uint32Array(ends.length * 2);
      longer.set(ends);
      ends = longer;
    }
    ends[count] = length;
    count += 1;
  };
  const text = cellText();
  await readXml(chunks, {
    open: text.open,
    text: text.add,
    close(name) {
      text.close(name);
      if (name === 'si') writeBytes(Buffer.from(text.take()));
    },
  });
  return {
    at(index) {
      if (!Number.isInteger(index) || index < 0 || index >= count) throw new WorkbookRefused('WorkbookBroken');
      const [start, end] = [index === 0 ? 0 : (ends[index - 1] ?? 0), ends[index] ?? 0];
      const [first, last] = [Math.floor(start / BLOCK_BYTES), Math.floor(end / BLOCK_BYTES)];
      const parts = blocks.slice(first, last + 1).map((block, nth) => {
        const from = nth === 0 ? start % BLOCK_BYTES : 0;
        return block.subarray(from, first + nth === last ? end % BLOCK_BYTES : undefined);
      });
      return (parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts)).toString();
    },
  };
}
