/** Workbooks of Excel: the first sheet is read as the table that its user sees. */
import { Readable } from 'node:stream';
import { readForeignFile } from '../../../server/imports/read.ts';
import { rowOf, tableWorkbook, workbookOf, workbookParts, zipOf } from '../../support/workbook.ts';

async function read(file: Buffer) {
  const { source, sheet, rows } = await readForeignFile(Readable.from([file]));
  const found = [];
  for await (const row of rows) found.push(row);
  const people = found.flatMap((row) => ('person' in row ? [row.person] : []));
  return { source, sheet, rows: found, people };
}

const HEADS = ['email', 'login', 'first name', 'id', 'email verified'];
const headRow = rowOf(1, HEADS);

test('texts, numbers, booleans, formulas and formats are what the user sees; each row has its number', async () => {
  const items = [
    '<si><t>rich@former.example</t></si>',
    '<si><r><rPr><b/></rPr><t>An</t></r><r><t xml:space="preserve">na &amp; Co</t></r><rPh sb="0" eb="1"><t>anna</t></rPh></si>',
    '<si><t>00123</t></si>',
    '<si/>',
    '<si><t>Jo_x00F6_rg_x000D_\nLine</t></si>',
  ].join('');
  const rows = [
    headRow,
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c><c r="E2" t="b"><v>1</v></c></row>',
    // Rows 3 and 4 are empty; a date is a number.
    '<row r="5"><c r="A5" t="str"><f>B5&amp;"@former.example"</f><v>formula@former.example</v></c><c r="B5" t="inlineStr"><is><t>formula_one</t></is></c><c r="C5" t="s"><v>4</v></c><c r="D5" s="3"><v>45292</v></c><c r="E5" t="b"><v>0</v></c></row>',
    '<row><c t="inlineStr"><is><t>next@former.example</t></is></c><c t="s"><v>3</v></c><c t="e"><v>#N/A</v></c><c><v>1.2345678901E10</v></c></row>',
    '<row r="9"><c r="A9" t="inlineStr"><is><t>wide@former.example</t></is></c><c r="ZZ9"><v>1</v></c></row>',
    '<row r="10"><c r="A10" s="1"/></row>',
  ].join('');
  const { source, sheet, rows: found, people } = await read(await workbookOf(rows, items));
  expect([source, sheet]).toEqual(['table', 'People']);
  expect(people).toMatchObject([
    { email: 'rich@former.example', userName: '', firstName: 'Anna & Co', id: '00123', emailVerified: true },
    { email: 'formula@former.example', userName: 'formula_one', firstName: 'Joörg Line', id: '45292', emailVerified: false },
    { email: 'next@former.example', userName: '', firstName: '#N/A', id: '12345678901', emailVerified: false },
  ]);
  expect(found.map((row) => [row.line, 'refusal' in row ? row.refusal : null])).toEqual([
    [2, null],
    [5, null],
    [6, null],
    [9, 'unreadable'],
  ]);
});

test('of several sheets the first that is shown is read, wherever its part is', async () => {
  const person = (name: string) => headRow + rowOf(2, [`${name}@former.example`, name, '', '', '']);
  const parts = workbookParts([
    { name: 'Hidden', rows: person('hidden_one'), state: 'hidden' },
    { name: 'Staff &amp; guests', rows: person('first_one') },
    { name: 'Others', rows: person('other_one') },
  ]);
  const { sheet, people } = await read(await zipOf(parts));
  expect([sheet, people.map(({ userName }) => userName)]).toEqual(['Staff & guests', ['first_one']]);
  const moved = Object.entries(parts).map(
    ([name, content]) =>
      [name.replace('xl/worksheets/', 'other/'), String(content).replaceAll('worksheets/', '/other/')] as const,
  );
  expect((await read(await zipOf(Object.fromEntries(moved)))).people).toMatchObject([{ userName: 'first_one' }]);
});

test('a row that is longer than any person is left out, and the others come', async () => {
  const long = `<row>${'<c t="s"><v>0</v></c>'.repeat(900)}</row>`;
  const rows = `<row>${Array.from({ length: 900 }, (_, at) => `<c t="inlineStr"><is><t>${['email', 'login'][at] ?? `x${String(at)}`}</t></is></c>`).join('')}</row>`;
  const person = (name: string) =>
    `<row><c t="inlineStr"><is><t>${name}@former.example</t></is></c><c t="inlineStr"><is><t>${name}</t></is></c></row>`;
  const file = await workbookOf(rows + person('before_it') + long + person('after_it'), `<si><t>${'x'.repeat(32_000)}</t></si>`);
  expect((await read(file)).rows.map((row) => ('refusal' in row ? row.refusal : row.person.userName))).toEqual([
    'before_it',
    'tooLong',
    'after_it',
  ]);
});

test('a workbook is known by its content in pieces of any size, and commas, quotes and formulas in its cells are text', async () => {
  const cells = ['"a,b"; c@former.example', "=cmd|' /C calc'!A0", 'O"Hara; x', "'quoted'", '1'];
  const file = await tableWorkbook([HEADS, cells]);
  const pieces = Array.from({ length: Math.ceil(file.length / 100) }, (_, at) => file.subarray(at * 100, (at + 1) * 100));
  const { rows } = await readForeignFile(Readable.from(pieces));
  for await (const row of rows)
    expect(row).toMatchObject({ line: 2, person: { email: cells[0], userName: cells[1], firstName: cells[2], id: cells[3] } });
});
