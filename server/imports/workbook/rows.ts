/** The rows of a sheet as lines of CSV. Each line has the number that its row has in the sheet. */
import { csvLine } from '../../../api/contract/csv.ts';
import { MAX_PIECE_BYTES } from '../bytes/piece.ts';
import { MAX_COLUMNS, MAX_HEADS, MAX_ROWS, WorkbookRefused } from './bounds.ts';
import { cellText, unescaped, type Texts } from './texts.ts';
import { readXml } from './xml.ts';

const broken = () => new WorkbookRefused('WorkbookBroken');

/** `AB12` is in column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}(?=\d|$)/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > MAX_COLUMNS) throw broken();
  return column - 1;
}

/** Excel writes an id of eleven digits as `1.2345678901E10`. */
function numberText(value: string): string {
  if (!/e/i.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? String(number) : value;
}

/** @param write gets each line, in their order */
export async function readRows(chunks: AsyncIterable<Buffer>, texts: Texts, write: (line: string) => void): Promise<void> {
  let [row, column, type, value, isValue, width] = [0, -1, '', '', false, -1];
  let [cells, characters]: [string[], number] = [[], 0];
  const inline = cellText();

  function beginRow(reference: string | undefined): void {
    const next = reference === undefined ? row + 1 : Number(reference);
    if (!Number.isInteger(next) || next <= row || next > MAX_ROWS) throw broken();
    // Rows without a cell are left out of the sheet, not of the lines.
    for (let missing = row + 1; missing < next; missing += 1) write('\r\n');
    [row, column, cells, characters] = [next, -1, [], 0];
  }

  function beginCell(reference: string | undefined, given: string): void {
    column = reference === undefined ? column + 1 : columnOf(reference);
    [type, value] = [given, ''];
  }

  function textOf(): string {
    if (type === 'inlineStr') return inline.take();
    if (type === 's') return value === '' ? '' : texts.at(Number(value));
    if (type === 'b') return value === '1' ? 'true' : 'false';
    return type === 'str' ? unescaped(value) : numberText(value);
  }

  function endCell(): void {
    const text = textOf().replaceAll(/[\r\n\u2028\u2029]+/g, ' ');
    // A row that is longer than any person is told as such; what else it has is not kept.
    if (text === '' || characters > MAX_PIECE_BYTES) return;
    characters += text.length;
    // One cell beyond the heads says that the row does not fit; the others of it say nothing.
    const at = width < 0 ? column : Math.min(column, width);
    if (at >= MAX_HEADS) throw new WorkbookRefused('WorkbookTooLarge');
    while (cells.length < at) cells.push('');
    cells[at] = text;
  }

  function endRow(): void {
    if (cells.length === 0) {
      write('\r\n');
      return;
    }
    if (width < 0) width = cells.length;
    while (cells.length < width) cells.push('');
    write(csvLine(cells));
  }

  await readXml(chunks, {
    open(name, attributes) {
      if (name === 'row') beginRow(attributes.r);
      else if (name === 'c') beginCell(attributes.r, attributes.t ?? 'n');
      else if (name === 'v') isValue = true;
      else inline.open(name);
    },
    text(text) {
      if (isValue) value += text;
      else inline.add(text);
      if (value.length > MAX_VALUE_CHARACTERS) throw broken();
    },
    close(name) {
      if (name === 'row') endRow();
      else if (name === 'c') endCell();
      else if (name === 'v') isValue = false;
      else inline.close(name);
    },
  });
}

/** Of a formula's text, as Excel has it. */
const MAX_VALUE_CHARACTERS = 32_767;
