/** Database connections that go silent without being closed: every wait is bounded, and no other request is held up. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';
import { asInProduction } from '../../support/serverEnvironment.ts';

const NAMES = ['ordinary', 'subadmin', 'second_sub', 'support_user', 'system_only'];

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;
let admin: Client;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await openDatabaseProxy(database.url);
  server = await startServerProcess({
    database: { ...database, url: proxy.url },
    env: { LIMIT_FAILURES_TO_LOCK: '50', ...asInProduction },
  });
  admin = await logInAs(server, 'sysadmin');
});
afterEach(async () => {
  await server.stop();
  await proxy.disconnect();
  await database.drop();
});

/** A client that has the cookies for a login. */
async function visitor(): Promise<Client> {
  const client = createClient(server);
  await client.raw('/api/Login/Login');
  return client;
}

const logIn = (client: Client, userName: string) => client.call('Login.Login', { body: { userName, password: DEMO_PASSWORD } });

test('a silent database: every call is answered, Ready says so, and the same names log in once it is back', async () => {
  const visitors = await Promise.all(NAMES.map(() => visitor()));
  proxy.silence('all');
  const answers = await Promise.all([
    admin.call('Users.Self'),
    admin.call('Users.Page', { limit: 20, search: 'a' }),
    admin.call('Users.Enable', { userName: 'disabled_user', enabled: true }),
    ...visitors.flatMap((client, index) => [0, 1].map(() => logIn(client, NAMES[index] ?? ''))),
  ]);
  for (const { status, headers } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  }
  const ready = await admin.call('Health.Ready');
  expect(ready).toMatchObject({ status: 503, problem: { code: 'StoreUnavailable' } });
  expect((await admin.call('Health.Live')).status).toBe(200);

  proxy.endSilence();
  await eventually('the server to be ready', async () => (await admin.call('Health.Ready')).status === 200);
  for (const [index, client] of visitors.entries())
    expect(await logIn(client, NAMES[index] ?? '')).toMatchObject({ status: 200, body: { outcome: 'SignedIn' } });
  expect(server.output()).toContain('Database connections were silent and were cut');
});

test('silent connections alone: the request that meets one is answered, and no later one meets any', async () => {
  const visitors = await Promise.all(NAMES.map(() => visitor()));
  await Promise.all(Array.from({ length: 8 }, () => admin.call('Users.Page', { limit: 20 })));
  proxy.silence('present');
  const stuck = await admin.call('Users.Page', { limit: 20 });
  expect(stuck.status).toBe(503);
  const later = await Promise.all([
    ...visitors.map((client, index) => logIn(client, NAMES[index] ?? '')),
    ...Array.from({ length: 5 }, () => admin.call('Users.Page', { limit: 20 })),
  ]);
  expect(later.map(({ status }) => status)).toEqual(later.map(() => 200));
});

test('a slow statement is not taken for silence', async () => {
  const blocker = database.query(`SELECT pg_sleep(6) FROM (SELECT FROM users WHERE user_name = 'ordinary' FOR UPDATE) held`);
  await eventually('the row to be held', async () => {
    const rows = await database.query(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
    );
    return rows.length === 1;
  });
  expect((await admin.call('Users.Enable', { userName: 'ordinary', enabled: false })).status).toBe(200);
  await blocker;
});

test('SIGTERM while the database is silent and calls are waiting: the server ends by itself', async () => {
  proxy.silence('all');
  const waiting = Array.from({ length: 5 }, () => admin.call('Users.Self').catch(() => undefined));
  expect(await server.stop()).toBe(0);
  await Promise.all(waiting);
});

test('SIGTERM as soon as a connection is silent, without a waiting request: the server ends by itself', async () => {
  proxy.silence('present');
  expect(await server.stop()).toBe(0);
});
