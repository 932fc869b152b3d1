/** PostgreSQL goes away while people work, and comes back: nobody waits for nothing, and nobody has to start anything again. */
import { as } from '../support/as.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../support/databaseProxy.ts';
import { createClient, type Answer, type Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type TestServer } from '../support/server.ts';

const AT_ONCE = 20;
const GONE_MS = scaled(3000, 20_000);

let database: TestDatabase;
let cable: DatabaseProxy;
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  database = await createDatabase();
  cable = await openDatabaseProxy(database.url);
  server = await startServer({ database: { ...database, url: cable.url } });
  admin = await as(server, 'sysadmin');
});
afterAll(async () => {
  await server.stop();
  await cable.disconnect();
  await database.drop();
});

type When = 'not yet' | 'gone' | 'back';

/** What people do all day; each call with the time its answer took. */
const work: readonly ((client: Client, turn: number) => Promise<Answer<unknown>>)[] = [
  (client) => client.call('Users.Self'),
  (client) => client.call('Users.Page', { limit: 20 }),
  (client, turn) => client.call('Users.Enable', { userName: 'support_user', enabled: turn % 2 === 0 }),
  () => createClient(server).call('Login.ForgotUsername', { body: { email: 'ordinary@example.com' } }),
];

test('while it is gone every call is answered within 2 s, with a time to come back; afterwards all goes on within 5 s', async () => {
  let goesOn = true;
  let gone = 'not yet' as When;
  const answers: { during: When; status: number; retryAfter: string | null; code: string | undefined; took: number }[] = [];
  const people = Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      for (let turn = 0; goesOn; turn += 1) {
        const during = gone;
        const began = performance.now();
        const { status, headers, problem } = await (work[(index + turn) % work.length] as (typeof work)[number])(admin, turn);
        const took = performance.now() - began;
        if (during === gone) answers.push({ during, status, retryAfter: headers.get('retry-after'), code: problem?.code, took });
      }
    }),
  );
  people.catch(() => undefined);
  const seen = (when: When) => answers.filter(({ during }) => during === when);

  await eventually('everybody to be at work', () => seen('not yet').length > 2 * AT_ONCE);
  await cable.disconnect();
  gone = 'gone';
  const until = Date.now() + GONE_MS;
  await eventually('the time without a store to pass', () => Date.now() > until, { timeoutMs: 2 * GONE_MS });
  expect((await admin.call('Health.Live')).status).toBe(200);
  expect(await admin.call('Health.Ready')).toMatchObject({ status: 503, problem: { code: 'StoreUnavailable' } });
  gone = 'back';
  await cable.reconnect();
  await eventually('the server to be ready again', async () => (await admin.call('Health.Ready')).status === 200, {
    timeoutMs: 5000,
  });
  const from = answers.length;
  await eventually('everybody to be at work again', () => answers.length > from + 2 * AT_ONCE, { timeoutMs: 5000 });
  goesOn = false;
  await people;

  expect(new Set(seen('not yet').map(({ status }) => status))).toEqual(new Set([200]));
  expect(seen('gone').length).toBeGreaterThan(AT_ONCE);
  for (const { status, code, retryAfter, took } of seen('gone')) {
    expect([status, code, retryAfter]).toEqual([503, 'StoreUnavailable', '2']);
    expect(took).toBeLessThan(2000);
  }
  expect(new Set(answers.slice(from).map(({ status }) => status))).toEqual(new Set([200]));
  const leaks = server.output().match(/postgres(ql)?:\/\//g);
  expect(leaks).toBeNull();
}, 90_000);

test('a mail that was asked for before goes out afterwards', async () => {
  await cable.disconnect();
  await database.query(
    `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), 'later@example.com', 'en-US', 'userNames', '{"userNames": ["later"], "link": "https://id.example.com/Login"}', now(), now())`,
  );
  await cable.reconnect();
  await eventually('the mail', async () => (await server.mails()).some(({ to }) => to[0] === 'later@example.com'));
});
