/** Sessions: lifetime, renewal, immediate ending, and resistance to fixation and forged tokens. */
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { type Client, createClient } from '../../support/client.ts';
import { pendingMfaSession } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { lastSeenAgo } from '../../support/sessions.ts';
import { forgetFailures, setRoles } from '../../support/changeUser.ts';

let site: TestServer;
let other: TestServer;

beforeAll(async () => {
  site = await startServer();
  other = await startServer({ database: site.database });
});
afterAll(async () => {
  await other.stop();
  await site.stop();
});

const isAlive = async (client: Client) => (await client.call('Login.Check')).status === 200;
/** A client with the same cookies on the other process. */
const onOther = (client: Client) => createClient(other, { jar: client.jar });

/** Ages all sessions of a user, as if they had been idle for `interval`. */
const ageIdle = (userName: string, interval: string) =>
  site.database.query(
    `UPDATE sessions SET created_at = created_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
            authenticated_at = authenticated_at - $2::interval, expires_at = expires_at - $2::interval
      WHERE user_id = (SELECT user_id FROM users WHERE user_name = $1)`,
    [userName, interval],
  );
/** Ages all sessions of a user, as if they had been in use throughout. */
const ageActive = async (userName: string, interval: string) => {
  await ageIdle(userName, interval);
  await lastSeenAgo(site, '0', userName);
};
const logIn = async (userName: string, rememberMe: boolean) => {
  const client = createClient(site);
  const { headers } = await client.call('Login.Login', { body: { userName, password: DEMO_PASSWORD, rememberMe } });
  return { client, cookie: headers.getSetCookie().find((text) => text.startsWith('session=')) ?? '' };
};

