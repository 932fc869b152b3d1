/**
 * Secrets at rest: whatever opens an account, or authenticates the server, is unreadable in a dump of the database and in a backup.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readMasterKeys } from '../../../server/encryption/masterKeys.ts';
import {
  MAILED_LINK_CONTEXT,
  samlKeyContext,
  SERVER_SECRET_CONTEXT,
  signingKeyContext,
} from '../../../server/encryption/storedSecrets.ts';
import { admin } from '../../support/admin.ts';
import { dump, findClearText } from '../../support/atRest.ts';
import { addPasskey } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { register } from '../../support/oidc.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const SECRET_KEY = 'a master key of 32 characters or more';

let database: TestDatabase;
let directory: string;
let server: TestServer | undefined;

beforeEach(async () => {
  database = await createDatabase();
  directory = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
});
afterEach(async () => {
  await server?.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Encrypted values of the database in clear text: the server's secret, tokens of queued links, numbers of the private signing key, a line of each SAML key.
 */
async function decrypted(): Promise<string[]> {
  const pool = openTestPool(database.url, 1);
  const db = openDatabase(pool);
  try {
    const keyring = await openKeyring(db, readMasterKeys(readConfig({ SECRET_KEY })), () => new Date());
    const { value } = await database.row<{ value: string }>(`SELECT value FROM settings WHERE key = 'secret'`);
    const links = await database.query<{ link: string }>(
      `SELECT data->>'link' AS link FROM mails WHERE data ? 'link' AND sent_at IS NULL`,
    );
    const keys = await database.query<{ kid: string; key: string }>('SELECT kid, private_key AS key FROM oidc_keys');
    const tokens = await Promise.all(
      links.map(
        async ({ link }) => new URL(await keyring.decrypt(db, MAILED_LINK_CONTEXT, link)).searchParams.get('token') ?? '',
      ),
    );
    const numbers = await Promise.all(
      keys.map(async ({ kid, key }) => {
        const { d, p, q } = JSON.parse(await keyring.decrypt(db, signingKeyContext(kid), key)) as Record<string, string>;
        return [d ?? '', p ?? '', q ?? ''];
      }),
    );
    const samlKeys = await database.query<{ id: string; key: string }>('SELECT key_id AS id, private_key AS key FROM saml_keys');
    const lines = await Promise.all(
      samlKeys.map(async ({ id, key }) => (await keyring.decrypt(db, samlKeyContext(id), key)).split('\n')[5] ?? ''),
    );
    expect([tokens.length, numbers.length, lines.length]).toEqual([4, 1, 2]);
    return [await keyring.decrypt(db, SERVER_SECRET_CONTEXT, value), ...tokens, ...numbers.flat(), ...lines];
  } finally {
    await db.destroy();
  }
}

test('neither the database nor a backup has in clear text what opens an account or speaks for the server', async () => {
  const before = await database.row<{ mfa_secret: string }>("SELECT mfa_secret FROM users WHERE user_name = 'mfa_user'");
  // No SMTP server listens there: mail stays queued.
  server = await startServer({ database, env: { SECRET_KEY, SMTP_URL: 'smtp://127.0.0.1:9', DATABASE_POOL: '4' } });
  const user = await logInAs(server, 'ordinary');
  await addPasskey(user, { name: 'Phone' });
  const { challenge } = await createClient(server).ok('Passkeys.LoginOptions');
  const { key: apiKey } = await (await logInAs(server, 'second_sub')).ok('ApiKey.Create', { name: 'Nightly' });
  const { sharedKey: candidate } = await user.ok('Mfa.BeginEnable');
  const { key, recoveryCodes } = await enrol(await logInAs(server, 'support_user'));
  const { secret: applicationSecret } = await register(server);
  await fetch(`${server.url}/oidc/jwks`);

  await createClient(server).ok('Login.ForgotPassword', { body: { userNameOrEmail: 'subadmin' } });
  const sysadmin = await logInAs(server, 'sysadmin');
  const invitation = { email: 'queued@example.net', firstName: 'Ada', lastName: 'Example', roles: ['Member'] };
  const { userId } = await sysadmin.ok('Invite.CreateUser', { body: invitation });
  await sysadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const { version } = await sysadmin.ok('Users.User', { userName: 'disabled_user' });
  await sysadmin.ok('Users.Patch', { userName: 'disabled_user', body: { version, email: 'new.queued@example.net' } });

  await eventually('everything to be encrypted', async () => (await findClearText(database)).length === 0);
  const file = join(directory, 'all.backup');
  expect((await admin(['backup', file], { DATABASE_URL: database.url, SECRET_KEY })).code).toBe(0);
  const session = (await user.cookie('session')) ?? '';
  const secrets = [
    candidate,
    key,
    before.mfa_secret,
    SECRET_KEY,
    challenge,
    apiKey,
    applicationSecret,
    session,
    ...(await decrypted()),
  ];
  const texts = [await dump(database), gunzipSync(await readFile(file)).toString()];
  for (const secret of [...secrets, ...recoveryCodes]) {
    expect(secret.length).toBeGreaterThan(10);
    const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64').replace(/=+$/, '')];
    for (const text of texts) for (const form of forms) expect(text.includes(form) && form).toBe(false);
  }
  for (const text of texts) expect(text).not.toMatch(/token=[\w-]{20}/);
  expect(await logInWithCode(server, 'support_user', key)).toBe('SignedIn');
  expect(await logInWithCode(server, 'mfa_user', before.mfa_secret)).toBe('SignedIn');
});
