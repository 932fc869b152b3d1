/** Workbooks made by hand, part by part, as Excel and others write them. */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export type Parts = Readonly<Record<string, string | Buffer>>;

export async function zipOf(parts: Parts): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const relationships = (found: readonly (readonly [type: string, target: string])[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${found
    .map(([type, target], at) => `<Relationship Id="rId${String(at + 1)}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export const sheetOf = (rows: string): string =>
  `${HEAD}<worksheet xmlns="${MAIN}"><dimension ref="A1"/><sheetData>${rows}</sheetData></worksheet>`;

export const textsOf = (items: string): string => `${HEAD}<sst xmlns="${MAIN}" count="1" uniqueCount="1">${items}</sst>`;

interface Sheet {
  readonly name: string;
  readonly rows: string;
  readonly state?: 'hidden';
}

/** All parts of a workbook, some of which can be replaced. @param items `<si>` elements */
export function workbookParts(sheets: readonly Sheet[], items = '', others: Parts = {}): Parts {
  const worksheets = sheets.map(({ rows }, at) => [`xl/worksheets/sheet${String(at + 1)}.xml`, sheetOf(rows)] as const);
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${String(at + 1)}"${state ? ` state="${state}"` : ''} r:id="rId${String(at + 1)}"/>`,
  );
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map((_sheet, at) => ['worksheet', `worksheets/sheet${String(at + 1)}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    ...Object.fromEntries(worksheets),
    'xl/sharedStrings.xml': textsOf(items),
    ...others,
  };
}

export const workbookOf = (rows: string, items = '', others: Parts = {}): Promise<Buffer> =>
  zipOf(workbookParts([{ name: 'People', rows }], items, others));

/** A row of texts within their cells. */
export const rowOf = (row: number, texts: readonly string[]): string =>
  `<row r="${String(row)}">${texts
    .map((text, at) => `<c r="${String.fromCharCode(65 + at)}${String(row)}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')}</row>`;

/** A workbook of people as Excel writes it: each text stands once, apart from the cells. */
export function tableWorkbook(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const texts = new Map<string, number>();
  const indexOf = (text: string): number => {
    if (!texts.has(text)) texts.set(text, texts.size);
    return texts.get(text) ?? 0;
  };
  const written = rows.map((cells, at) => {
    const row = String(at + 1);
    const cell = (text: string, column: number) =>
      `<c r="${String.fromCharCode(65 + column)}${row}" t="s"><v>${String(indexOf(text))}</v></c>`;
    return `<row r="${row}" spans="1:${String(cells.length)}">${cells.map(cell).join('')}</row>`;
  });
  const items = [...texts.keys()].map((text) => `<si><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></si>`);
  return workbookOf(written.join(''), items.join(''));
}