describe('A session', () => {
  it('is a random token in a cookie that is HttpOnly and SameSite', async () => {
    const { client, cookie } = await logIn('ordinary', false);
    expect(cookie).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = String(await client.cookie('session'));
    const dump = JSON.stringify(await site.database.query("SELECT encode(token_hash, 'escape'), s.* FROM sessions s"));
    expect(dump).not.toContain(token);
  });

  it('under a public https address is Secure and bound to the host', async () => {
    const secure = await startServer({ env: { PUBLIC_URL: 'https://id.example.com' }, database: site.database });
    try {
      const page = await createClient(secure).raw('/api/Login/Login');
      const [pair = ''] = page.headers.getSetCookie();
      expect(pair).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; Secure; SameSite=Lax$/);
      const xsrf = pair.slice('XSRF-TOKEN='.length, pair.indexOf(';'));
      const answer = await createClient(secure).raw('/api/Login/Login', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Cookie: `XSRF-TOKEN=${xsrf}`,
          'X-XSRF-TOKEN': decodeURIComponent(xsrf),
          Origin: 'https://id.example.com',
        },
        body: JSON.stringify({ userName: 'ordinary', password: DEMO_PASSWORD }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().find((text) => text.startsWith('__Host-session='))).toContain('; Secure; ');
    } finally {
      await secure.stop();
    }
  });

  it('ends after 30 idle minutes', async () => {
    const { client } = await logIn('ordinary', false);
    await ageIdle('ordinary', '29 minutes');
    expect(await isAlive(client)).toBe(true);
    await ageIdle('ordinary', '29 minutes');
    expect(await isAlive(client)).toBe(true);
    await ageIdle('ordinary', '30 minutes 1 second');
    expect(await isAlive(client)).toBe(false);
    expect(await client.call('Users.Self')).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
  });

  it('ends after 12 hours, even in use', async () => {
    const { client } = await logIn('ordinary', false);
    await ageActive('ordinary', '11 hours 59 minutes');
    expect(await isAlive(client)).toBe(true);
    await ageActive('ordinary', '2 minutes');
    expect(await isAlive(client)).toBe(false);
  });

  it('with "keep me signed in" lasts 30 days and survives closing the browser', async () => {
    const { client, cookie } = await logIn('ordinary', true);
    expect(cookie).toContain(`; Max-Age=${String(30 * 86_400)};`);
    await ageIdle('ordinary', '29 days 23 hours');
    expect(await isAlive(client)).toBe(true);
    await ageActive('ordinary', '2 hours');
    expect(await isAlive(client)).toBe(false);
  });

  it.each(['subadmin', 'system_only'])(
    'of an administrator lasts 12 hours and 30 idle minutes, even if %s chose "keep me signed in"',
    async (userName) => {
      const { client, cookie } = await logIn(userName, true);
      expect(cookie).not.toContain('Max-Age');
      await ageIdle(userName, '31 minutes');
      expect(await isAlive(client)).toBe(false);
      const { client: busy } = await logIn(userName, true);
      await ageActive(userName, '12 hours 1 minute');
      expect(await isAlive(busy)).toBe(false);
    },
  );

  it('of an administrator, who works or polls in a guarded application only, is idle all the same; of others it is in use', async () => {
    const clients = { subadmin: await logIn('subadmin', false), ordinary: await logIn('ordinary', false) };
    for (const [userName, { client }] of Object.entries(clients)) {
      await ageIdle(userName, '20 minutes');
      expect(await isAlive(client)).toBe(true);
      await ageIdle(userName, '20 minutes');
      expect(await isAlive(client)).toBe(userName === 'ordinary');
    }
    const { client: working } = await logIn('subadmin', false);
    await ageIdle('subadmin', '20 minutes');
    await working.ok('Users.Self');
    await ageIdle('subadmin', '20 minutes');
    expect(await isAlive(working)).toBe(true);
  });

  it('with "keep me signed in" is shortened as soon as its user becomes an administrator', async () => {
    const member = await unusedMember(site);
    const client = createClient(site);
    await client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD, rememberMe: true } });
    await ageIdle(member.userName, '31 minutes');
    expect(await isAlive(client)).toBe(true);
    await setRoles(site, member.userId, ['SubscriberAdministration']);
    const { sessionExpiresAt } = await client.ok('Users.Self');
    expect(Date.parse(sessionExpiresAt) - Date.now()).toBeLessThan(31 * 60_000);
    await ageIdle(member.userName, '31 minutes');
    expect(await isAlive(client)).toBe(false);
  });

  it('of an administrator lasts as long as others if ADMIN_REMEMBER is on', async () => {
    const lenient = await startServer({ env: { ADMIN_REMEMBER: 'on' }, database: site.database });
    try {
      const client = createClient(lenient);
      await client.ok('Login.Login', { body: { userName: 'subadmin', password: DEMO_PASSWORD, rememberMe: true } });
      await ageIdle('subadmin', '29 days');
      expect(await isAlive(client)).toBe(true);
    } finally {
      await lenient.stop();
    }
  });

  it('is not renewed by background requests, which return its true expiry', async () => {
    const { client } = await logIn('ordinary', false);
    const background = createClient(site, { jar: client.jar, headers: { 'X-Background': '1' } });
    const end = async (who: Client) => Date.parse((await who.ok('Users.Self')).sessionExpiresAt);
    await ageIdle('ordinary', '20 minutes');
    expect((await end(background)) - Date.now()).toBeLessThan(10 * 60_000);
    await ageIdle('ordinary', '9 minutes');
    expect((await end(background)) - Date.now()).toBeLessThan(60_000);
    expect((await end(client)) - Date.now()).toBeGreaterThan(29 * 60_000);
    await ageIdle('ordinary', '31 minutes');
    expect(await background.call('Users.Self')).toMatchObject({ status: 401 });
  });

  it('pending MFA lasts 15 minutes', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    await ageIdle('mfa_user', '15 minutes 1 second');
    expect(await client.call('Mfa.Login', { body: { code: totp() } })).toMatchObject({ status: 401 });
    expect((await client.call('Login.Check')).headers.get('location')).toBe('/Login');
  });
});

