/** CSV for spreadsheets, as server and browser write it: RFC 4180, without cells that a spreadsheet would run as a formula. */

/** Without a byte order mark, Excel reads UTF-8 as the machine's code page. */
export const BOM = '\uFEFF';

/** Excel separates by semicolons where the decimal sign is a comma. */
export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** First characters of a formula (OWASP, CSV injection), including the full-width forms. */
export const FORMULA_STARTS = '=+-@\t\r\n＝＋－＠';
/** RFC 4180 requires quotes around comma, quote and line break; some locales separate cells by tab or semicolon. */
const SPECIAL = /[",;\t\r\n]|^ | $/;

/**
 * Matches where a formula would begin in a spreadsheet that separates cells by another character, for which quotes within a line
 * are mere text. The syntax is common to JavaScript and PostgreSQL.
 */
export const FORMULA_AFTER_SEPARATOR = String.raw`([,;\t\r\n])(?="*[=+@＝＋－＠-])`;
const afterSeparator = new RegExp(FORMULA_AFTER_SEPARATOR, 'g');

/** One record with its line end. Text that looks like a formula gets an apostrophe before it, which spreadsheets don't show. */
export const csvLine = (cells: readonly string[], delimiter: CsvDelimiter = ','): string =>
  `${cells.map(csvCell).join(delimiter)}\r\n`;

const guards = new RegExp(String.raw`^'(?=[${FORMULA_STARTS.replace('-', '')}-])|(?<=[,;\t\r\n])'(?="*[=+@＝＋－＠-])`, 'g');

/** The text of a cell that was written by `csvCell`. */
export const withoutFormulaGuards = (cell: string): string => cell.replace(guards, '');

/** One cell of a record. */
export function csvCell(cell: string): string {
  const inner = cell.replaceAll(afterSeparator, "$1'");
  const text = cell !== '' && FORMULA_STARTS.includes(cell.charAt(0)) ? `'${inner}` : inner;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
