/** CSV as spreadsheets read it: UTF-8 with BOM, RFC 4180, and no cell that a spreadsheet would run as a formula. */

/** Without it, Excel takes UTF-8 for the code page of the machine. */
export const BOM = '\uFEFF';

/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection), the full-width forms among them. */
export const FORMULA_STARTS = '=+-@\t\r\n＝＋－＠';
/** RFC 4180 asks for quotes around comma, quote and line break; tab and semicolon separate cells in some languages. */
const SPECIAL = /[",;\t\r\n]|^ | $/;

/** One record with its line end. Text that looks like a formula gets an apostrophe before it, which spreadsheets do not show. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(written).join(',')}\r\n`;

function written(cell: string): string {
  const text = cell !== '' && FORMULA_STARTS.includes(cell.charAt(0)) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
