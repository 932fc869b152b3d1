/** PostgreSQL is unreachable for a while: every request fails fast, and the server recovers without a restart. */
import { logInAs } from '../../support/logInAs.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../../support/databaseProxy.ts';
import { createClient, type Answer, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess, type TestServer } from '../../support/server.ts';

const CONCURRENT = 20;
const OUTAGE_MS = scaled(3000, 20_000);

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await openDatabaseProxy(database.url);
  server = await startServerProcess({ database: { ...database, url: proxy.url } });
  admin = await logInAs(server, 'sysadmin');
});
afterAll(async () => {
  await server.stop();
  await proxy.disconnect();
  await database.drop();
});

type Phase = 'not yet' | 'going' | 'gone' | 'back' | 'ready';

/** Typical operations; the duration of each is measured. */
const operations: readonly ((client: Client, turn: number) => Promise<Answer<unknown>>)[] = [
  (client) => client.call('Users.Self'),
  (client) => client.call('Users.Page', { limit: 20 }),
  (client, turn) => client.call('Users.Enable', { userName: 'support_user', enabled: turn % 2 === 0 }),
  () => createClient(server).call('Login.ForgotUsername', { body: { email: 'ordinary@example.com' } }),
];

test('during the outage every request is refused with Retry-After; afterwards all succeed', async () => {
  let running = true;
  let phase = 'not yet' as Phase;
  const answers: { during: Phase; status: number; retryAfter: string | null; code: string | undefined }[] = [];
  const workers = Promise.all(
    Array.from({ length: CONCURRENT }, async (_, index) => {
      for (let turn = 0; running; turn += 1) {
        const during = phase;
        const { status, headers, problem } = await (
          operations[(index + turn) % operations.length] as (typeof operations)[number]
        )(admin, turn);
        if (during === phase) answers.push({ during, status, retryAfter: headers.get('retry-after'), code: problem?.code });
      }
    }),
  );
  workers.catch(() => undefined);
  const answersDuring = (when: Phase) => answers.filter(({ during }) => during === when);

  await eventually('all workers to have started', () => answersDuring('not yet').length > 2 * CONCURRENT);
  phase = 'going';
  await proxy.disconnect();
  phase = 'gone';
  const until = Date.now() + OUTAGE_MS;
  await eventually('the outage to pass', () => Date.now() > until, { timeoutMs: 2 * OUTAGE_MS });
  expect((await admin.call('Health.Live')).status).toBe(200);
  expect(await admin.call('Health.Ready')).toMatchObject({ status: 503, problem: { code: 'StoreUnavailable' } });
  phase = 'back';
  await proxy.reconnect();
  await eventually('the server to be ready again', async () => (await admin.call('Health.Ready')).status === 200);
  phase = 'ready';
  await eventually('all workers to go on', () => answersDuring('ready').length > 2 * CONCURRENT);
  running = false;
  await workers;

  expect(new Set(answersDuring('not yet').map(({ status }) => status))).toEqual(new Set([200]));
  expect(answersDuring('gone').length).toBeGreaterThan(CONCURRENT);
  for (const { status, code, retryAfter } of answersDuring('gone')) {
    expect([status, code, retryAfter]).toEqual([503, 'StoreUnavailable', '2']);
  }
  expect(new Set(answersDuring('ready').map(({ status }) => status))).toEqual(new Set([200]));
  const leaks = server.output().match(/postgres(ql)?:\/\//g);
  expect(leaks).toBeNull();
});

test('a mail queued before the outage is sent after it', async () => {
  await proxy.disconnect();
  await database.query(
    `INSERT INTO mails (mail_id, recipient, locale, template, data, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), 'later@example.com', 'en-US', 'userNames', '{"userNames": ["later"], "link": "https://id.example.com/Login"}', now(), now())`,
  );
  await proxy.reconnect();
  await eventually('the mail', async () => (await server.mails()).some(({ to }) => to[0] === 'later@example.com'));
});