describe('A session token', () => {
  it('set by a client is never adopted', async () => {
    const fixedToken = 'A'.repeat(43);
    const client = createClient(site);
    await client.jar.setCookie(`session=${fixedToken}; Path=/`, site.url);
    await client.call('Login.Page');
    expect(await client.cookie('session')).toBe(fixedToken);
    await client.ok('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } });
    expect(await client.cookie('session')).not.toBe(fixedToken);
    expect(await isAlive(createClient(site, { headers: { Cookie: `session=${fixedToken}` } }))).toBe(false);
  });

  it('is replaced at the password and at the code; the former ones are invalid', async () => {
    const client = await logInAs(site, 'ordinary');
    const former = await client.cookie('session');
    await client.ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } });
    const half = await client.cookie('session');
    await forgetFailures(site, 'mfa_user');
    await client.ok('Mfa.Login', { body: { code: totp() } });
    const whole = await client.cookie('session');
    expect(new Set([former, half, whole]).size).toBe(3);
    for (const invalidToken of [former, half])
      expect(await isAlive(createClient(site, { headers: { Cookie: `session=${String(invalidToken)}` } }))).toBe(false);
    expect(await isAlive(client)).toBe(true);
  });

  it.each(['', 'x', 'a.b.c', "' OR 1=1 --", '\u0000', 'A'.repeat(4000), '__proto__'])(
    'forged as %j is refused',
    async (token) => {
      const client = createClient(site, { headers: { Cookie: `session=${encodeURIComponent(token)}` } });
      expect((await client.call('Login.Check')).status).toBe(401);
    },
  );
});

describe('A disabled user', () => {
  it('loses all sessions and keys at once, on every process, also after being enabled again', async () => {
    const client = await logInAs(site, 'ordinary');
    const half = await pendingMfaSession(site, 'mfa_user');
    expect(await isAlive(onOther(client))).toBe(true);
    const { key } = await client.ok('ApiKey.Create', { name: 'everywhere' });
    await client.ok('ApiKey.CreateClaims', { body: { name: 'everywhere', claims: [{ type: 'call', value: 'Users.Self' }] } });
    const program = createClient(other, { headers: { authorization: `Bearer ${key}` } });
    expect((await program.call('Users.Self')).status).toBe(200);
    const administrator = await logInAs(site, 'subadmin');
    await administrator.ok('Users.Enable', { userName: 'ordinary', enabled: false });
    await administrator.ok('Users.Enable', { userName: 'mfa_user', enabled: false });
    expect(await isAlive(onOther(client))).toBe(false);
    expect(await isAlive(client)).toBe(false);
    expect((await program.call('Users.Self')).status).toBe(401);
    for (const userName of ['ordinary', 'mfa_user']) await administrator.ok('Users.Enable', { userName, enabled: true });
    expect(await isAlive(client)).toBe(false);
    expect(await isAlive(onOther(client))).toBe(false);
    expect((await program.call('Users.Self')).status).toBe(401);
    expect((await half.call('Login.Check')).headers.get('location')).toBe('/Login');
  });
});

describe('Role changes', () => {
  it('take effect on the next request', async () => {
    const client = await logInAs(site, 'support_user');
    const mayCount = async () => (await client.call('Users.Counts', {})).status;
    expect(await mayCount()).toBe(403);
    await setRoles(site, 'support_user', ['Support', 'SubscriberAdministration']);
    expect(await mayCount()).toBe(200);
    await setRoles(site, 'support_user', ['Support']);
    expect(await mayCount()).toBe(403);
  });
});

it('logging out ends a pending MFA session too, and needs some session', async () => {
  const client = await pendingMfaSession(site, 'mfa_user');
  expect((await client.call('Login.Logout')).status).toBe(204);
  expect((await client.call('Login.Check')).headers.get('location')).toBe('/Login');
  expect((await createClient(site).call('Login.Logout')).status).toBe(401);
});
