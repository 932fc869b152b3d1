/** A workbook is written no faster than it is read, in several sheets where one is full, and ends with its reader. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import readWorkbook from 'read-excel-file/node';
import type { RowStream } from '../../../server/export/rowStream.ts';
import { xlsxStream } from '../../../server/export/xlsx.ts';

const rowOf = (text: string) => `<row r="\u0001"><c r="A\u0001" t="inlineStr"><is><t>${text}</t></is></c></row>`;
const about = (sheets: readonly { part: string }[], rows: number) => [[String(rows), ...sheets.map(({ part }) => part)]];
const workbook = {
  name: 'Events',
  line: ({ line }: { line: string }) => line,
  columns: ['text'],
  about,
  modifiedAt: new Date(0),
};

/** @param limit of rows, higher than are ever read */
function source(limit: number): { readonly rows: RowStream<{ line: string }>; readonly read: () => number } {
  let read = 0;
  function* all() {
    // Random bytes can't be compressed, so their length in the file is the same.
    for (; read < limit; read += 1) yield { line: rowOf(randomBytes(500).toString('hex')) };
  }
  return { rows: Readable.from(all()), read: () => read };
}

test('a slow reader holds the rows back, and one who leaves ends them', async () => {
  const { rows, read } = source(1_000_000);
  const file = xlsxStream(rows, workbook);
  const chunks = file[Symbol.asyncIterator]();
  let bytes = 0;
  for (let count = 0; count < 20; count += 1) {
    const { value } = (await chunks.next()) as { value: Buffer };
    bytes += value.length;
    for (let turns = 0; turns < 200; turns += 1) await turn();
  }
  // Each row has half a kilobyte in the file; the buffers in between hold some hundred kilobytes.
  expect(read() * 500 - bytes).toBeLessThan(2_000_000);
  file.destroy();
  while (!rows.destroyed) await turn();
});

test('an error of the rows breaks the file off', async () => {
  function* broken() {
    yield { line: rowOf('one') };
    throw new Error('The database is gone');
  }
  const file = xlsxStream(Readable.from(broken()), workbook);
  await expect(file.toArray()).rejects.toThrow('The database is gone');
});

test('more rows than a sheet takes go on the next ones', async () => {
  const { rows } = source(5);
  const file = xlsxStream(rows, { ...workbook, maxSheetRows: 2 });
  const sheets = await readWorkbook(Buffer.concat(await file.toArray()));
  expect(sheets.map(({ sheet, data }) => [sheet, data.length])).toEqual([
    ['Events', 3],
    ['Events 2', 3],
    ['Events 3', 2],
    ['About', 1],
  ]);
  expect(sheets.at(-1)?.data[0]?.slice(0, 2)).toEqual(['5', 'xl/worksheets/sheet1.xml']);
});
