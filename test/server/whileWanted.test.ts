/** Work of several statements for a client that may disconnect: it stops before the next statement. */
import { sql } from 'kysely';
import { openDatabase, openPool, type Db, type CancellablePool } from '../../server/db/database.ts';
import { withCheck, cancelOnAbort } from '../../server/db/cancelOnAbort.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: CancellablePool;
let db: Db;

beforeAll(async () => {
  database = await createDatabase({ contents: 'empty' });
  pool = openPool({ url: database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 20_000 });
  db = openDatabase(pool);
  await sql`CREATE TABLE steps (name text)`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const steps = async () =>
  (await database.query<{ name: string }>('SELECT name FROM steps ORDER BY name')).map(({ name }) => name);

/** Two statements, with `between` called between them. */
const runTwoSteps = (signal: AbortSignal, between: () => void) =>
  db.connection().execute((one) =>
    cancelOnAbort(pool, one, signal, async (check) => {
      const checked = withCheck(one, check);
      await sql`INSERT INTO steps VALUES ('first')`.execute(checked);
      between();
      await sql`INSERT INTO steps VALUES ('second')`.execute(checked);
      return 'done';
    }),
  );

test('aborted between two statements, the next is not executed, and the connection is reusable', async () => {
  const disconnected = new AbortController();
  await expect(
    runTwoSteps(disconnected.signal, () => {
      disconnected.abort(new Error('Nobody waits'));
    }),
  ).rejects.toThrow('Nobody waits');
  expect(await steps()).toEqual(['first']);
  expect((await sql<{ n: number }>`SELECT 7 AS n`.execute(db)).rows).toEqual([{ n: 7 }]);
});

test('without an abort, both are executed', async () => {
  expect(await runTwoSteps(new AbortController().signal, () => undefined)).toBe('done');
  expect(await steps()).toEqual(['first', 'first', 'second']);
});
