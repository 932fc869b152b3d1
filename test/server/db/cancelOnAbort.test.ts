/** Work of several statements for a client that may disconnect: it stops before the next statement. */
import { sql } from 'kysely';
import { openDatabase, type Db, type CancellablePool } from '../../../server/db/database.ts';
import { withCheck, cancelOnAbort } from '../../../server/db/cancelOnAbort.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

let database: TestDatabase;
let pool: CancellablePool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
  pool = openTestPool(database.url, 1, 20_000);
  db = openDatabase(pool);
  // A sequence keeps what a transaction that is rolled back has taken from it.
  await sql`CREATE SEQUENCE steps`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const steps = async () => (await database.row<{ steps: number }>("SELECT nextval('steps')::int - 1 AS steps")).steps;

/** Two statements, with `between` called between them. */
const runTwoSteps = (signal: AbortSignal, between: () => void) =>
  db.transaction().execute((one) =>
    cancelOnAbort(pool, one, signal, async (check) => {
      const checked = withCheck(one, check);
      await sql`SELECT nextval('steps')`.execute(checked);
      between();
      await sql`SELECT nextval('steps')`.execute(checked);
      return 'done';
    }),
  );

test('aborted between two statements, the next is not executed, and the connection is reusable', async () => {
  const disconnected = new AbortController();
  await expect(
    runTwoSteps(disconnected.signal, () => {
      disconnected.abort(new Error('Client disconnected'));
    }),
  ).rejects.toThrow('Client disconnected');
  expect(await steps()).toBe(1);
  expect((await sql<{ n: number }>`SELECT 7 AS n`.execute(db)).rows).toEqual([{ n: 7 }]);
});

test('without an abort, both are executed', async () => {
  expect(await runTwoSteps(new AbortController().signal, () => undefined)).toBe('done');
  // One step was before, one was the query, and two are from now.
  expect(await steps()).toBe(4);
});
