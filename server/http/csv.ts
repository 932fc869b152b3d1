/** CSV as spreadsheets read it: UTF-8 with BOM, RFC 4180, and no cell that a spreadsheet would run as a formula. */
import type { Readable } from 'node:stream';
import { fileStream } from './fileStream.ts';

export type Cell = string | number | null;

/** Without it, Excel takes UTF-8 for the code page of the machine. */
export const BOM = '\uFEFF';

/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection), the full-width forms among them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** RFC 4180 asks for quotes around comma, quote and line break; tab and semicolon separate cells in some languages. */
const SPECIAL = /[",;\t\r\n]|^ | $/;

/** One record with its line end. Text that looks like a formula gets an apostrophe before it, which spreadsheets do not show. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole file in flat memory: the header goes out at once, then each batch as it is read. */
export const csvStream = <Row>(
  header: readonly string[],
  batches: AsyncGenerator<readonly Row[]>,
  cells: (row: Row) => readonly Cell[],
): Readable =>
  fileStream(batches, {
    head: BOM + csvLine(header),
    write: (rows) => rows.map((row) => csvLine(cells(row))).join(''),
  });
