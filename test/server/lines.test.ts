/** Files that the store writes line by line: whole, no faster than they are taken, and ended with their receiver. */
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { openDatabase, openPool, type Db, type OwnPool } from '../../server/db/database.ts';
import { openLines } from '../../server/db/lines.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
let pool: OwnPool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
  pool = openPool({ url: database.url, poolSize: 6, connectTimeoutMs: 5000, statementTimeoutMs: 1000 });
  db = openDatabase(pool);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** `count` lines, each its number and `text`. */
const numbered = (count: number, text = '') =>
  db
    .selectFrom(sql<{ n: number }>`generate_series(1, ${count}::int)`.as<'s'>(sql`s(n)`))
    .select(sql<string>`n || ${text}::text || chr(10)`.as('line'));

const read = async (stream: Readable) => {
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block as Buffer);
  return Buffer.concat(blocks).toString();
};
/** What runs in the store for somebody who reads lines. */
const running = () =>
  database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%chr(10)%'
    AND pid <> pg_backend_pid()`);
const nothingRuns = () => eventually('the query to end', async () => (await running()).length === 0);

test('gives the head, then every line in order, in any alphabet and of any length', async () => {
  expect(await read(await openLines(pool, numbered(0), 'head\n'))).toBe('head\n');
  const text = await read(await openLines(pool, numbered(50_000, ' 王 Łódź 🦊'), 'head\n'));
  expect(text).toBe(`head\n${Array.from({ length: 50_000 }, (_, index) => `${String(index + 1)} 王 Łódź 🦊\n`).join('')}`);
  const long = 'ß'.repeat(200_000);
  expect(await read(await openLines(pool, numbered(3, long), ''))).toBe(`1${long}\n2${long}\n3${long}\n`);
});

test('asks the store for no more than is taken, and outlives the limit on a statement', async () => {
  const stream = await openLines(pool, numbered(50_000, 'x'.repeat(500)), '');
  await eventually('the store to wait for its reader', async () => {
    const [row] = await database.query<{ wait_event: string }>(
      `SELECT wait_event FROM pg_stat_activity WHERE query LIKE '%chr(10)%' AND wait_event = 'ClientWrite'
         AND query_start < now() - interval '1100 milliseconds'`,
    );
    return row !== undefined;
  });
  expect(stream.readableLength).toBeLessThan(1_000_000);
  expect((await read(stream)).length).toBeGreaterThan(25_000_000);
});

test('ends the query with its receiver, though the query has given nothing yet', async () => {
  const streaming = await openLines(pool, numbered(10_000_000, 'x'.repeat(500)), '');
  streaming.destroy();
  await nothingRuns();
  const slow = db.selectNoFrom(sql<string>`pg_sleep(60)::text || chr(10)`.as('line'));
  const waiting = await openLines(pool, slow, '');
  await eventually('the query to run', async () => (await running()).length === 1);
  waiting.destroy();
  await nothingRuns();
});

test('says what fails at once, breaks off where the store does later, and forgets nobody who left', async () => {
  for (let round = 0; round < 6; round += 1) {
    await expect(openLines(pool, db.selectNoFrom(sql<string>`nothing`.as('line')), '')).rejects.toThrow('nothing');
    const broken = await openLines(
      pool,
      db
        .selectFrom(sql<{ n: number }>`generate_series(-5, 5)`.as<'s'>(sql`s(n)`))
        .select(sql<string>`1 / n || chr(10)`.as('line')),
      '',
    );
    await expect(read(broken)).rejects.toThrow('division by zero');
  }
  const killed = await openLines(pool, numbered(10_000_000, 'x'.repeat(500)), '');
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%chr(10)%' AND pid <> pg_backend_pid()`,
  );
  await expect(read(killed)).rejects.toThrow();
  expect(await read(await openLines(pool, numbered(1), ''))).toBe('1\n');
});

test('is refused to the fifth at once, and allowed again when one has left', async () => {
  const four = await Promise.all(Array.from({ length: 4 }, () => openLines(pool, numbered(1_000_000, 'x'.repeat(500)), '')));
  await expect(openLines(pool, numbered(1), '')).rejects.toMatchObject({ code: 'Busy' });
  four[0]?.destroy();
  expect(await read(await openLines(pool, numbered(1), ''))).toBe('1\n');
  for (const stream of four) stream.destroy();
  await nothingRuns();
});
