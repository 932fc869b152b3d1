/** CSV for spreadsheets: UTF-8 with BOM, RFC 4180, without cells that a spreadsheet would run as a formula. */

/** Without it, Excel reads UTF-8 as the machine's code page. */
export const BOM = '\uFEFF';

/** First characters of a formula (OWASP, CSV injection), including the full-width forms. */
export const FORMULA_STARTS = '=+-@\t\r\n＝＋－＠';
/** RFC 4180 requires quotes around comma, quote and line break; some locales separate cells by tab or semicolon. */
const SPECIAL = /[",;\t\r\n]|^ | $/;

/** One record with its line end. Text that looks like a formula gets an apostrophe before it, which spreadsheets don't show. */
export const csvLine = (cells: readonly string[], delimiter = ','): string => `${cells.map(formatCell).join(delimiter)}\r\n`;

function formatCell(cell: string): string {
  const text = cell !== '' && FORMULA_STARTS.includes(cell.charAt(0)) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
