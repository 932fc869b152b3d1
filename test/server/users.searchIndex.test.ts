/** The search index matches the users table after every change, by any process. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { openPool } from '../../server/db/database.ts';
import * as foundation from '../../server/db/migrations/0001_foundation.ts';
import * as cards from '../../server/db/migrations/0004_cards.ts';
import * as passkeys from '../../server/db/migrations/0018_passkeys.ts';
import * as secondFactors from '../../server/db/migrations/0021_second_factors.ts';
import { logInAs } from '../support/logInAs.ts';
import type { Client } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
let sysadmin: Client;

beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
});

/** Bypasses this server, like a change by another process. */
const queryDirectly = (text: string, values?: unknown[]) => site.database.query(text, values);

const COPIED_COLUMNS =
  'user_id, organisation_id, enabled, registered, mfa_enrolled, mfa_required_override, seen_at, locked_until, invite_expires_at, search_text';
const indexDifferences = () =>
  queryDirectly(`(SELECT ${COPIED_COLUMNS} FROM users EXCEPT SELECT ${COPIED_COLUMNS} FROM cards)
       UNION (SELECT ${COPIED_COLUMNS} FROM cards EXCEPT SELECT ${COPIED_COLUMNS} FROM users)`);

const insertUser = (userName: string, lastName: string) =>
  queryDirectly(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, last_login_at, created_at)
     SELECT gen_random_uuid(), $1, $1 || '@elsewhere.test', 'Quill', $2, organisation_id, now(), now(), now()
       FROM organisations WHERE name = 'Kaveri Finance'`,
    [userName, lastName],
  );

test('totals and pages of a search follow changes that another process made', async () => {
  const found = async (search: string, filter: 'all' | 'active' | 'disabled' | 'locked' | 'dormant' = 'all') => {
    const { total = -1, rows = [] } = await sysadmin.ok('Users.Page', { search, filter });
    const counts = await sysadmin.ok('Users.Counts', { search });
    expect([search, filter, counts[filter]]).toEqual([search, filter, total]);
    expect(rows).toHaveLength(total);
    return total;
  };
  expect(await found('quillfeather')).toBe(0);
  await insertUser('quill_one', 'Quillfeather');
  await insertUser('quill_two', 'Quillfeather');
  expect(await found('quillfeather')).toBe(2);
  const changes: [string, Record<'all' | 'active' | 'disabled' | 'locked' | 'dormant', number>][] = [
    [`enabled = false`, { all: 2, active: 1, disabled: 1, locked: 0, dormant: 0 }],
    [`enabled = true, locked_until = now() + interval '1 hour'`, { all: 2, active: 1, disabled: 0, locked: 1, dormant: 0 }],
    [
      `locked_until = NULL, last_login_at = now() - interval '200 days'`,
      { all: 2, active: 2, disabled: 0, locked: 0, dormant: 1 },
    ],
    [`last_name = 'Inkwell'`, { all: 1, active: 1, disabled: 0, locked: 0, dormant: 0 }],
  ];
  for (const [change, totals] of changes) {
    await queryDirectly(`UPDATE users SET ${change} WHERE user_name = 'quill_one'`);
    for (const filter of ['all', 'active', 'disabled', 'locked', 'dormant'] as const)
      expect([change, filter, await found('quillfeather', filter)]).toEqual([change, filter, totals[filter]]);
  }
  expect(await found('inkwell')).toBe(1);
  expect(await indexDifferences()).toEqual([]);
  await queryDirectly(`DELETE FROM users WHERE user_name LIKE 'quill\\_%'`);
  expect(await found('quillfeather')).toBe(0);
  expect(await indexDifferences()).toEqual([]);
});

test('a search for one or two letters finds every user whose text contains them, next to any characters', async () => {
  const odd = { letters_a: 'xqz', letters_b: 'xqz王', letters_c: '王xqz', letters_d: 'a-xq', letters_e: 'xq.z', letters_f: 'x́q' };
  for (const [userName, lastName] of Object.entries(odd)) await insertUser(userName, lastName);
  const everyone = await queryDirectly('SELECT user_name, search_text AS text FROM users');
  for (const search of ['xq', 'XQ', 'qz', 'x', 'q', '7', 'e5', '0x', 'q z', 'x 王', 'm', 'ma']) {
    const words = search.toLowerCase().split(' ');
    const expectedUsers = everyone.filter(({ text }) => words.every((word) => (text as string).includes(word)));
    const { total } = await sysadmin.ok('Users.Page', { search });
    expect([search, total]).toEqual([search, expectedUsers.length]);
  }
  await queryDirectly(`DELETE FROM users WHERE user_name LIKE 'letters\\_%'`);
});

test('the migrations add index rows for existing users, and what their passkeys change in them', async () => {
  const database = await createDatabase({ contents: 'empty' });
  // This schema is older than the generated types.
  const pool = openPool({ url: database.url, poolSize: 2, connectTimeoutMs: 5000, statementTimeoutMs: 20_000 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await foundation.up(db);
    await sql`INSERT INTO organisations (organisation_id, name, created_at) VALUES (gen_random_uuid(), 'Old House', now())`.execute(
      db,
    );
    await sql`INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, registered_at, created_at)
      SELECT gen_random_uuid(), 'person' || n, 'person' || n || '@example.net', 'Åsa', 'Old', organisation_id, now(), now()
        FROM organisations, generate_series(1, 3) n`.execute(db);
    await db.transaction().execute((tx) => cards.up(tx));
    await sql`UPDATE users SET enabled = false WHERE user_name = 'person2'`.execute(db);
    await sql`DELETE FROM users WHERE user_name = 'person3'`.execute(db);
    await passkeys.up(db);
    await sql`INSERT INTO passkeys SELECT gen_random_uuid(), user_id, 'id', '', 0, false, false, '{}', 'Phone', '', now()
      FROM users WHERE user_name = 'person1'`.execute(db);
    await db.transaction().execute((tx) => secondFactors.up(tx));
    const { rows } =
      await sql`SELECT left(search_text, 13) AS text, enabled, mfa_enrolled FROM cards ORDER BY search_text`.execute(db);
    expect(rows).toEqual([
      { text: 'person1 asa o', enabled: true, mfa_enrolled: true },
      { text: 'person2 asa o', enabled: false, mfa_enrolled: false },
    ]);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
