/** Search as you type in a long list: pages without a total, and queries cancelled on disconnect. */
import pg from 'pg';
import type { ArgsOf } from '../../../api/contract/index.ts';
import { sortableColumns } from '../../../api/contract/users.page.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { addManyUsers, EXTRA_USERS, RARE_NAME_EVERY } from '../../support/manyUsers.ts';
import { eventually } from '../../support/eventually.ts';
import { scaled } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';

const POOL_SIZE = 9;
const HELD_LOCK = 4711;
/** Connections for searches, a third of the pool. */
const SEARCH_CONNECTIONS = 3;

// All views of a full run together return more than a million ids.
const site = useServer({ env: { DATABASE_POOL: String(POOL_SIZE), LIMIT_PERSONAL_DATA_ROWS_PER_DAY: String(10_000_000) } });
let sysadmin: Client;

beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
});

describe('In a long list', () => {
  beforeAll(() => addManyUsers(site));

  const views: readonly ArgsOf<'Users.Page'>[] = [
    {},
    ...sortableColumns.flatMap((column) => [{ sort: `-${column}` }, { search: 'a', sort: `${column},-createdAt` }]),
    { search: 'zd', sort: 'name' },
    { search: 'zd wy', sort: '-organisation,email' },
    { search: '00', sort: 'organisation,status' },
    { search: 'sysadmin', sort: 'status' },
    { search: 'a e', filter: 'active', sort: 'mfa,lastLoginAt' },
    { search: 'a', filter: 'dormant', sort: '-lastLoginAt' },
    { filter: 'dormant', sort: '-createdAt' },
    { filter: 'locked', search: 'a', sort: 'organisation' },
    { where: [{ field: 'email', op: 'contains', value: 'CROWD' }], sort: '-name' },
    { where: [{ field: 'name', op: 'startsWith', value: 'carla' }], search: 'a', sort: 'organisation' },
    { where: [{ field: 'status', op: 'in', value: ['active'] }], search: 'crowd', sort: 'status,-userName' },
    { where: [{ field: 'createdAt', op: 'after', value: '2020-01-01T00:00:00Z' }], sort: 'mfa' },
  ];

  const sampled = views.filter((_view, index) => index % scaled(3, 1) === 0).map((view) => [view] as const);
  test.each(sampled)('a page at any offset equals that part of all ids: %j', async (view) => {
    const { userIds: all = [] } = await sysadmin.ok('Users.Page', { ...view, idsOnly: true });
    const limit = 7;
    for (const offset of [0, 3, Math.floor(all.length / 2), Math.max(0, all.length - 4), all.length + 100]) {
      const page = await sysadmin.ok('Users.Page', { ...view, offset, limit, withTotal: false });
      expect([offset, page.rows?.map(({ userId }) => userId)]).toEqual([offset, all.slice(offset, offset + limit)]);
      expect(page).not.toHaveProperty('total');
    }
  });

  test.each(sampled)('the page and the filters return the same total: %j', async (view) => {
    const { userIds } = await sysadmin.ok('Users.Page', { ...view, idsOnly: true });
    const { filter = 'all', sort: _sort, ...narrowed } = view;
    expect((await sysadmin.ok('Users.Page', { ...view, limit: 1 })).total).toBe(userIds?.length);
    expect((await sysadmin.ok('Users.Counts', narrowed))[filter]).toBe(userIds?.length);
  });
});

describe('During a search query', () => {
  let lockHolder: pg.Client;
  beforeAll(async () => {
    lockHolder = new pg.Client(site.database.url);
    await lockHolder.connect();
    // A search for a text that begins with "held" waits where it is folded.
    await lockHolder.query(`ALTER FUNCTION fold(text) RENAME TO fold_at_once`);
    await lockHolder.query(`CREATE FUNCTION fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$ BEGIN
      IF starts_with(value, 'held') THEN PERFORM pg_advisory_xact_lock_shared(${String(HELD_LOCK)}); END IF;
      RETURN fold_at_once(value);
    END $$`);
  });
  afterAll(() => lockHolder.end());

  const countWaiting = async () =>
    (
      await site.database.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${String(HELD_LOCK)} AND NOT granted`,
      )
    ).length;

  /** Starts requests of which `waiting` queries wait for a lock; returns a function that aborts all. */
  async function startBlocked(paths: readonly string[], waiting = paths.length): Promise<() => Promise<void>> {
    await lockHolder.query('BEGIN');
    await lockHolder.query(`SELECT pg_advisory_xact_lock(${String(HELD_LOCK)})`);
    const controller = new AbortController();
    const answers = paths.map((path) =>
      sysadmin.raw(path, { signal: controller.signal }).catch((error: unknown) => error as Error),
    );
    await eventually('the queries to wait', async () => (await countWaiting()) >= waiting);
    return async () => {
      controller.abort();
      await Promise.all(answers);
    };
  }

  const emailContains = encodeURIComponent(JSON.stringify([{ field: 'email', op: 'contains', value: 'held' }]));

  test.each(['Counts?search=held', 'Page?search=held', `Counts?where=${emailContains}`, `Page?where=${emailContains}`])(
    'the query is cancelled when the client of Users/%s disconnects',
    async (path) => {
      const abortAll = await startBlocked([`/api/Users/${path}`]);
      await abortAll();
      await eventually('the queries to be cancelled', async () => (await countWaiting()) === 0);
      await lockHolder.query('ROLLBACK');
      expect((await sysadmin.ok('Users.Page', { search: 'sysadmin' })).rows).not.toHaveLength(0);
    },
  );

  test('however many search, everybody else is answered; those who leave give their place to the next', async () => {
    const abortAll = await startBlocked(
      Array.from({ length: 2 * POOL_SIZE }, (_search, index) => `/api/Users/Page?search=held${String(index)}`),
      SEARCH_CONNECTIONS,
    );
    expect((await sysadmin.call('Users.Self')).status).toBe(200);
    expect(await countWaiting()).toBe(SEARCH_CONNECTIONS);
    await abortAll();
    await eventually('the queries to be cancelled', async () => (await countWaiting()) === 0);
    await lockHolder.query('ROLLBACK');
    expect((await sysadmin.ok('Users.Page', { search: 'sysadmin' })).rows).not.toHaveLength(0);
  });
});

test('A search for two letters, in a long list, has the same total in the page, the filters and the database', async () => {
  const { total } = await site.database.row<{ total: number }>(
    "SELECT count(*)::int AS total FROM users WHERE search_text LIKE '% wy%'",
  );
  expect(total).toBeGreaterThanOrEqual(EXTRA_USERS / RARE_NAME_EVERY);
  expect((await sysadmin.ok('Users.Page', { search: 'wy', limit: 1 })).total).toBe(total);
  expect((await sysadmin.ok('Users.Counts', { search: 'wy' })).all).toBe(total);
});
