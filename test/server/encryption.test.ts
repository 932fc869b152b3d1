/** What a thief of the database, or of a backup, can read: no authenticator, no secret of the server, no link on its way. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { removeCluster } from '../../server/embedded/home.ts';
import { as, DEMO_PASSWORD, totp } from '../support/as.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { enrol, resetUsedCodes } from '../support/mfa.ts';
import { startServer, type TestServer } from '../support/server.ts';

const root = resolve(__dirname, '../..');
const FIRST_KEY = 'a first master key of 32 characters or more';
const SECOND_KEY = 'a second master key of 32 characters or more';

let database: TestDatabase;
let directory: string;
const servers: TestServer[] = [];

beforeEach(async () => {
  database = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

async function start(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer({ database, env });
  servers.push(server);
  return server;
}

function admin(args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((done) => {
    const options = { cwd: root, env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: directory, ...env } };
    const child = execFile(process.execPath, ['server/admin/main.ts', ...args], options, (_error, out, err) => {
      done({ code: child.exitCode ?? -1, out, err });
    });
  });
}

/** Every row of every table, as a dump has it. */
async function dump(): Promise<string> {
  const names = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const tables = await Promise.all(
    names.map(({ name }) => database.query<{ line: string }>(`SELECT to_jsonb(t)::text AS line FROM ${name} t`)),
  );
  return tables.flatMap((rows) => rows.map(({ line }) => line)).join('\n');
}

const clearText = () =>
  database.query(
    `SELECT mfa_secret FROM users WHERE mfa_secret IS NOT NULL AND mfa_secret NOT LIKE 'enc:v1:%'
     UNION ALL SELECT value FROM settings WHERE key = 'secret' AND value NOT LIKE 'enc:v1:%'`,
  );

async function logInWithCode(server: TestServer, userName: string, key: string): Promise<string> {
  await resetUsedCodes(server, userName);
  const client = createClient(server);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  return (await client.ok('Mfa.Login', { body: { code: totp(key) } })).outcome;
}

test('neither the database nor a backup holds an authenticator, the server’s secret or a link on its way', async () => {
  const before = await database.row<{ mfa_secret: string }>("SELECT mfa_secret FROM users WHERE user_name = 'mfa_user'");
  // No SMTP server listens there: mail stays queued.
  const server = await start({ SECRET_KEY: FIRST_KEY, SMTP_URL: 'smtp://127.0.0.1:9', DATABASE_POOL: '4' });
  const user = await as(server, 'ordinary');
  const { sharedKey: candidate } = await user.ok('Mfa.BeginEnable');
  const { key } = await enrol(await as(server, 'support_user'));
  await createClient(server).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'subadmin' } });
  await eventually('everything to be encrypted', async () => (await clearText()).length === 0);
  const file = join(directory, 'all.backup');
  expect((await admin(['backup', file], { DATABASE_URL: database.url, SECRET_KEY: FIRST_KEY })).code).toBe(0);
  const mail = await database.row<{ link: string }>(`SELECT data->>'link' AS link FROM mails WHERE template = 'recoveryLink'`);
  expect(mail.link).toMatch(/^enc:v1:/);
  for (const text of [await dump(), gunzipSync(await readFile(file)).toString()]) {
    for (const secret of [candidate, key, before.mfa_secret, FIRST_KEY]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/token=[\w-]{20}/);
  }
  expect(await logInWithCode(server, 'support_user', key)).toBe('SignedIn');
  expect(await logInWithCode(server, 'mfa_user', before.mfa_secret)).toBe('SignedIn');
});

test('an authenticator copied to another account is none', async () => {
  const server = await start({ SECRET_KEY: FIRST_KEY });
  const { key } = await enrol(await as(server, 'support_user'));
  await database.query(
    `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = (SELECT mfa_secret FROM users WHERE user_name = 'support_user') WHERE user_name = 'ordinary'`,
  );
  const client = createClient(server);
  await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
  expect((await client.call('Mfa.Login', { body: { code: totp(key) } })).status).toBe(500);
});

