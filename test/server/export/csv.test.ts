/** CSV written by the server and by PostgreSQL: values are preserved, and no cell is run as a formula (OWASP CSV injection). */
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import Papa from 'papaparse';
import { csvPlain, csvRecord, csvText, csvTime } from '../../../server/export/csvSql.ts';
import { BOM, csvLine, withoutFormulaGuards } from '@api/contract/csv.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

const parsed = (text: string) => Papa.parse<string[]>(text.replace(BOM, ''), { skipEmptyLines: true }).data;

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
});
afterAll(() => database.drop());

const selectRecord = async (...cells: Parameters<typeof csvRecord>[0]) => {
  const query = sql<{ line: string }>`SELECT ${csvRecord(cells)} AS line`.compile(compiler);
  return (await database.row<{ line: string }>(query.sql, query.parameters)).line;
};
const selectTexts = (...cells: (string | null)[]) => selectRecord(...cells.map((cell) => csvText(sql`${cell}::text`)));

describe.each([
  ['written by the server', (cells: string[]) => Promise.resolve(csvLine(cells))],
  ['written by PostgreSQL', (cells: string[]) => selectTexts(...cells)],
])('A line %s', (_writer, line) => {
  it('preserves any text, and ends in CRLF as in RFC 4180', async () => {
    const cells = ['plain', 'a, b', 'say "no"', 'two\r\nlines', 'semi;colon', ' spaces ', '王 Łódź 🦊', '', "O'Brien", '\\'];
    const text = await line(cells);
    expect(parsed(text)).toEqual([cells]);
    expect(text).toMatch(/[^\r\n]\r\n$/);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠x'])(
    'escapes a cell that begins like a formula: %j',
    async (text) => {
      expect(parsed(await line(['x', text]))).toEqual([['x', `'${text}`]]);
    },
  );

  it('escapes what would begin like a formula in a spreadsheet with any other separator', async () => {
    const cells = ['a;=1+1', 'b\t=1', '\t=1', 'c,"@x', "d;'=1", 'e; -1', 'f\r\n=1', 'Mozilla/5.0 (X11; Linux)', '{"a": [1, -2]}'];
    const text = await line(cells);
    expect(parsed(text)).toEqual([
      ["a;'=1+1", "b\t'=1", "'\t'=1", `c,'"@x`, "d;'=1", 'e; -1', "f\r\n'=1", 'Mozilla/5.0 (X11; Linux)', '{"a": [1, -2]}'],
    ]);
    for (const delimiter of [';', '\t', ','])
      for (const row of text.split(/[\r\n]+/)) for (const cell of row.split(delimiter)) expect(cell).not.toMatch(/^"*[=+@-]/);
  });

  it('is read again without the signs that it was escaped with', async () => {
    const cells = ['=1', '-Head, "of" it', '\t@x', 'a;=1', 'b,"@x', 'c\r\n=1', '＝1', "O'Brien", "'t Hooft", "Head, 'of' it"];
    expect(parsed(await line(cells)).map((read) => read.map(withoutFormulaGuards))).toEqual([cells]);
  });
});

test('null is an empty cell, and times are in UTC whatever the time zone of the database', async () => {
  await database.query(`SET timezone = 'Asia/Kolkata'`);
  const time = new Date('2026-03-01T12:00:00.007Z');
  expect(await selectTexts('a', null, 'b')).toBe('"a",,"b"\r\n');
  expect(await selectRecord(csvTime(sql`${time}::timestamptz`), csvTime(sql`NULL::timestamptz`), csvPlain(sql`7`))).toBe(
    '2026-03-01T12:00:00.007Z,,7\r\n',
  );
});
