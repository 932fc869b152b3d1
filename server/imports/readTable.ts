/** Reads a table: CSV, with any of the usual separators, or the first sheet of a workbook. */
import Papa from 'papaparse';
import { isBlank, utf8Of, type Piece } from './bytes/piece.ts';
import { FileRefused, type ForeignFile, type ReadRow } from './foreignFile.ts';
import { isTooLong } from './person.ts';
import { readHeads, rowToPerson, type Heads } from './sources/table.ts';

export const TABLE = 'table';

/** Spreadsheets separate by semicolons where the decimal sign is a comma. */
function delimiterOf(heads: string): string {
  const count = (mark: string) => heads.split(mark).length;
  return [';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ',');
}

/** @param separator absent: one of the usual ones, as the first line tells */
export async function readTable(pieces: AsyncGenerator<Piece>, separator?: string): Promise<ForeignFile> {
  const first = await pieces.next();
  const headBytes = first.done === true ? 'tooLong' : first.value.bytes;
  const headText = headBytes === 'tooLong' ? '' : (utf8Of(headBytes) ?? '').replace(/^\uFEFF/, '');
  const delimiter = separator ?? delimiterOf(headText);
  const cellsOf = (text: string): readonly string[] => Papa.parse<string[]>(text, { delimiter, newline: '\n' }).data[0] ?? [];
  const headCells = cellsOf(headText.replace(/\r$/, ''));
  const heads = readHeads(headCells);
  if (!heads) throw new FileRefused('FileUnknown');
  return { source: TABLE, rows: tableRows(pieces, heads, headCells.length, cellsOf) };
}

async function* tableRows(
  pieces: AsyncGenerator<Piece>,
  heads: Heads,
  width: number,
  cellsOf: (text: string) => readonly string[],
): AsyncGenerator<ReadRow> {
  for await (const piece of pieces) {
    const { line, bytes } = piece;
    if (isBlank(piece)) continue;
    const text = bytes === 'tooLong' ? bytes : utf8Of(bytes);
    if (bytes === 'tooLong' || text === undefined) {
      yield { line, refusal: bytes === 'tooLong' ? 'tooLong' : 'unreadable' };
      continue;
    }
    const cells = cellsOf(text.replace(/\r$/, ''));
    const person = cells.length === width ? rowToPerson(heads, cells) : undefined;
    if (!person) yield { line, refusal: 'unreadable' };
    else yield isTooLong(person) ? { line, refusal: 'tooLong' } : { line, person };
  }
}
