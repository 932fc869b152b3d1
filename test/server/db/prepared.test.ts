/** What runs on nearly every call, and what changes rows, is prepared once per connection. */
import { openDatabase } from '../../../server/db/database.ts';
import { findSession } from '../../../server/session/principals.ts';
import { randomToken, sha256 } from '../../../server/session/tokens.ts';
import { newVersion } from '../../../server/accounts/account.ts';
import { endOpeners } from '../../../server/accounts/openers.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openTestPool } from '../../support/openTestPool.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('the session of a call is found by a prepared statement, with the parameters of that call', async () => {
  const pool = openTestPool(database.url, 1, 5000);
  const db = openDatabase(pool);
  const now = new Date();
  const tokens: Record<string, string> = {};
  for (const userName of ['ordinary', 'sysadmin']) {
    const token = randomToken();
    await database.query(
      `INSERT INTO sessions (session_id, user_id, kind, token_hash, remember, created_at, last_seen_at, authenticated_at, expires_at, idle_ms)
       SELECT gen_random_uuid(), user_id, 'full', $1, false, $2::timestamptz, $2, $2, $2::timestamptz + interval '1 hour', 60000 FROM users WHERE user_name = $3`,
      [sha256(token), now, userName],
    );
    tokens[userName] = token;
  }
  for (const [userName, token] of Object.entries(tokens))
    expect(await findSession(db, token, now)).toMatchObject({ kind: 'session', person: { userName } });
  expect(await findSession(db, tokens.ordinary ?? '', new Date(now.getTime() + 60_000))).toEqual({ kind: 'anonymous' });
  const { rows } = await pool.query('SELECT name, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements');
  expect(rows).toEqual([{ name: 'findByTokenHash', times: 3 }]);
  await pool.end();
});

test('what ends with an act is one prepared statement for each act', async () => {
  const pool = openTestPool(database.url, 1, 5000);
  const db = openDatabase(pool);
  const [user] = await db.selectFrom('users').select('user_id').orderBy('user_name_key').limit(1).execute();
  for (let turn = 0; turn < 2; turn += 1)
    await db.transaction().execute((tx) => endOpeners(tx, 'disabling', [user?.user_id ?? ''], new Date()));
  const { rows } = await pool.query(
    `SELECT (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements WHERE statement LIKE 'WITH "sessions" AS (DELETE%'`,
  );
  expect(rows).toEqual([{ times: 2 }]);
  await pool.end();
});

test('changes and locks are prepared by their text; a result of all columns, an upsert and a list are not', async () => {
  const pool = openTestPool(database.url, 1, 5000);
  const db = openDatabase(pool);
  const [user] = await db.selectFrom('users').select('user_id').orderBy('user_name_key').limit(1).execute();
  for (let turn = 0; turn < 3; turn += 1) await db.transaction().execute((tx) => newVersion(tx, user?.user_id ?? '', turn + 1));
  await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', user?.user_id ?? '')
    .forUpdate()
    .execute();
  await db
    .updateTable('users')
    .set({ title: null })
    .where('user_id', '=', user?.user_id ?? '')
    .returningAll()
    .execute();
  await db
    .insertInto('settings')
    .values({ key: 'prepared', value: 'no' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const { rows } = await pool.query(
    'SELECT statement, (generic_plans + custom_plans)::int AS times FROM pg_prepared_statements ORDER BY statement',
  );
  expect(rows).toEqual([
    { statement: 'select "user_id" from "users" where "user_id" = $1 for update', times: 1 },
    { statement: 'update "users" set "version" = $1 where "user_id" = $2 and "version" = $3', times: 3 },
  ]);
  await pool.end();
});
