/** Typing into the search of a long list: rows come before those who match are counted, and what nobody waits for is not counted at all. */
import { sql } from 'kysely';
import pg from 'pg';
import type { ArgsOf } from '../../api/contract/index.ts';
import { type Db, openDatabase, openPool, type CancellablePool } from '../../server/db/database.ts';
import { matchesIndex, sampleIndex } from '../../server/users/read/search.ts';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { addManyUsers, EXTRA_USERS, RARE_NAME_EVERY } from '../support/manyUsers.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';

/** No more connections than searches that will be given up at once. */
const POOL = 3;

const site = useServer({ env: { DATABASE_POOL: String(POOL) } });
let sysadmin: Client;

beforeAll(async () => {
  sysadmin = await as(site, 'sysadmin');
});

test('In a short list everything is counted at once', async () => {
  const args = { search: 'a', limit: 5 };
  expect(await sysadmin.ok('Users.Page', { ...args, totalLater: true })).toEqual(await sysadmin.ok('Users.Page', args));
});

describe('The first page of a search that may be counted later, of a long list,', () => {
  beforeAll(() => addManyUsers(site));

  const page = (args: ArgsOf<'Users.Page'>) => sysadmin.ok('Users.Page', { search: 'a', limit: 5, ...args });

  test.each([
    [{}],
    [{ sort: '-userName' }],
    [{ sort: 'email' }],
    [{ sort: '-createdAt' }],
    [{ sort: 'lastLoginAt,-name' }],
    [{ filter: 'active' as const, sort: 'name' }],
    [{ search: 'a e' }],
  ])('has the rows that it has anyway: %j', async (args) => {
    const counted = await page(args);
    const later = await page({ ...args, totalLater: true });
    expect(later.rows).toEqual(counted.rows);
    expect(later).toMatchObject({ total: 5, totalLater: true });
    expect(counted.total).toBeGreaterThan(5);
    expect(counted).not.toHaveProperty('totalLater');
  });

  test.each([
    ['finds few', { search: 'sysadmin' }],
    ['finds few, more than it holds', { search: 'zdenka' }],
    ['is asked for in groups, whose numbers it needs', { sort: 'organisation' }],
    ['is not the first', { offset: 5 }],
    ['belongs to no search', { search: '' }],
  ])('is counted at once where it %s', async (_why, args) => {
    expect(await page({ ...args, totalLater: true })).toEqual(await page(args));
  });

  test('is counted at once for an organisation, which is soon done', async () => {
    const subadmin = await as(site, 'subadmin');
    const args = { search: 'a', limit: 5 };
    expect(await subadmin.ok('Users.Page', { ...args, totalLater: true })).toEqual(await subadmin.ok('Users.Page', args));
  });
});

describe('While the store looks for a search', () => {
  let holder: pg.Client;
  beforeAll(async () => {
    holder = new pg.Client(site.database.url);
    await holder.connect();
  });
  afterAll(() => holder.end());

  const looking = async () =>
    (await site.database.query(`SELECT FROM pg_locks WHERE relation = 'cards'::regclass AND NOT granted`)).length;

  /** Held in the store, each until nobody waits for it. */
  async function held(paths: readonly string[]): Promise<() => Promise<void>> {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE cards IN ACCESS EXCLUSIVE MODE');
    const typing = new AbortController();
    const answers = paths.map((path) => sysadmin.raw(path, { signal: typing.signal }).catch((error: unknown) => error as Error));
    await eventually('the store to look', async () => (await looking()) === paths.length);
    return async () => {
      typing.abort();
      await Promise.all(answers);
    };
  }

  test.each(['/api/Users/Counts', '/api/Users/Page'])('it stops once nobody waits for %s any longer', async (path) => {
    const giveUp = await held([`${path}?search=held`]);
    await giveUp();
    await eventually('the store to stop', async () => (await looking()) === 0);
    await holder.query('ROLLBACK');
    expect((await sysadmin.ok('Users.Page', { search: 'sysadmin' })).rows).not.toHaveLength(0);
  });

  test('it stops also where such searches have taken every connection', async () => {
    const giveUp = await held(Array.from({ length: POOL }, (_search, place) => `/api/Users/Page?search=held${String(place)}`));
    await giveUp();
    // Others are answered, though `cards` is held all the time.
    expect((await sysadmin.call('Users.Self')).status).toBe(200);
    await eventually('the store to stop', async () => (await looking()) === 0);
    await holder.query('ROLLBACK');
  });
});

describe('Two letters, in a list long enough to be sampled', () => {
  let db: Db;
  let pool: CancellablePool;
  beforeAll(() => {
    pool = openPool({ url: site.database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
    db = openDatabase(pool);
  });
  afterAll(() => db.destroy());

  test('are looked up in the index only where few have them', async () => {
    const { rarePairs } = await sampleIndex(db, 'zd cr carla 7');
    expect([...rarePairs]).toEqual(['zd']);
  });

  test.each(['zd', 'wy', 'ZD', 'yk', 'wi', '00'])('"%s" finds the same people through the index and without it', async (pair) => {
    const ids = async (rare: ReadonlySet<string>) => {
      const { rows } = await sql<{ user_id: string }>`
        SELECT user_id FROM cards u WHERE ${sql.join(matchesIndex(pair, rare), sql` AND `)} ORDER BY user_id`.execute(db);
      return rows.map(({ user_id }) => user_id);
    };
    const found = await ids(new Set([pair]));
    expect(found).toEqual(await ids(new Set()));
    expect(found).not.toHaveLength(0);
  });

  test('are counted alike by the page, the filters and the store', async () => {
    const { total } = await site.database.row<{ total: number }>(
      "SELECT count(*)::int AS total FROM users WHERE search_text LIKE '%zd%'",
    );
    expect(total).toBeGreaterThanOrEqual(EXTRA_USERS / RARE_NAME_EVERY);
    expect((await sysadmin.ok('Users.Page', { search: 'zd', limit: 1 })).total).toBe(total);
    expect((await sysadmin.ok('Users.Counts', { search: 'zd' })).all).toBe(total);
  });
});
