/** Hostile workbooks of Excel: each is refused by its reason, within its bounds. */
import { Readable } from 'node:stream';
import { readForeignFile } from '../../../server/imports/read.ts';
import { rowOf, sheetOf, textsOf, workbookOf, workbookParts, zipOf } from '../../support/workbook.ts';

async function lastLine(file: Buffer): Promise<number> {
  const { rows } = await readForeignFile(Readable.from([file]));
  let last = 0;
  for await (const row of rows) last = row.line;
  return last;
}

const headRow = rowOf(1, ['email', 'login', 'first name', 'id', 'email verified']);

const filled = (bytes: number) => ' '.repeat(bytes);
const table = headRow + rowOf(2, ['a@former.example', 'anna_one', '', '', '']);
const MEBIBYTE = 1024 * 1024;

/** A part whose declared size is small. */
function lying(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  for (let at = changed.indexOf('PK\u0001\u0002'); at >= 0; at = changed.indexOf('PK\u0001\u0002', at + 4))
    if (changed.readUInt32LE(at + 24) > MEBIBYTE) changed.writeUInt32LE(1000, at + 24);
  return changed;
}

test.each([
  ['that unpacks to 300 MiB', () => workbookOf(table + filled(300 * MEBIBYTE)), 'WorkbookTooLarge'],
  ['that says it unpacks to little', async () => lying(await workbookOf(table + filled(64 * MEBIBYTE))), 'WorkbookBroken'],
  ['with texts without end', () => workbookOf(table, `<si><t>${'x'.repeat(30_000)}</t></si>`.repeat(3000)), 'WorkbookTooLarge'],
  ['with more texts than are kept', () => workbookOf(table, '<si/>'.repeat(2_000_001)), 'WorkbookTooLarge'],
  ['with a text that no cell holds', () => workbookOf(table, `<si><t>${'x'.repeat(40_000)}</t></si>`), 'WorkbookBroken'],
  [
    'with one long text in each of many cells',
    () =>
      workbookOf(
        headRow + '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(3000),
        `<si><t>${'x'.repeat(32_000)}</t></si>`,
      ),
    'WorkbookTooLarge',
  ],
  [
    'with rows that are not there',
    () => workbookOf(`${headRow}<row r="1048577"><c r="A1048577"><v>1</v></c></row>`),
    'WorkbookBroken',
  ],
  [
    'with parts without end',
    () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/part${String(at)}.xml`, '']))),
    'WorkbookTooLarge',
  ],
  ['whose rows go back', () => workbookOf(`${headRow}<row r="1"><c r="A1"><v>1</v></c></row>`), 'WorkbookBroken'],
  ['with a text that is not there', () => workbookOf(`${headRow}<row><c t="s"><v>7</v></c></row>`), 'WorkbookBroken'],
  ['with a cell beyond the last column', () => workbookOf('<row r="1"><c r="XFE1"><v>1</v></c></row>'), 'WorkbookBroken'],
  ['with thousands of columns', () => workbookOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'), 'WorkbookTooLarge'],
  [
    'with entities',
    () =>
      workbookOf(table, '', {
        'xl/sharedStrings.xml': `<!DOCTYPE sst [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>${textsOf('<si><t>&b;</t></si>').slice(56)}`,
      }),
    'WorkbookBroken',
  ],
  ['with elements within each other', () => workbookOf(table + '<a>'.repeat(100_000)), 'WorkbookBroken'],
  ['with an attribute without end', () => workbookOf(`<row r="${'1'.repeat(MEBIBYTE)}"/>`), 'WorkbookBroken'],
  ['that is no XML', () => workbookOf(table, '', { 'xl/worksheets/sheet1.xml': 'hello' }), 'WorkbookBroken'],
  [
    'whose XML breaks off',
    () => workbookOf(table, '', { 'xl/worksheets/sheet1.xml': sheetOf(table).slice(0, -30) }),
    'WorkbookBroken',
  ],
  ['without its sheet', async () => zipOf(without(workbookParts([{ name: 'x', rows: table }]), 'sheet1.xml')), 'WorkbookBroken'],
  [
    'without a workbook',
    async () => zipOf(without(workbookParts([{ name: 'x', rows: table }]), 'workbook.xml')),
    'WorkbookBroken',
  ],
  ['that breaks off', async () => (await workbookOf(table)).subarray(0, -100), 'WorkbookBroken'],
  ['of 33 MiB', async () => Buffer.concat([await workbookOf(table), Buffer.alloc(33 * MEBIBYTE)]), 'WorkbookTooLarge'],
  ['whose parts have a password', async () => encrypted(await workbookOf(table)), 'WorkbookBroken'],
  [
    'with a password',
    () => Promise.resolve(Buffer.concat([Buffer.from('d0cf11e0a1b11ae10000', 'hex'), Buffer.from('EncryptedPackage')])),
    'FileSpreadsheet',
  ],
  ['with an empty sheet', () => workbookOf(''), 'FileUnknown'],
  ['without addresses', () => workbookOf(rowOf(1, ['name', 'colour'])), 'FileUnknown'],
  [
    'that is a document',
    () => workbookOf(table, '', { 'xl/workbook.xml': '<w:document xmlns:w="w"><w:body/></w:document>' }),
    'FileUnknown',
  ],
  [
    'in the binary format of Excel',
    () =>
      workbookOf(table, '', {
        '_rels/.rels': '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
      }),
    'FileSpreadsheet',
  ],
])('a workbook %s is refused', async (_what, file, code) => {
  await expect(lastLine(await file())).rejects.toMatchObject({ code });
});

const without = (parts: Readonly<Record<string, string | Buffer>>, end: string) =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => !name.endsWith(end)));

/** Marks each part as encrypted. */
function encrypted(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  for (const [mark, flags] of [
    ['PK\u0003\u0004', 6],
    ['PK\u0001\u0002', 8],
  ] as const)
    for (let at = changed.indexOf(mark); at >= 0; at = changed.indexOf(mark, at + 4))
      changed.writeUInt16LE(changed.readUInt16LE(at + flags) | 1, at + flags);
  return changed;
}
