/** CSV: what comes out is what went in, and no spreadsheet runs any of it, whether we write it or the store does. */
import { Kysely, PostgresAdapter, DummyDriver, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import Papa from 'papaparse';
import { csvPlain, csvRecord, csvText, csvTime } from '../../server/export/csvSql.ts';
import { BOM, csvLine } from '../../server/export/csvLine.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

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

const stored = async (...cells: Parameters<typeof csvRecord>[0]) => {
  const query = sql<{ line: string }>`SELECT ${csvRecord(cells)} AS line`.compile(compiler);
  return (await database.row<{ line: string }>(query.sql, query.parameters)).line;
};
const texts = (...cells: (string | null)[]) => stored(...cells.map((cell) => csvText(sql`${cell}::text`)));

describe.each([
  ['of ours', (cells: string[]) => Promise.resolve(csvLine(cells))],
  ['of the store', (cells: string[]) => texts(...cells)],
])('a line %s', (_whose, line) => {
  it('keeps whatever text it is given, and ends as RFC 4180 says', async () => {
    const cells = ['plain', 'a, b', 'say "no"', 'two\r\nlines', 'semi;colon', ' spaces ', '王 Łódź 🦊', '', "O'Brien", '\\'];
    const text = await line(cells);
    expect(parsed(text)).toEqual([cells]);
    expect(text).toMatch(/[^\r\n]\r\n$/);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    'begins no cell with a formula: %j',
    async (text) => {
      expect(parsed(await line(['x', text]))).toEqual([['x', `'${text}`]]);
    },
  );

  it('quotes what another separator would turn into a cell of its own', async () => {
    expect(await line(['a;=1+1', 'b\t=1'])).toBe('"a;=1+1","b\t=1"\r\n');
  });
});

test('nothing is an empty cell, and times are in UTC whatever the store takes for here', async () => {
  await database.query(`SET timezone = 'Asia/Kolkata'`);
  const time = new Date('2026-03-01T12:00:00.007Z');
  expect(await texts('a', null, 'b')).toBe('"a",,"b"\r\n');
  expect(await stored(csvTime(sql`${time}::timestamptz`), csvTime(sql`NULL::timestamptz`), csvPlain(sql`7`))).toBe(
    '2026-03-01T12:00:00.007Z,,7\r\n',
  );
});
