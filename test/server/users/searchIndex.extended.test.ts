/** Matches of a search: words that begin with few letters, whole ids, and changes by any process. */
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
let sysadmin: Client;

beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
});

/** Bypasses this server, like a change by another process. */
const queryDirectly = (text: string, values?: unknown[]) => site.database.query(text, values);

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
  await queryDirectly(`DELETE FROM users WHERE user_name LIKE 'quill\\_%'`);
  expect(await found('quillfeather')).toBe(0);
});

test('a search for one or two letters finds every user with a word that begins with them, in any script', async () => {
  const odd = { letters_a: 'xqz', letters_b: 'xqz王', letters_c: '王xqz', letters_d: 'a-xq', letters_e: 'xq.z', letters_f: 'x́q' };
  for (const [userName, lastName] of Object.entries(odd)) await insertUser(userName, lastName);
  const everyone = await queryDirectly('SELECT user_name, search_text AS text FROM users');
  for (const search of ['xq', 'XQ', 'qz', 'x', 'q', '王', 'X\u0301Q', 'le', 'q z', 'x 王', 'm', 'ma']) {
    const words = search.normalize('NFD').replaceAll('\u0301', '').toLowerCase().split(' ');
    const expectedUsers = everyone.filter(({ text }) => words.every((word) => (text as string).includes(` ${word}`)));
    const { total } = await sysadmin.ok('Users.Page', { search });
    expect([search, total]).toEqual([search, expectedUsers.length]);
  }
  expect((await sysadmin.ok('Users.Page', { search: 'xq' })).total).toBe(4);
  expect((await sysadmin.ok('Users.Page', { search: 'xqz王' })).total).toBe(1);
  await queryDirectly(`DELETE FROM users WHERE user_name LIKE 'letters\\_%'`);
});

test.each([
  ['O’Brien', 'obrien', "o'brien", 'O´BRIEN', 'quill obrien', 'o-brien'],
  ['Smith-Jones', 'smithjones', 'smith-jones', 'Smith–Jones', 'jones', 'SMITH.JONES'],
  ['St. John', 'st john', 'st. john', 'St.'],
  ['D‘Arcy-Müller', 'darcymuller', 'darcy-müller', "d'arcy"],
  ['Gal·la', 'galla', 'gal-la'],
  ['Núñez־Levi', 'nunezlevi', 'Nuñez-Levi'],
])('%s is found without apostrophes, hyphens and dots, or with others', async (lastName, ...searches) => {
  const userName = 'signs.of_a-name';
  await insertUser(userName, lastName);
  for (const search of [...searches, 'signsofaname'.replace('of', 'of_'), 'signs-of']) {
    const { rows = [] } = await sysadmin.ok('Users.Page', { search, limit: 200 });
    expect([search, rows.map((row) => row.userName)]).toEqual([search, expect.arrayContaining([userName])]);
    const names = (await sysadmin.ok('Users.Search', { partialName: `quill ${search}` })).map((row) => row.userName);
    expect([search, names]).toEqual([search, expect.arrayContaining([userName])]);
  }
  expect((await sysadmin.ok('Users.Page', { search: "-.'" })).total).toBe(0);
  await queryDirectly(`DELETE FROM users WHERE user_name = $1`, [userName]);
});

test('a user is found by the whole id, and by its beginning of eight digits or more', async () => {
  const { userId: id } = await userOf(site, 'ordinary', 'userId');
  const found = async (search: string) => (await sysadmin.ok('Users.Page', { search })).rows?.map(({ userName }) => userName);
  expect(await found(id)).toEqual(['ordinary']);
  expect(await found(` ${id.toUpperCase()};`)).toEqual(['ordinary']);
  for (const length of [8, 9, 13, 20, 35]) expect(await found(id.slice(0, length))).toEqual(['ordinary']);
  for (const digits of [8, 12, 31]) expect(await found(id.replaceAll('-', '').slice(0, digits))).toEqual(['ordinary']);
  for (const part of [id.slice(0, 7), id.slice(1), `${id}0`, id.slice(9)]) expect(await found(part)).toEqual([]);
  await insertUser('deadbeef99', 'Quillfeather');
  expect(await found('deadbeef')).toEqual(['deadbeef99']);
  await queryDirectly(`DELETE FROM users WHERE user_name = 'deadbeef99'`);
});
