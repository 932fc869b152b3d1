/** Typing into the search of a long list: rows come before those who match are counted, and what nobody waits for is not counted at all. */
import pg from 'pg';
import type { ArgsOf } from '../../api/contract/index.ts';
import { as } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
let sysadmin: Client;

beforeAll(async () => {
  sysadmin = await as(site, 'sysadmin');
});

describe('The first page of a search that may be counted later', () => {
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
    ['holds everybody who matches', { search: 'sysadmin' }],
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

  test.each(['/api/Users/Counts', '/api/Users/Page'])('it stops once nobody waits for %s any longer', async (path) => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE cards IN ACCESS EXCLUSIVE MODE');
    const typing = new AbortController();
    const answer = sysadmin.raw(`${path}?search=held`, { signal: typing.signal }).catch((error: unknown) => error as Error);
    await eventually('the store to look', async () => (await looking()) === 1);
    typing.abort();
    await answer;
    await eventually('the store to stop', async () => (await looking()) === 0);
    await holder.query('ROLLBACK');
    expect((await sysadmin.ok('Users.Page', { search: 'sysadmin' })).rows).not.toHaveLength(0);
  });
});
