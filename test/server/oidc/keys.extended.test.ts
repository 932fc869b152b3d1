/** `npm run admin -- keys rotate` while a server runs: the key that signs for applications changes, and both are published. */
import { execFile } from 'node:child_process';
import { createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { logInAs } from '../../support/logInAs.ts';
import { eventually } from '../../support/eventually.ts';
import { register, signIn } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';

const SECRET_KEY = 'a master key of 32 characters or more';
const site = useServer({ env: { SECRET_KEY } });
const run = promisify(execFile);

type PublishedKey = JsonWebKey & { kid: string };

const published = async () => ((await (await fetch(`${site.url}/oidc/jwks`)).json()) as { keys: PublishedKey[] }).keys;
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;

async function isVerified(token: string): Promise<boolean> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = (await published()).find(({ kid }) => kid === kidOf(token));
  const publicKey = key && createPublicKey({ key, format: 'jwk' });
  return (
    publicKey !== undefined &&
    verify('RSA-SHA256', Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url'))
  );
}

test('both keys are published before the new one signs and after; signatures of the former one still verify; both are encrypted', async () => {
  const wiki = await register(site);
  const browser = await logInAs(site, 'ordinary');
  const { id_token: before } = await signIn(browser, wiki);
  expect((await published()).map(({ kid }) => kid)).toEqual([kidOf(before)]);

  const { stdout, stderr } = await run(process.execPath, ['server/admin/main.ts', 'keys', 'rotate'], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: site.database.url, SECRET_KEY },
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('The key that signs for applications is replaced in two minutes; both are published meanwhile.');

  await eventually('the new key', async () => (await published()).length === 2);
  const { id_token: meanwhile } = await signIn(browser, wiki, { prompt: 'none' });
  expect(kidOf(meanwhile)).toBe(kidOf(before));
  // Simulates the end of the two minutes.
  await site.database.query('UPDATE oidc_keys SET signs_from = now() WHERE retired_at IS NULL');
  await eventually('the new key to be the first', async () => (await published())[0]?.kid !== kidOf(before));
  const { id_token: after } = await signIn(browser, wiki, { prompt: 'none' });
  expect(kidOf(after)).not.toBe(kidOf(before));
  expect((await published()).map(({ kid }) => kid)).toEqual([kidOf(after), kidOf(before)]);
  const stored = await site.database.query<{ text: string }>('SELECT private_key AS text FROM oidc_keys');
  expect(stored.map(({ text }) => /"(?:kty|d|p|q)"/.test(text))).toEqual([false, false]);
  expect([await isVerified(before), await isVerified(meanwhile), await isVerified(after)]).toEqual([true, true, true]);
});
