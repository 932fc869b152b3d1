/** Login and logout: accepted and refused users, messages, redirects, and the audit. */
import { argon2Sync, randomBytes } from 'node:crypto';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { type Client, createClient } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { eventsAfter, lastSeq } from '../../support/auditEvents.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({
  env: {
    TEST_WEAK_HASHES: 'off',
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
const hashOf = async (userName: string) => (await userOf(site, userName, 'passwordHash')).passwordHash!;

/** A hash with the given parameters; `memory` in KiB. */
function argon2idHash(password: string, memory: number, passes: number): string {
  const nonce = randomBytes(16);
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 });
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=1$${text(nonce)}$${text(tag)}`;
}

/** Runs `change` on the account's row while its next password is checked: after the attempt was counted. */
async function whileChecked(userName: string, change: string, logInMeanwhile: () => Promise<unknown>): Promise<void> {
  await site.database.query(`
    CREATE FUNCTION change_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${change}; RETURN NEW; END $$;
    CREATE TRIGGER change_meanwhile BEFORE UPDATE ON users FOR EACH ROW
      WHEN (OLD.user_name = '${userName}' AND NEW.failed_sign_ins > OLD.failed_sign_ins) EXECUTE FUNCTION change_meanwhile()`);
  try {
    await logInMeanwhile();
  } finally {
    await site.database.query('DROP FUNCTION change_meanwhile CASCADE');
  }
}

describe('A user with the right password', () => {
  it('logs in by user name or e-mail in any case, and logs out', async () => {
    for (const name of ['ordinary', 'ORDINARY', ' Ordinary ', 'ordinary@example.com', 'Ordinary@Example.COM', 'ｏrdinary']) {
      const client = createClient(site);
      expect((await logIn(name, DEMO_PASSWORD, client)).body).toEqual({ outcome: 'SignedIn', redirectUrl: '/SecurityDetails' });
      expect(await client.ok('Login.Check')).toMatchObject({ userName: 'ordinary', roles: ['Member'] });
      const token = await client.cookie('session');
      const { status, headers } = await client.call('Login.Logout');
      expect([status, headers.get('clear-site-data')]).toEqual([204, '"cache"']);
      expect(await client.cookie('session')).toBeUndefined();
      const copy = createClient(site, { headers: { Cookie: `session=${String(token)}` } });
      expect((await copy.call('Login.Check')).status).toBe(401);
    }
  });

  it.each([
    ['subadmin', '/Users/List'],
    ['system_only', '/Users/List'],
    ['support_user', '/Users/Audit'],
    ['ordinary', '/SecurityDetails'],
  ])('is redirected to the home page of the role: %s to %s', async (userName, redirectUrl) => {
    expect((await logIn(userName)).body).toMatchObject({ redirectUrl });
  });

  it('is redirected to the requested application, by its name or the legacy one', async () => {
    const redirectFor = async (applicationName: string) => {
      const body = { userName: 'ordinary', password: DEMO_PASSWORD, applicationName };
      return (await createClient(site).ok('Login.Login', { body })).redirectUrl;
    };
    expect(await redirectFor('Claims')).toBe('https://claims.example.com/start');
    expect(await redirectFor('Gatehouse LS')).toBe('/SecurityDetails');
    expect(await redirectFor('Nowhere')).toBe('/SecurityDetails');
  });

  it('returns once how many logins failed before, and when', async () => {
    await logIn('second_sub', 'wrong');
    await logIn('SECOND_SUB@example.com', 'wrong');
    const { body } = await logIn('second_sub');
    expect(body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 2 });
    expect(Date.now() - Date.parse(body?.lastFailedAt ?? '')).toBeLessThan(60_000);
    expect((await logIn('second_sub')).body).not.toHaveProperty('failedSignIns');
  });

  it('gets a new hash if the stored one has older parameters', async () => {
    await setHash('ordinary', argon2idHash(DEMO_PASSWORD, 8192, 1));
    expect((await logIn('ordinary', 'wrong')).status).toBe(400);
    expect(await hashOf('ordinary')).toContain('m=8192,t=1');
    expect((await logIn('ordinary')).status).toBe(200);
    expect(await hashOf('ordinary')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await logIn('ordinary')).body).toMatchObject({ outcome: 'SignedIn' });
  });

  it('may use any Unicode, in NFC or NFD, and more than 128 characters', async () => {
    const password = 'Ångström-Größe-7 🐙'.normalize('NFC').padEnd(200, 'é');
    const formerHash = await hashOf('ordinary');
    await setHash('ordinary', argon2idHash(password, 19_456, 2));
    for (const form of ['NFC', 'NFD'] as const)
      expect((await logIn('ordinary', password.normalize(form))).body).toMatchObject({ outcome: 'SignedIn' });
    expect((await logIn('ordinary', password.slice(0, -1))).status).toBe(400);
    await setHash('ordinary', formerHash);
  });
});

describe('A refused login', () => {
  it('with a wrong password returns 400, not 401', async () => {
    const answer = await logIn('ordinary', 'Demo-pass-2');
    expect(answer).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    await logIn('ordinary');
  });

  it('of a disabled user or an unapproved organisation gives the reason after the right password only', async () => {
    expect((await logIn('disabled_user')).body).toEqual({ outcome: 'Rejected', reason: 'Disabled' });
    expect(await logIn('disabled_user', 'wrong')).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
    const { user_name: unapproved } = await site.database.row<{ user_name: string }>(
      `SELECT user_name FROM users JOIN organisations USING (organisation_id)
        WHERE NOT approved AND enabled AND password_hash IS NOT NULL AND locked_until IS NULL LIMIT 1`,
    );
    expect((await logIn(unapproved)).body).toEqual({ outcome: 'Rejected', reason: 'NotApproved' });
    expect(await logIn(unapproved, 'wrong')).toMatchObject({ status: 400 });
  });

  it('of a locked user gives the time left, and opens no session', async () => {
    const client = createClient(site);
    const { body } = await logIn('locked_user', DEMO_PASSWORD, client);
    expect(body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
    expect(body?.retryAfterSeconds).toBeGreaterThan(3600);
    expect((await client.call('Login.Check')).status).toBe(401);
  });

  it('of an invited user returns the same as a wrong password', async () => {
    expect(await logIn('invited@example.com')).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
  });

  it('with a password of more than 1,024 bytes is refused and not counted as a failure', async () => {
    const { before } = await site.database.row<{ before: number }>('SELECT sum(failed_sign_ins)::int AS before FROM users');
    for (const password of ['€'.repeat(342), 'x'.repeat(1025)])
      expect(await logIn('ordinary', password)).toMatchObject({ status: 400, problem: { code: 'Invalid' } });
    const { after } = await site.database.row<{ after: number }>('SELECT sum(failed_sign_ins)::int AS after FROM users');
    expect(after).toBe(before);
  });
});

describe('Each login attempt', () => {
  it('writes one audit event, without the password', async () => {
    const seq = await lastSeq(site);
    await logIn('Nobody_here', 'canary-3141');
    await logIn('ORDINARY@example.com', 'canary-3141');
    await logIn('ordinary');
    await logIn('disabled_user');
    await logIn('locked_user');
    const events = await eventsAfter(site, seq, 'actor', 'target', 'action', 'outcome', 'details');
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

describe('An account that changes while its password is checked', () => {
  const wrong = { status: 400, problem: { code: 'InvalidCredentials' } };
  it.each([
    ['a new password', `NEW.password_hash = 'another'`, wrong],
    ['MFA turned on', 'NEW.mfa_enrolled_at = now()', wrong],
    ['disabled', 'NEW.enabled = false', { status: 200, body: { outcome: 'Rejected', reason: 'Disabled' } }],
  ])('is not logged in to: %s', async (_change, change, answer) => {
    const hash = await hashOf('ordinary');
    const client = createClient(site);
    await whileChecked('ordinary', change, async () => {
      expect(await logIn('ordinary', DEMO_PASSWORD, client)).toMatchObject(answer);
    });
    expect(await client.cookie('session')).toBeUndefined();
    await setHash('ordinary', hash);
    await site.database.query(
      `UPDATE users SET mfa_enrolled_at = NULL, enabled = true, failed_sign_ins = 0 WHERE user_name = 'ordinary'`,
    );
  });
});
