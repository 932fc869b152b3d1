/** The XML parts of a workbook (ECMA-376), as short as Excel takes them. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The width in characters. */
const COLUMN_WIDTH = 24;

/** The pane keeps the first row in view. */
export const sheetHead = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="26" width="${String(COLUMN_WIDTH)}" customWidth="1"/></cols><sheetData>`;
export const sheetTail = '</sheetData></worksheet>';

const HEADING_STYLE = 2;

/** Characters that XML does not have. */
const noXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Escapes text as in `xlsxSql.ts`: removes characters that XML does not have, and escapes what Excel would read as an escaped
 * character.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(noXml, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_');

const LETTER_A = 65;
/** The letter of one of the first 26 columns. */
export const columnName = (index: number): string => String.fromCharCode(LETTER_A + index);

/** XML does not have this character, so no text contains it. */
export const ROW_NUMBER_MARK = '\u0001';
export const numbered = (row: string, number: number): string => row.replaceAll(ROW_NUMBER_MARK, String(number));

/** A cell with a mark in place of its row number. @param index index of its column */
export const textCell = (text: string, index: number, style = ''): string =>
  `<c r="${columnName(index)}${ROW_NUMBER_MARK}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

export const rowOfCells = (cells: string): string => `<row r="${ROW_NUMBER_MARK}">${cells}</row>`;

const rowOf = (cells: readonly string[], style: string): string =>
  rowOfCells(cells.map((text, index) => textCell(text, index, style)).join(''));

export const textRow = (cells: readonly string[]): string => rowOf(cells, '');
export const headingRow = (cells: readonly string[]): string => rowOf(cells, ` s="${String(HEADING_STYLE)}"`);

/** Cell styles: 0 plain, 1 a date with its time, 2 a heading. */
const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf numFmtId="164" applyNumberFormat="1" xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/></cellXfs></styleSheet>`;

interface NamedSheet {
  /** The path, such as `xl/worksheets/sheet1.xml`. */
  readonly part: string;
  readonly name: string;
}

/** All parts but the sheets, by path. */
export function workbookParts(sheets: readonly NamedSheet[]): Readonly<Record<string, string>> {
  const list = (one: (sheet: NamedSheet, id: string) => string) =>
    sheets.map((sheet, index) => one(sheet, String(index + 1))).join('');
  return {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list(({ name }, id) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list(({ part }, id) => `<Relationship Id="rId${id}" Type="${OFFICE}/worksheet" Target="/${part}"/>`)}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="/xl/styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${list(({ part }) => `<Override PartName="/${part}" ContentType="${SPREADSHEET}.worksheet+xml"/>`)}</Types>`,
  };
}
