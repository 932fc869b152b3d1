/** In production a collector of logs reads what the process writes: every line of it is JSON, whatever happens. */
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openDatabaseProxy } from '../../support/databaseProxy.ts';
import { eventually } from '../../support/eventually.ts';
import { startServerProcess } from '../../support/server.ts';

const NODE_ENV = 'production';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

interface Line {
  level: number;
  time: number;
  msg: string;
  err?: { message: string; stack: string };
}
/** Parses the lines of stdout and stderr. @throws SyntaxError for a line that is not JSON */
const linesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
const texts = (output: string) => linesOf(output).map(({ msg, err }) => `${msg} ${err?.message ?? ''}`);

test('a start, requests, an outage and a stop write nothing but JSON', async () => {
  const proxy = await openDatabaseProxy(database.url);
  const site = await startServerProcess({
    database: { ...database, url: proxy.url },
    env: { NODE_ENV, TEST_WEAK_HASHES: 'off', ACCESS_LOG: 'on' },
  });
  const client = createClient(site);
  expect((await client.call('Health.Ready')).status).toBe(200);
  await proxy.disconnect();
  expect((await client.call('Login.Login', { body: { userName: 'ordinary', password: 'wrong' } })).status).toBe(503);
  await proxy.reconnect();
  expect(await site.stop()).toBe(0);
  await proxy.disconnect();
  const lines = linesOf(site.output());
  expect(lines.some(({ msg }) => msg.startsWith('listening on http://'))).toBe(true);
  expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(1);
  expect(lines.some(({ msg, level }) => msg === 'StoreUnavailable' && level === 50)).toBe(true);
});

test('the first start on the embedded database, with the link to set it up, writes nothing but JSON', async () => {
  const site = await startServerProcess({ env: { NODE_ENV, TEST_WEAK_HASHES: 'off', DATABASE_URL: '', LOG_LEVEL: 'info' } });
  try {
    await eventually('the link', () =>
      texts(site.output()).some((text) => text.includes('Set up the first administrator: http')),
    );
  } finally {
    await site.stop();
  }
  expect(texts(site.output()).some((text) => text.includes('ready to accept connections'))).toBe(true);
});

test('what packages write to the console, a warning of Node and an error that ends the process are lines of JSON too', async () => {
  const site = await startServerProcess({
    database,
    env: { NODE_ENV, TEST_WEAK_HASHES: 'off' },
    preload: ['./test/support/unruly.mjs'],
  });
  void site.queryPreload();
  await eventually('its last line', () => site.output().includes('Nobody catches this'));
  expect(await site.stop()).toBe(1);
  const found = texts(site.output());
  expect(found).toContain('A package says:\n  two lines ');
  expect(found.some((text) => text.includes('Something is deprecated'))).toBe(true);
  const fatal = linesOf(site.output()).filter(({ level }) => level === 60);
  expect(fatal.map(({ err }) => err?.message)).toEqual(['Nobody catches this']);
});

test.each([
  ['a configuration that is not right', { PORT: 'ninety', SMTP_URL: 'ftp://mail' }, 'SMTP_URL: must be an smtp'],
  ['a file that is not there', { PASSWORD_LIST_FILE: '/nowhere/passwords.txt' }, '/nowhere/passwords.txt'],
])('a start that fails for %s says so as JSON', async (_what, env, expected) => {
  const failure = await startServerProcess({ database, env: { NODE_ENV, TEST_WEAK_HASHES: 'off', ...env } }).then(
    async (site) => {
      await site.stop();
      return 'It started';
    },
    (error: unknown) => (error as Error).message,
  );
  const output = failure.slice(failure.indexOf('{'));
  expect(texts(output).join('\n')).toContain(expected);
});