test('keys are rotated under two running servers, and no user loses an authenticator', async () => {
  const env = { SECRET_KEY: `${SECOND_KEY},${FIRST_KEY}` };
  await (await startServer({ database, env: { SECRET_KEY: FIRST_KEY } })).stop();
  const [one, other] = [await start(env), await start(env)] as const;
  await eventually('everything to be encrypted', async () => (await clearText()).length === 0);
  const former = await database.row<{ key_id: string }>(`SELECT key_id FROM data_keys WHERE purpose = 'text'`);
  const rotation = admin(['keys', 'rotate'], { DATABASE_URL: database.url, ...env });
  const enrolled = await Promise.all(
    (['ordinary', 'support_user', 'second_sub', 'subadmin'] as const).map(async (userName, index) => ({
      userName,
      ...(await enrol(await as(index % 2 === 0 ? one : other, userName))),
    })),
  );
  expect(await rotation).toMatchObject({ code: 0, err: '' });
  expect((await rotation).out).toMatch(/^The keys are new, and [1-9]\d* values/);
  // The first master key is gone for good: with the second alone everything opens, on servers that saw the rotation and on a new one.
  const later = await start({ SECRET_KEY: SECOND_KEY });
  for (const { userName, key } of enrolled)
    for (const server of [one, other, later])
      expect([userName, await logInWithCode(server, userName, key)]).toEqual([userName, 'SignedIn']);
  // An hour later everything is under the new key, and the former one is deleted.
  const hours = (count: number) => ({ SECRET_KEY: SECOND_KEY, TEST_CLOCK_OFFSET_MS: String(count * 3_600_000) });
  await start(hours(2));
  await eventually(
    'the former key to be deleted',
    async () => (await database.query('SELECT FROM data_keys WHERE key_id = $1', [former.key_id])).length === 0,
    { timeoutMs: 60_000 },
  );
  expect(await database.query(`SELECT user_name FROM users WHERE mfa_secret LIKE $1`, [`enc:v1:${former.key_id}:%`])).toEqual([]);
  expect(await logInWithCode(later, 'ordinary', enrolled[0]!.key)).toBe('SignedIn');
}, 120_000);

test('a server without the key, or with another, says so and does not start', async () => {
  await (await startServer({ database, env: { SECRET_KEY: FIRST_KEY } })).stop();
  await expect(startServer({ database })).rejects.toThrow(/SECRET_KEY: the secrets in this database are encrypted/);
  await expect(startServer({ database, env: { SECRET_KEY: SECOND_KEY } })).rejects.toThrow(/this is not the key/);
  await expect(startServer({ database, env: { SECRET_KEY: 'short' } })).rejects.toThrow(/at least 32 characters/);
  const file = join(directory, 'key');
  await writeFile(file, `${FIRST_KEY}\n`);
  await (await startServer({ database, env: { SECRET_KEY_FILE: file } })).stop();
});

test('the built-in database gets a key of its own, beside it and not in it, and `keys rotate` renews it', async () => {
  const dataDir = join(directory, 'data');
  const env = { DATABASE_URL: '', DATA_DIR: dataDir };
  const server = await startServer({ dataDir, env, readyMs: 60_000 });
  await eventually('the set-up link', () => server.output().includes('Set up the first administrator'));
  await server.stop();
  const file = join(dataDir, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const former = await readFile(file, 'utf8');
  expect(await admin(['keys', 'rotate'], env)).toMatchObject({ code: 0, err: '' });
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2);
  expect(await readFile(file, 'utf8')).not.toBe(former);
  const again = await startServer({ dataDir, env, readyMs: 60_000 });
  expect(again.output()).not.toContain('clear text');
  await again.stop();
  await removeCluster(dataDir);
}, 120_000);
