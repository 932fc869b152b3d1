/** Reads the file of another system: the content decides which system it is, and people are read one by one. */
import type { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { encodingOf, type TextEncoding } from '../../api/contract/textEncoding.ts';
import { lines } from './bytes/lines.ts';
import { records } from './bytes/records.ts';
import { FileRefused, type ForeignFile } from './foreignFile.ts';
import { JSON_SOURCES, piecesOf, readJson } from './readJson.ts';
import { readTable, TABLE } from './readTable.ts';
import type { ReadingOptions } from './sources/source.ts';
import { readWorkbook } from './workbook/read.ts';

export const SOURCES: readonly string[] = [...JSON_SOURCES.map(({ name }) => name), TABLE];

const HEAD_BYTES = 64 * 1024;

/** @throws FileRefused, also while the rows are read */
export async function readForeignFile(file: Readable, options: ReadingOptions = {}): Promise<ForeignFile> {
  const { head, chunks } = await headOf(file);
  const kind = workbookKind(head);
  if (kind === 'other') throw new FileRefused('FileSpreadsheet');
  if (kind === 'xlsx') {
    const { name, lines: rows } = await readWorkbook(chunks);
    return { ...(await readTable(lines(rows), ',')), sheet: name };
  }
  const encoding = encodingOf(wholeCharacters(head));
  const utf8 = encoding === 'utf-8' ? chunks : recoded(chunks, encoding);
  const start = new TextDecoder(encoding).decode(head).trimStart();
  if (start === '') throw new FileRefused('FileEmpty');
  const isJson = start.startsWith('{') || start.startsWith('[');
  return isJson ? readJson(piecesOf(start, utf8), options) : readTable(records(utf8));
}

/** Names that the first parts of a workbook have. */
const WORKBOOK_PARTS = ['[Content_Types].xml', 'xl/'];
/** A compound file (MS-CFB), as Excel wrote them until 2003, and writes workbooks with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP = Buffer.from('PK\u0003\u0004');

const startsWith = (head: Buffer, mark: Buffer): boolean => head.subarray(0, mark.length).equals(mark);

function workbookKind(head: Buffer): 'xlsx' | 'other' | undefined {
  if (startsWith(head, COMPOUND_FILE)) return 'other';
  if (!startsWith(head, ZIP)) return undefined;
  if (head.includes('opendocument.spreadsheet')) return 'other';
  return WORKBOOK_PARTS.some((part) => head.includes(part)) ? 'xlsx' : undefined;
}

/** The beginning of the file, and the whole of it. */
async function headOf(file: Readable): Promise<{ head: Buffer; chunks: AsyncIterable<Buffer> }> {
  const iterator = file[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Buffer> {
    for (const chunk of read.splice(0)) yield* thenYield(chunk);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield* thenYield(next.value);
  }
  return { head: Buffer.concat(read).subarray(0, HEAD_BYTES), chunks: all() };
}

/** What has arrived already would be read in one turn of the event loop, however much it is. */
async function* thenYield(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
  await yieldToEventLoop();
}

/** The head may end within a character. */
const wholeCharacters = (head: Buffer): Buffer => {
  let end = head.length;
  if (end < HEAD_BYTES) return head;
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return head.subarray(0, Math.max(end - 1, 0));
};

async function* recoded(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
