/** Reads a CSV file in any common encoding and delimiter into lines and cells, or returns why it is unusable. */
import { shortened } from '@api/contract/rules/shortened.ts';
import { encodingOf } from '@api/contract/textEncoding.ts';
import type { CsvFile, Encoding } from '@store/imports/importRows.ts';

export type Refusal =
  | { readonly kind: 'empty' | 'headsOnly' | 'notText' | 'tooBig' | 'unread' | 'unloaded' }
  | { readonly kind: 'tooMany'; readonly count: number }
  | { readonly kind: 'tooManyColumns'; readonly count: number; readonly most: number }
  | { readonly kind: 'quote'; readonly line: number }
  | { readonly kind: 'ragged'; readonly line: number; readonly cells: number; readonly heads: number };

/** The server's limit. */
export const MAX_ROWS = 50_000;
/** Each field offers all columns to choose from. */
const MAX_COLUMNS = 200;
/** Headers are shown, compared and remembered. */
const MAX_HEAD_CHARACTERS = 100;
const MAX_BYTES = 32 * 1024 * 1024;

/** Spreadsheets write the separator of a file into its first line, and read it there. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\n|$)/i;

/** The most frequent separator in the header line. Papa Parse's detection fails on short files that end with a line break. */
function delimiterOf(text: string): string {
  const [heads = ''] = /[^\n]+/.exec(text.slice(0, 10_000).replace(/"[^"]*"/g, '')) ?? [];
  const occurrences = (mark: string) => heads.split(mark).length;
  return [';', '\t', '|'].reduce((best, mark) => (occurrences(mark) > occurrences(best) ? mark : best), ',');
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
const breaksIn = (cells: readonly string[]): number => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

const bytesOf = (file: Blob): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(new Uint8Array(reader.result as ArrayBuffer));
    };
    reader.onerror = () => {
      reject(new Error('The file could not be read', { cause: reader.error }));
    };
    reader.readAsArrayBuffer(file);
  });

/** @param chosen the encoding; absent: detected from the content */
export async function readCsv(file: File, chosen?: Encoding): Promise<CsvFile | Refusal> {
  if (file.size > MAX_BYTES) return { kind: 'tooBig' };
  const bytes = await bytesOf(file).catch(() => null);
  if (!bytes) return { kind: 'unread' };
  const encoding = chosen ?? encodingOf(bytes);
  const whole = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n');
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(whole) ?? [];
  const text = whole.slice(separatorLine.length);
  if (text.includes('\0')) return { kind: 'notText' };
  const papa = await import(/* webpackChunkName: "papaparse" */ 'papaparse').catch(() => null);
  if (!papa) return { kind: 'unloaded' };
  const { data, errors } = papa.default.parse<string[]>(text, { delimiter: separator ?? delimiterOf(text), newline: '\n' });

  const quoteErrorRow = errors.find(({ type }) => type === 'Quotes')?.row;
  const rows: { line: number; cells: string[] }[] = [];
  let line = separatorLine === '' ? 1 : 2;
  for (const [at, cells] of data.entries()) {
    if (at === quoteErrorRow) return { kind: 'quote', line };
    if (!isBlank(cells)) rows.push({ line, cells });
    line += 1 + breaksIn(cells);
  }
  const heads = rows.shift()?.cells.map((head) => shortened(head.trim(), MAX_HEAD_CHARACTERS));
  if (!heads) return { kind: 'empty' };
  while (heads.at(-1) === '') heads.pop();
  if (heads.length > MAX_COLUMNS) return { kind: 'tooManyColumns', count: heads.length, most: MAX_COLUMNS };
  if (rows.length === 0) return { kind: 'headsOnly' };
  if (rows.length > MAX_ROWS) return { kind: 'tooMany', count: rows.length };
  const ragged = rows.find(({ cells }) => cells.length < heads.length || !isBlank(cells.slice(heads.length)));
  if (ragged) return { kind: 'ragged', line: ragged.line, cells: ragged.cells.length, heads: heads.length };
  return { name: file.name, encoding, heads, rows };
}
