/** The search index matches the users table after every change, by any process. */
import { logInAs } from '../support/logInAs.ts';
import type { Client } from '../support/client.ts';
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
