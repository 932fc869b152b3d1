/** Encryption keys of the database: they are rotated while servers run, needed at start, and created for the embedded database. */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '../../../server/embedded/home.ts';
import { admin } from '../../support/admin.ts';
import { findClearText } from '../../support/atRest.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { startServer, startServerProcess, type TestServer } from '../../support/server.ts';

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

test('an encrypted MFA key copied to another account does not work there', async () => {
  const server = await start({ SECRET_KEY: FIRST_KEY });
  const { key } = await enrol(await logInAs(server, 'support_user'));
  await database.query(
    `UPDATE users SET mfa_enrolled_at = now(), mfa_secret = (SELECT mfa_secret FROM users WHERE user_name = 'support_user') WHERE user_name = 'ordinary'`,
  );
  const client = createClient(server);
  await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
  expect((await client.call('Mfa.Login', { body: { code: totp(key) } })).status).toBe(500);
});

test('keys are rotated while two servers run, without invalidating any MFA key', async () => {
  const env = { SECRET_KEY: `${SECOND_KEY},${FIRST_KEY}` };
  await (await startServer({ database, env: { SECRET_KEY: FIRST_KEY } })).stop();
  const [firstServer, secondServer] = [await start(env), await start(env)] as const;
  await eventually('everything to be encrypted', async () => (await findClearText(database)).length === 0);
  const signingKeys = async (server: TestServer) =>
    ((await (await fetch(`${server.url}/oidc/jwks`)).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  const [formerSigningKey] = await signingKeys(firstServer);
  const formerKey = await database.row<{ key_id: string }>(`SELECT key_id FROM data_keys WHERE purpose = 'text'`);
  const rotation = admin(['keys', 'rotate'], { DATABASE_URL: database.url, ...env });
  const enrolled = await Promise.all(
    (['ordinary', 'support_user', 'second_sub', 'subadmin'] as const).map(async (userName, index) => ({
      userName,
      ...(await enrol(await logInAs(index % 2 === 0 ? firstServer : secondServer, userName))),
    })),
  );
  expect(await rotation).toMatchObject({ code: 0, err: '' });
  expect((await rotation).out).toMatch(/^The keys are new, and [1-9]\d* values/);
  expect(await auditEvents({ database }, { action: 'Operator.RotateKeys' }, 'actor')).toEqual([{ actor: 'operator' }]);
  // The first master key is no longer needed, neither on servers that ran during the rotation nor on a new one.
  const newServer = await start({ SECRET_KEY: SECOND_KEY });
  for (const { userName, key } of enrolled)
    for (const server of [firstServer, secondServer, newServer])
      expect([userName, await logInWithCode(server, userName, key)]).toEqual([userName, 'SignedIn']);
  expect(await signingKeys(newServer)).toEqual(expect.arrayContaining([formerSigningKey]));
  // The former data key is deleted an hour later, when nothing is encrypted with it.
  const hours = (count: number) => ({ SECRET_KEY: SECOND_KEY, TEST_CLOCK_OFFSET_MS: String(count * 3_600_000) });
  await start(hours(2));
  await eventually(
    'the former key to be deleted',
    async () => (await database.query('SELECT FROM data_keys WHERE key_id = $1', [formerKey.key_id])).length === 0,
  );
  expect(await database.query(`SELECT user_name FROM users WHERE mfa_secret LIKE $1`, [`enc:v1:${formerKey.key_id}:%`])).toEqual(
    [],
  );
  expect(await logInWithCode(newServer, 'ordinary', enrolled[0]!.key)).toBe('SignedIn');
});

test('a server without the key, or with another one, does not start and logs why', async () => {
  await (await startServer({ database, env: { SECRET_KEY: FIRST_KEY } })).stop();
  await expect(startServer({ database })).rejects.toThrow(/SECRET_KEY: the secrets in this database are encrypted/);
  await expect(startServer({ database, env: { SECRET_KEY: SECOND_KEY } })).rejects.toThrow(/this is not the key/);
  await expect(startServer({ database, env: { SECRET_KEY: 'short' } })).rejects.toThrow(/at least 32 characters/);
  const file = join(directory, 'key');
  await writeFile(file, `${FIRST_KEY}\n`);
  await (await startServer({ database, env: { SECRET_KEY_FILE: file } })).stop();
});

test('the embedded database has a generated key in a file outside of it, which `keys rotate` renews', async () => {
  const dataDir = join(directory, 'data');
  const env = { DATABASE_URL: '', DATA_DIR: dataDir };
  const server = await startServerProcess({ dataDir, env });
  await eventually('the set-up link', () => server.output().includes('Set up the first administrator'));
  await server.stop();
  const file = join(dataDir, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const formerKey = await readFile(file, 'utf8');
  expect(await admin(['keys', 'rotate'], env)).toMatchObject({ code: 0, err: '' });
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2);
  expect(await readFile(file, 'utf8')).not.toBe(formerKey);
  const restarted = await startServerProcess({ dataDir, env });
  expect(restarted.output()).not.toContain('clear text');
  await restarted.stop();
  await removeCluster(dataDir);
});
