/** Streamed query results: complete, with backpressure, and cancelled when the receiver closes. */
import type { Readable } from 'node:stream';
import { sql, type Compilable } from 'kysely';
import { openDatabase, type Db, type CancellablePool } from '../../../server/db/database.ts';
import { openRowStream, type RowStreamOptions } from '../../../server/export/rowStream.ts';
import { textStream } from '../../../server/export/fileStream.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { openTestPool } from '../../support/openTestPool.ts';

const POOL_SIZE = 6;

let database: TestDatabase;
let pool: CancellablePool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
  pool = openTestPool(database.url, POOL_SIZE, 1000);
  db = openDatabase(pool);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** `count` lines, each its number followed by `text`. */
const numberedLines = (count: number, text = '') =>
  db
    .selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as<'s'>(sql`s(n)`))
    .select(sql<string>`n || ${text}::text || chr(10)`.as('line'));
const sleepingQuery = () => db.selectNoFrom(sql<string>`pg_sleep(60)::text || chr(10)`.as('line'));

const openText = async (query: Compilable<{ line: string }>, head = '', options: RowStreamOptions = {}) =>
  textStream(await openRowStream(pool, query, options), { head, write: ({ line }) => line });

const read = async (stream: Readable) => {
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block as Buffer);
  return Buffer.concat(blocks).toString();
};
/** Statements of this test that the database is executing or has not finished. */
const unfinished = () =>
  database.query<{ wait_event: string | null }>(`SELECT wait_event FROM pg_stat_activity WHERE datname = current_database()
    AND state <> 'idle' AND query LIKE '%chr(10)%' AND pid <> pg_backend_pid()`);
const waitUntilIdle = () => eventually('the statement to end', async () => (await unfinished()).length === 0);

test('returns the head, then every line in order, in any script and of any length', async () => {
  expect(await read(await openText(numberedLines(0), 'head\n'))).toBe('head\n');
  const text = await read(await openText(numberedLines(50_000, ' 王 Łódź 🦊'), 'head\n'));
  expect(text).toBe(`head\n${Array.from({ length: 50_000 }, (_, index) => `${String(index + 1)} 王 Łódź 🦊\n`).join('')}`);
  const long = 'ß'.repeat(200_000);
  expect(await read(await openText(numberedLines(3, long)))).toBe(`1${long}\n2${long}\n3${long}\n`);
});

test('yields rows one by one, and returns its connection to the pool', async () => {
  for (let round = 0; round < 2 * POOL_SIZE; round += 1) {
    const seen: string[] = [];
    for await (const { line } of await openRowStream(pool, numberedLines(2000))) seen.push(line);
    expect(seen).toEqual(Array.from({ length: 2000 }, (_, index) => `${String(index + 1)}\n`));
  }
  const { rows } = await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`.execute(db);
  expect(rows).toEqual([{ limit: '1s' }]);
});

test('reads no more from the database than is consumed, and is exempt from the statement timeout', async () => {
  const stream = await openText(numberedLines(50_000, 'x'.repeat(500)));
  await eventually('the database to wait for its reader', async () => {
    const [row] = await database.query(
      `SELECT FROM pg_stat_activity WHERE query LIKE '%chr(10)%' AND wait_event = 'ClientRead' AND pid <> pg_backend_pid()
         AND xact_start < now() - interval '1100 milliseconds'`,
    );
    return row !== undefined;
  });
  expect(stream.readableLength).toBeLessThan(1_000_000);
  expect((await read(stream)).length).toBeGreaterThan(25_000_000);
});

test('closing the receiver cancels the statement, even before its first row, and no other', async () => {
  for (let round = 0; round < 2 * POOL_SIZE; round += 1) {
    const stream = await openText(round % 2 === 0 ? sleepingQuery() : numberedLines(10_000_000, 'x'.repeat(500)));
    expect(await unfinished()).toHaveLength(1);
    stream.destroy();
    const others = Array.from({ length: POOL_SIZE }, (_, index) => sql<{ n: number }>`SELECT ${index}::int AS n`.execute(db));
    expect((await Promise.all(others)).map(({ rows: [row] }) => row?.n)).toEqual([0, 1, 2, 3, 4, 5]);
    await waitUntilIdle();
  }
});

test('throws on an immediate error, aborts on a later one, and releases its slot each time', async () => {
  for (let round = 0; round < POOL_SIZE; round += 1) {
    await expect(openText(db.selectNoFrom(sql<string>`nothing`.as('line')))).rejects.toThrow('nothing');
    const numbers = sql<{ n: number }>`generate_series(-5000, 5)`.as<'s'>(sql`s(n)`);
    const failing = await openText(db.selectFrom(numbers).select(sql<string>`1 / n || chr(10)`.as('line')));
    await expect(read(failing)).rejects.toThrow('division by zero');
  }
  const killed = await openText(numberedLines(10_000_000, 'x'.repeat(500)));
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%chr(10)%' AND pid <> pg_backend_pid()`,
  );
  await expect(read(killed)).rejects.toThrow();
  expect(await read(await openText(numberedLines(1)))).toBe('1\n');
});

test('refuses a fifth stream at once, and accepts one after another has closed', async () => {
  const limited = { reader: { userName: null, limits: { LIMIT_EXPORTS: 4, LIMIT_EXPORTS_PER_USER: 4 } } };
  const open = (query: Compilable<{ line: string }>) => openText(query, '', limited);
  const four = await Promise.all(Array.from({ length: 4 }, () => open(numberedLines(1_000_000, 'x'.repeat(500)))));
  await expect(open(numberedLines(1))).rejects.toMatchObject({ code: 'Busy' });
  four[0]?.destroy();
  await eventually('a free slot', async () => (await read(await open(numberedLines(1)))) === '1\n');
  for (const stream of four) stream.destroy();
  await waitUntilIdle();
});
