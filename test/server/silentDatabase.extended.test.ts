/** Database connections that go silent without being closed: every wait is bounded, and no other request is held up. */
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { createClient, type Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../support/databaseProxy.ts';
import { eventually } from '../support/eventually.ts';
import { startServerProcess, type TestServer } from '../support/server.ts';

/** Three times what is promised (5 s and 10 s), for a loaded machine; without limits it would take minutes. */
const ANSWER_MS = 15_000;
const STOP_MS = 30_000;
const NAMES = ['ordinary', 'subadmin', 'second_sub', 'support_user', 'system_only'];

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;
let admin: Client;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await openDatabaseProxy(database.url);
  server = await startServerProcess({ database: { ...database, url: proxy.url }, env: { LIMIT_FAILURES_TO_LOCK: '50' } });
  admin = await logInAs(server, 'sysadmin');
});
afterEach(async () => {
  await server.stop();
  await proxy.disconnect();
  await database.drop();
});

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const startedAtMs = performance.now();
  const answer = await work;
  return { answer, ms: performance.now() - startedAtMs };
}

/** A client that has the cookies for a login. */
async function visitor(): Promise<Client> {
  const client = createClient(server);
  await client.raw('/api/Login/Login');
  return client;
}

const logIn = (client: Client, userName: string) => client.call('Login.Login', { body: { userName, password: DEMO_PASSWORD } });

test('a silent database: every answer within 5 s, Ready says so, and the same names log in once it is back', async () => {
  const visitors = await Promise.all(NAMES.map(() => visitor()));
  proxy.silence('all');
  const answers = await Promise.all([
    timed(admin.call('Users.Self')),
    timed(admin.call('Users.Page', { limit: 20, search: 'a' })),
    timed(admin.call('Users.Enable', { userName: 'disabled_user', enabled: true })),
    ...visitors.flatMap((client, index) => [0, 1].map(() => timed(logIn(client, NAMES[index] ?? '')))),
  ]);
  for (const { answer, ms } of answers) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(ms).toBeLessThan(ANSWER_MS);
  }
  const ready = await timed(admin.call('Health.Ready'));
  expect(ready.answer).toMatchObject({ status: 503, problem: { code: 'StoreUnavailable' } });
  expect(ready.ms).toBeLessThan(ANSWER_MS);
  expect((await admin.call('Health.Live')).status).toBe(200);

  proxy.endSilence();
  await eventually('the server to be ready', async () => (await admin.call('Health.Ready')).status === 200, {
    timeoutMs: ANSWER_MS,
  });
  for (const [index, client] of visitors.entries())
    expect(await logIn(client, NAMES[index] ?? '')).toMatchObject({ status: 200, body: { outcome: 'SignedIn' } });
  expect(server.output()).toContain('Database connections were silent and were cut');
});

test('silent connections alone: the request that meets one is answered within 5 s, and no later one meets any', async () => {
  const visitors = await Promise.all(NAMES.map(() => visitor()));
  await Promise.all(Array.from({ length: 8 }, () => admin.call('Users.Page', { limit: 20 })));
  proxy.silence('present');
  const stuck = await timed(admin.call('Users.Page', { limit: 20 }));
  expect(stuck.answer.status).toBe(503);
  expect(stuck.ms).toBeLessThan(ANSWER_MS);
  const later = await Promise.all([
    ...visitors.map((client, index) => timed(logIn(client, NAMES[index] ?? ''))),
    ...Array.from({ length: 5 }, () => timed(admin.call('Users.Page', { limit: 20 }))),
  ]);
  expect(later.map(({ answer }) => answer.status)).toEqual(later.map(() => 200));
  expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS);
});

test('a slow statement is not taken for silence', async () => {
  const blocker = database.query(`SELECT pg_sleep(6) FROM (SELECT FROM users WHERE user_name = 'ordinary' FOR UPDATE) held`);
  await eventually('the row to be held', async () => {
    const rows = await database.query(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()",
    );
    return rows.length === 1;
  });
  const { answer, ms } = await timed(admin.call('Users.Enable', { userName: 'ordinary', enabled: false }));
  expect(answer.status).toBe(200);
  expect(ms).toBeGreaterThan(4500);
  await blocker;
});

test('SIGTERM while the database is silent and calls are waiting: done within 10 s', async () => {
  proxy.silence('all');
  const waiting = Array.from({ length: 5 }, () => admin.call('Users.Self').catch(() => undefined));
  const { answer, ms } = await timed(server.stop());
  expect(answer).toBe(0);
  expect(ms).toBeLessThan(STOP_MS);
  await Promise.all(waiting);
});

test('SIGTERM as soon as a connection is silent, without a waiting request: done within 10 s', async () => {
  proxy.silence('present');
  const { ms } = await timed(server.stop());
  expect(ms).toBeLessThan(STOP_MS);
});
