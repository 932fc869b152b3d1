/** Numbers of the overview that change with time alone: counted by a job, by one process at a time, and never old. */
import { resolve } from 'node:path';
import { openDatabase, openPool, type Db } from '../../server/db/database.ts';
import { readTimedCounts, renewTimedCounts } from '../../server/users/read/timedCounts.ts';
import type { Person } from '../../api/contract/person.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { logInAs } from '../support/logInAs.ts';
import { startServerProcess } from '../support/server.ts';

let database: TestDatabase;
let first: Db;
let second: Db;
let everybody: Person;
let ofHarbour: Person;
const connect = () => openDatabase(openPool({ url: database.url, poolSize: 2, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
beforeAll(async () => {
  database = await createDatabase();
  [first, second] = [connect(), connect()];
  const personOf = (userName: string) =>
    database.row<Person>(
      `SELECT user_id AS "userId", organisation_id AS "organisationId", roles FROM users WHERE user_name = $1`,
      [userName],
    );
  [everybody, ofHarbour] = [await personOf('sysadmin'), await personOf('subadmin')];
});
afterAll(async () => {
  await first.destroy();
  await second.destroy();
  await database.drop();
});
beforeEach(() => database.query('DELETE FROM timed_counts'));

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);

test('the row of the last run is read: of all, and of an organisation without any, none', async () => {
  const now = new Date();
  await database.query(`INSERT INTO timed_counts VALUES ('all', $1, 7, 9, 5)`, [now]);
  expect(await readTimedCounts(first, everybody, now)).toEqual({ loggedIn: 7, sessions: 9, dormant: 5 });
  expect(await readTimedCounts(first, ofHarbour, now)).toEqual({ loggedIn: 0, sessions: 0, dormant: 0 });
});

test('without a run, and where the last one is old or of a time to come, they are counted in the request', async () => {
  const now = new Date();
  const counted = await readTimedCounts(first, everybody, now);
  expect(counted.dormant).toBeGreaterThan(0);
  const ofOne = await readTimedCounts(first, ofHarbour, now);
  expect(ofOne.dormant).toBeGreaterThan(0);
  expect(ofOne.dormant).toBeLessThan(counted.dormant);
  for (const distance of [-121, 121]) {
    await database.query(`INSERT INTO timed_counts VALUES ('all', $1, 7, 9, 5)`, [seconds(now, distance)]);
    expect([distance, await readTimedCounts(first, everybody, now)]).toEqual([distance, counted]);
    await database.query('DELETE FROM timed_counts');
  }
});

test('of several processes one counts, and not again for twenty seconds', async () => {
  const now = new Date();
  const renewed = await Promise.all([first, second, first, second].map((db) => renewTimedCounts(db, now)));
  expect(renewed.filter(Boolean)).toHaveLength(1);
  expect(await renewTimedCounts(second, seconds(now, 19))).toBe(false);
  expect(await renewTimedCounts(second, seconds(now, 20))).toBe(true);
});

test('a server counts by itself, and the overview tells it', async () => {
  const site = await startServerProcess({ database, preload: [resolve(import.meta.dirname, '../support/quickJobs.mjs')] });
  try {
    const admin = await logInAs(site, 'sysadmin');
    await database.query(`UPDATE timed_counts SET counted_at = now() - interval '1 minute', logged_in = 1000`);
    await eventually('a run', async () => {
      const { people } = await admin.ok('Overview.Read', {});
      return people.loggedIn > 0 && people.loggedIn < 1000;
    });
    const [row] = await database.query<{ sessions: number }>(`SELECT sessions FROM timed_counts WHERE scope = 'all'`);
    expect((await admin.ok('Overview.Read', {})).sessions).toBe(row?.sessions);
  } finally {
    await site.stop();
  }
});
