/** Logging in and out: who gets in, who does not and what they are told, where they go on to. */
import { argon2Sync, randomBytes } from 'node:crypto';
import { DEMO_PASSWORD } from '../support/as.ts';
import { type Client, createClient } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer({
  env: {
    APPLICATIONS: JSON.stringify([
      { name: 'Claims', displayName: 'Claims desk', url: 'https://claims.example.com/start' },
      { name: 'Ledger', url: 'https://ledger.example.com' },
    ]),
  },
});

const logIn = (userName: string, password = DEMO_PASSWORD, client: Client = createClient(site)) =>
  client.call('Login.Login', { body: { userName, password } });

const setHash = (userName: string, hash: string) =>
  site.database.query('UPDATE users SET password_hash = $2 WHERE user_name = $1', [userName, hash]);
const hashOf = async (userName: string) => {
  const row = await site.database.row<{ password_hash: string }>('SELECT password_hash FROM users WHERE user_name = $1', [
    userName,
  ]);
  return row.password_hash;
};

/** As an older release would have stored it. */
function argon2idHash(password: string, memory: number, passes: number): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=1$${text(nonce)}$${text(tag)}`;
}

describe('somebody with the right password', () => {
  it('gets in by user name or e-mail, whatever the case, and out again', async () => {
    for (const name of ['ordinary', 'ORDINARY', ' Ordinary ', 'ordinary@example.com', 'Ordinary@Example.COM', 'ｏrdinary']) {
      const client = createClient(site);
      expect((await logIn(name, DEMO_PASSWORD, client)).body).toEqual({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails' });
      expect(await client.ok('Login.Check')).toMatchObject({ userName: 'ordinary', roles: ['Member'] });
      const token = await client.cookie('session');
      const { status, headers } = await client.call('Login.Logout');
      expect([status, headers.get('clear-site-data')]).toEqual([204, '"cache"']);
      expect(await client.cookie('session')).toBeUndefined();
      const thief = createClient(site, { headers: { Cookie: `session=${String(token)}` } });
      expect((await thief.call('Login.Check')).status).toBe(401);
    }
  });

  it.each([
    ['subadmin', '/Users/List'],
    ['system_only', '/Users/List'],
    ['support_user', '/Users/Audit'],
    ['ordinary', '/SecurityDetails'],
  ])('is led to the first screen of their role: %s to %s', async (userName, redirectUrl) => {
    expect((await logIn(userName)).body).toMatchObject({ redirectUrl });
  });

  it('is led on to the application they came for, by its own name or the legacy one', async () => {
    const into = async (applicationName: string) => {
      const body = { userName: 'ordinary', password: DEMO_PASSWORD, applicationName };
      return (await createClient(site).ok('Login.Login', { body })).redirectUrl;
    };
    expect(await into('Claims')).toBe('https://claims.example.com/start');
    expect(await into('Gatehouse LS')).toBe('/SecurityDetails');
    expect(await into('Nowhere')).toBe('/SecurityDetails');
  });

  it('is told how many tries failed before, and when, once', async () => {
    await logIn('second_sub', 'wrong');
    await logIn('SECOND_SUB@example.com', 'wrong');
    const { body } = await logIn('second_sub');
    expect(body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 2 });
    expect(Date.now() - Date.parse(body?.lastFailedAt ?? '')).toBeLessThan(10_000);
    expect((await logIn('second_sub')).body).not.toHaveProperty('failedSignIns');
  });

  it('gets a hash of today where theirs was made with older parameters', async () => {
    await setHash('ordinary', argon2idHash(DEMO_PASSWORD, 8192, 1));
    expect((await logIn('ordinary', 'wrong')).status).toBe(400);
    expect(await hashOf('ordinary')).toContain('m=8192,t=1');
    expect((await logIn('ordinary')).status).toBe(200);
    expect(await hashOf('ordinary')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn('ordinary')).body).toMatchObject({ outcome: 'SignedIn' });
  });

  it('may type any Unicode, in either form, 128 characters and more', async () => {
    const password = 'Ångström-Größe-7 🐙'.normalize('NFC').padEnd(200, 'é');
    const former = await hashOf('ordinary');
    await setHash('ordinary', argon2idHash(password, 19_456, 2));
    for (const form of ['NFC', 'NFD'] as const)
      expect((await logIn('ordinary', password.normalize(form))).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await logIn('ordinary', password.slice(0, -1))).status).toBe(400);
    await setHash('ordinary', former);
  });
});

describe('somebody who does not get in', () => {
  it('with the wrong password, is never told by 401', async () => {
    const answer = await logIn('ordinary', 'Demo-pass-2');
    expect(answer).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    await logIn('ordinary');
  });

  it('because they are disabled, or their organisation is not approved, is told so after the right password only', async () => {
    expect((await logIn('disabled_user')).body).toEqual({ outcome: 'Rejected', reason: 'Disabled' });
    expect(await logIn('disabled_user', 'wrong')).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    const { user_name: unapproved } = await site.database.row<{ user_name: string }>(
      `SELECT user_name FROM users JOIN organisations USING (organisation_id)
        WHERE NOT approved AND enabled AND password_hash IS NOT NULL AND locked_until IS NULL LIMIT 1`,
    );
    expect((await logIn(unapproved)).body).toEqual({ outcome: 'Rejected', reason: 'NotApproved' });
    expect(await logIn(unapproved, 'wrong')).toMatchObject({ status: 400 });
  });

  it('because they are locked, is told for how long, and gets no cookie that opens anything', async () => {
    const client = createClient(site);
    const { body } = await logIn('locked_user', DEMO_PASSWORD, client);
    expect(body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
    expect(body?.retryAfterSeconds).toBeGreaterThan(3600);
    expect((await client.call('Login.Check')).status).toBe(401);
  });

  it('because they have only been invited, gets what a wrong password gets', async () => {
    expect(await logIn('invited@example.com')).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
  });

  it('with a password of more than 1,024 bytes, is refused before it is hashed or counted', async () => {
    const { before } = await site.database.row<{ before: number }>('SELECT sum(failed_sign_ins)::int AS before FROM users');
    for (const password of ['€'.repeat(342), 'x'.repeat(1025)])
      expect(await logIn('ordinary', password)).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
    const { after } = await site.database.row<{ after: number }>('SELECT sum(failed_sign_ins)::int AS after FROM users');
    expect(after).toBe(before);
  });
});

describe('every try', () => {
  it('leaves one event, without the password', async () => {
    const { seq } = await site.database.row<{ seq: number }>('SELECT max(seq)::int AS seq FROM audit_events');
    await logIn('Nobody_here', 'canary-3141');
    await logIn('ORDINARY@example.com', 'canary-3141');
    await logIn('ordinary');
    await logIn('disabled_user');
    await logIn('locked_user');
    const events = await site.database.query(
      'SELECT actor, target, action, outcome, details FROM audit_events WHERE seq > $1 ORDER BY seq',
      [seq],
    );
    const wrong = { reason: 'InvalidCredentials', failures: 1 };
    const event = (actor: string | null, outcome: string, details: object, target: unknown = actor) => ({
      actor,
      target,
      action: 'Login.Login',
      outcome,
      details,
    });
    expect(events).toEqual([
      event(null, 'failure', wrong, expect.stringMatching(/^No… #[\w-]{12}$/)),
      event('ordinary', 'failure', wrong),
      event('ordinary', 'success', { outcome: 'SignedIn' }),
      event('disabled_user', 'failure', { reason: 'Disabled' }),
      event('locked_user', 'failure', { reason: 'Locked' }),
    ]);
    expect(JSON.stringify(await site.database.query('SELECT * FROM audit_events WHERE seq > $1', [seq]))).not.toContain('canary');
    expect(site.output()).not.toContain('canary');
  });
});
