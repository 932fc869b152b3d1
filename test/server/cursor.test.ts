/** Rows of any number, read through a cursor: all of them, and none for a receiver that has left, however long the store works at them. */
import { sql } from 'kysely';
import { openRows } from '../../server/db/cursor.ts';
import { openDatabase, openPool, type Db, type Store } from '../../server/db/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

let database: TestDatabase;
let db: Db;
let store: Store;

beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
  const pool = openPool({ url: database.url, poolSize: 6, connectTimeoutMs: 5000, statementTimeoutMs: 20_000 });
  db = openDatabase(pool);
  store = { db, pool };
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** What the store does, or has not ended, for somebody who reads rows. */
const open = () =>
  database.query<{ wait_event: string }>(`SELECT wait_event FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND state <> 'idle'`);

test('gives every row in order, in batches', async () => {
  const rows = await openRows(store, sql<{ n: number }>`SELECT n FROM generate_series(1, 2500) AS s(n)`);
  const seen: number[] = [];
  for await (const batch of rows) seen.push(...batch.map(({ n }) => n));
  expect(seen).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  expect(await open()).toEqual([]);
});

test('ends the query with its receiver, also while the store works at a batch, and harms no other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const rows = await openRows(store, sql`SELECT pg_sleep(15)`);
    const batch = rows.next().catch((error: unknown) => (error as Error).message);
    await eventually('the store to be at work', async () => (await open()).some(({ wait_event }) => wait_event === 'PgSleep'));
    const left = performance.now();
    await rows.return(undefined);
    expect(await open()).toEqual([]);
    expect(performance.now() - left).toBeLessThan(2000);
    expect(await batch).toContain('user request');
    const others = Array.from({ length: 6 }, (_, index) => sql<{ n: number }>`SELECT ${index}::int AS n`.execute(db));
    expect((await Promise.all(others)).map(({ rows: [row] }) => row?.n)).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

test('ends a query that nobody began to read', async () => {
  const rows = await openRows(store, sql`SELECT pg_sleep(15)`);
  expect(await open()).toHaveLength(1);
  await rows.return(undefined);
  expect(await open()).toEqual([]);
});
