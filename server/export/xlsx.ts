/** Streams rows into a workbook of any length: constant memory, no faster than the receiver reads, compressed off the event loop. */
import { createHash } from 'node:crypto';
import { PassThrough, pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import type { RowStream } from './rowStream.ts';
import { headingRow, numbered, sheetHead, sheetTail, textRow, workbookParts } from './xlsxParts.ts';

/** Excel's limit is 1,048,576; what does not fit goes on the next sheet. */
const MAX_SHEET_ROWS = 1_000_000;
const BLOCK_LENGTH = 64 * 1024;
/** Rows of XML compress well at any level. */
const COMPRESSION_LEVEL = 3;

export interface Sheet {
  readonly part: string;
  readonly name: string;
  /** SHA-256 of the part, in hexadecimal. */
  readonly sha256: string;
}

interface Workbook<Row> {
  /** Name of the sheets of rows; each but the first gets its number. */
  readonly name: string;
  /** Renders a row as a `<row>`. */
  readonly line: (row: Row) => string;
  readonly columns: readonly string[];
  /** Rows of the last sheet, given the sheets before it. */
  readonly about: (sheets: readonly Sheet[], rows: number) => readonly (readonly string[])[];
  /** Modification time of its parts; the same rows make the same file. */
  readonly modifiedAt: Date;
  readonly maxSheetRows?: number;
}

/** Destroying the result destroys `rows` too. */
export function xlsxStream<Row>(rows: RowStream<Row>, workbook: Workbook<Row>): Readable {
  const zip = new yazl.ZipFile();
  const content = new PassThrough();
  // An error reaches the reader of `content`.
  pipeline(zip.outputStream, content, () => undefined);
  const fail = (error: unknown) => {
    content.destroy(error as Error);
  };
  zip.on('error', fail);
  content.once('close', () => {
    rows.destroy();
  });
  write(zip, rows, workbook).catch(fail);
  return content;
}

async function write<Row>(zip: yazl.ZipFile, rows: RowStream<Row>, workbook: Workbook<Row>): Promise<void> {
  const { name, line, columns, about, modifiedAt, maxSheetRows = MAX_SHEET_ROWS } = workbook;
  const options = { mtime: modifiedAt, compressionLevel: COMPRESSION_LEVEL };
  const sheets: Sheet[] = [];
  let rowCount = 0;
  const pathOf = (number: number) => `xl/worksheets/sheet${String(number)}.xml`;
  const source = rows[Symbol.asyncIterator]();
  let next = await source.next();

  async function* sheetRows() {
    yield numbered(headingRow(columns), 1);
    for (let count = 0; count < maxSheetRows && !next.done; count += 1) {
      rowCount += 1;
      yield numbered(line(next.value), count + 2);
      next = await source.next();
    }
  }

  do {
    const number = sheets.length + 1;
    const hash = createHash('sha256');
    const sheet = Readable.from(blocksOf(sheetRows(), hash), { objectMode: false });
    zip.addReadStream(sheet, pathOf(number), options);
    await finished(sheet);
    sheets.push({
      part: pathOf(number),
      name: number === 1 ? name : `${name} ${String(number)}`,
      sha256: hash.digest('hex'),
    });
  } while (!next.done);

  const aboutPart = pathOf(sheets.length + 1);
  const text = [sheetHead, ...about(sheets, rowCount).map((cells, index) => numbered(textRow(cells), index + 1)), sheetTail].join(
    '',
  );
  const parts = { [aboutPart]: text, ...workbookParts([...sheets, { part: aboutPart, name: 'About' }]) };
  for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), path, options);
  zip.end();
}

/** A worksheet in larger pieces. */
async function* blocksOf(rows: AsyncIterable<string>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  let block = sheetHead;
  const take = () => {
    const bytes = Buffer.from(block);
    block = '';
    hash.update(bytes);
    return bytes;
  };
  for await (const row of rows) {
    block += row;
    if (block.length >= BLOCK_LENGTH) yield take();
  }
  block += sheetTail;
  yield take();
}
