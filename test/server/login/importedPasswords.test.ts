/** Users who came with the password of another system: the first right login replaces its hash, and nothing tells who they are. */
import { openDatabase, openPool } from '../../../server/db/database.ts';
import { openKeyring } from '../../../server/encryption/keyring.ts';
import { readImportedHash } from '../../../server/password/importedHash.ts';
import { importedPasswords } from '../../../server/password/importedPasswords.ts';
import { loadSecret } from '../../../server/session/serverSecret.ts';
import { createClient } from '../../support/client.ts';
import { resetUsedCodes } from '../../support/mfa.ts';
import { totp } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { HOTP, Secret } from 'otpauth';

const site = useServer({ env: { TEST_WEAK_HASHES: 'off' } });

const PASSWORD = 'Grüße-42 aus Köln';
/** passlib: pbkdf2_sha256.using(rounds=20000).hash(PASSWORD). */
const HASH = '$pbkdf2-sha256$20000$c86Z01prjZES4vy/N4ZQ6g$OMuuxev2dMleq.PA/ifdoO3AG0u/EHD3qup3eAj9Kmo';

const logIn = (userName: string, password: string) => createClient(site).call('Login.Login', { body: { userName, password } });

async function giveHash(userName: string, text = HASH): Promise<void> {
  const hash = readImportedHash(text);
  if (hash === undefined || hash === 'tooCostly') throw new Error('Not read');
  await site.database.query(`UPDATE users SET password_hash = 'imported:' || $2 || ':' || $3 WHERE user_name = $1`, [
    userName,
    hash.dummy,
    text,
  ]);
}

const storedOf = (userName: string) =>
  site.database.row<{ password_hash: string; imported_scheme: string | null }>(
    'SELECT password_hash, imported_scheme FROM users WHERE user_name = $1',
    [userName],
  );

test('a wrong password changes nothing; the first right one is kept as argon2id, and opens from then on', async () => {
  const { userName } = await unusedMember(site);
  await giveHash(userName);
  expect((await logIn(userName, 'Grüße-43 aus Köln')).problem?.code).toBe('InvalidCredentials');
  expect((await storedOf(userName)).password_hash).toContain('imported:');
  expect((await logIn(userName, PASSWORD)).status).toBe(200);
  const { password_hash: hash, imported_scheme: scheme } = await storedOf(userName);
  expect([hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'), scheme]).toEqual([true, null]);
  expect((await logIn(userName, PASSWORD)).status).toBe(200);
  expect((await logIn(userName, `${PASSWORD}!`)).problem?.code).toBe('InvalidCredentials');
});

test('an imported password can be changed, and is remembered as a former one', async () => {
  const { userName } = await unusedMember(site);
  await giveHash(userName);
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName, password: PASSWORD } });
  await giveHash(userName);
  const change = (currentPassword: string, newPassword: string) =>
    client.call('ChangeDetails.ChangePassword', { body: { currentPassword, newPassword, confirmPassword: newPassword } });
  expect((await change(PASSWORD, 'Tangerine-raft-88')).status).toBe(204);
  expect(await change('Tangerine-raft-88', PASSWORD)).toMatchObject({ status: 400 });
  expect(await site.database.query(`SELECT FROM password_history WHERE password_hash LIKE 'imported:%'`)).toHaveLength(1);
});

test('an authenticator with 8 digits, 60 seconds and SHA-256 logs in with its code, once', async () => {
  const { userName } = await unusedMember(site);
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await site.database.query(`UPDATE users SET mfa_enrolled_at = now(), mfa_last_step = 0, mfa_secret = $2 WHERE user_name = $1`, [
    userName,
    `otpauth://totp/x?secret=${secret}&algorithm=SHA256&digits=8&period=60`,
  ]);
  await giveHash(userName);
  // RFC 4226 with the counter of RFC 6238.
  const codeOf = () =>
    HOTP.generate({
      secret: Secret.fromBase32(secret),
      algorithm: 'SHA256',
      digits: 8,
      counter: Math.floor(Date.now() / 60_000),
    });
  const client = createClient(site);
  expect(await client.ok('Login.Login', { body: { userName, password: PASSWORD } })).toMatchObject({
    outcome: 'MfaCodeRequired',
  });
  // The page submits by itself only once the code has this length.
  expect((await client.call('Login.Check')).headers.get('location')).toBe('/LoginMfa/false?digits=8');
  expect((await client.call('Mfa.Login', { body: { code: totp(secret) } })).status).toBe(400);
  const code = codeOf();
  expect(await client.ok('Mfa.Login', { body: { code } })).toMatchObject({ outcome: 'SignedIn' });
  const again = createClient(site);
  await again.ok('Login.Login', { body: { userName, password: PASSWORD } });
  expect((await again.call('Mfa.Login', { body: { code } })).status).toBe(400);
  await resetUsedCodes(site, userName);
});

test('where accounts have costly hashes, a name that no account has is checked against one that costs the same', async () => {
  const key = Buffer.alloc(32, 7).toString('base64');
  const text = `$pbkdf2-sha256$i=1500000$${key}$${key}`;
  const costly = readImportedHash(text);
  if (costly === undefined || costly === 'tooCostly') throw new Error('Not read');
  await site.database.query(`UPDATE users SET password_hash = 'imported:' || $1 || ':' || $2`, [costly.dummy, text]);
  const db = openDatabase(openPool({ url: site.database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 }));
  try {
    const keyring = await openKeyring(db, undefined, () => new Date());
    const { dummyFor } = importedPasswords(db, keyring, await loadSecret(db, keyring));
    for (const name of ['nobody_of_this_name', 'Nobody.Else@example.com', 'ordinary'])
      expect((await dummyFor(name))?.dummy).toBe(costly.dummy);
  } finally {
    await db.destroy();
  }
});
