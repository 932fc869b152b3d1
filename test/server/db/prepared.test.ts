/** The query of nearly every call is prepared once per connection. */
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openDatabase, openPool } from '@server/db/database';
import { findSession } from '@server/session/principals';
import { randomToken, sha256 } from '@server/session/tokens';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test('the session of a call is found by a prepared statement, with the parameters of that call', async () => {
  const pool = openPool({ url: database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 5000 });
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
