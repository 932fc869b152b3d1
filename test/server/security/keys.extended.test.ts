/** API keys, from creation to expiry and deletion, and the limits of their rights. */
import { createHash } from 'node:crypto';
import { logInAs, DEMO_PASSWORD, type DemoUser } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { startServer } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { makeImpersonation } from '../../support/sessions.ts';

const site = useServer();

const claims = (...names: string[]) => names.map((value) => ({ type: 'call' as const, value }));

/** A client that has the key and no cookies. */
const program = (key: string) => ({
  get: (path: string, headers: Record<string, string> = {}) => request('GET', path, headers),
  send: (method: string, path: string, headers: Record<string, string> = {}) => request(method, path, headers),
  key,
});
type Program = ReturnType<typeof program>;
const request = (method: string, path: string, headers: Record<string, string>) =>
  fetch(`${site.url}/api${path}`, { method, headers });
const requestWith = ({ key, send }: Program, path: string, method = 'GET') =>
  send(method, path, { Authorization: `Bearer ${key}` });

/** The checksum detects typing errors only; an attacker can compute it. */
function forged(key: string): string {
  const body = key.replace(/_\w{43}_\w{6}$/, `_${'A'.repeat(43)}`);
  return `${body}_${createHash('sha256').update(body).digest('hex').slice(0, 6)}`;
}

async function makeKey(owner: Client, name: string, ...claimNames: string[]): Promise<Program> {
  const { key } = await owner.ok('ApiKey.Create', { name });
  if (claimNames.length > 0) await owner.ok('ApiKey.CreateClaims', { body: { name, claims: claims(...claimNames) } });
  return program(key);
}

test('A key is created, shown once, given claims, used, and deleted', async () => {
  const owner = await logInAs(site, 'subadmin');
  expect(await owner.ok('ApiKey.OpenAccess')).toMatchObject({ allowed: true, maxKeys: 10 });

  const created = await owner.ok('ApiKey.Create', { name: 'Night report' });
  expect(created).toEqual({
    name: 'Night report',
    prefix: expect.stringMatching(/^gh_\w{8}$/) as string,
    key: expect.stringMatching(/^gh_\w{8}_\w{43}_[0-9a-f]{6}$/) as string,
  });
  const nightReport = program(created.key);
  // A key without claims has no rights.
  expect((await requestWith(nightReport, '/Users/Counts')).status).toBe(403);

  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const updated = await owner.ok('ApiKey.CreateClaims', {
    body: { name: 'Night report', claims: claims('Users.Counts', 'Users.Self'), expiresAt },
  });
  expect(updated).toMatchObject({
    name: 'Night report',
    claims: claims('Users.Counts', 'Users.Self'),
    expiresAt,
  });
  const counts = await requestWith(nightReport, '/Users/Counts');
  expect(counts.status).toBe(200);
  expect(await counts.json()).toHaveProperty('all');
  expect(counts.headers.getSetCookie()).toEqual([]);
  expect((await requestWith(nightReport, '/Users/All')).status).toBe(403);

  const [listed] = await owner.ok('ApiKey.GetExisting');
  expect(created.key.startsWith(`${created.prefix}_`)).toBe(true);
  expect(listed).toMatchObject({ name: 'Night report', prefix: created.prefix, lastUsedAt: expect.any(String) as string });
  expect(JSON.stringify(listed)).not.toContain(created.key.split('_')[2]);

  await owner.ok('ApiKey.Delete', { name: 'night REPORT' });
  expect((await requestWith(nightReport, '/Users/Counts')).status).toBe(401);
  expect(await owner.ok('ApiKey.GetExisting')).toEqual([]);

  const mail = await awaitMail(
    site,
    ({ to, subject }) => to[0] === 'subadmin@example.com' && subject === 'A new API key for your Gatehouse account',
  );
  expect(mail.text).toContain('API key: Night report');
  expect(`${mail.text}${mail.html}`).not.toContain(created.key);
  const events = await site.database.query<{ action: string; target: string; event: string }>(
    `SELECT action, target, e::text AS event FROM audit_events e WHERE action LIKE 'ApiKey.%' AND actor = 'subadmin' ORDER BY seq`,
  );
  expect(events.map(({ action, target }) => [action, target])).toEqual([
    ['ApiKey.Create', 'Night report'],
    ['ApiKey.CreateClaims', 'Night report'],
    ['ApiKey.Delete', 'Night report'],
  ]);
  for (const { event } of events) expect(event).not.toContain(created.key);
});

test('A key expires after 90 days by default, and is revoked by every authentication reset', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  for (const type of ['Password', 'Mfa', 'All'] as const) {
    const { userName } = await unusedMember(site);
    const owner = await logInAs(site, userName);
    const key = await makeKey(owner, 'nightly', 'Users.Self');
    const [listed] = await owner.ok('ApiKey.GetExisting');
    expect(Math.round((Date.parse(listed!.expiresAt!) - Date.now()) / 86_400_000)).toBe(90);
    expect((await requestWith(key, '/Users/Self')).status).toBe(200);
    await sysadmin.ok('Users.ResetAuthentication', { userName, type });
    expect((await requestWith(key, '/Users/Self')).status).toBe(401);
  }
});

test('The database has a hash of the key only', async () => {
  const owner = await logInAs(site, (await unusedMember(site)).userName);
  const { key } = await owner.ok('ApiKey.Create', { name: 'secret' });
  for (const table of ['api_keys', 'audit_events', 'mails']) {
    const [row] = await site.database.query<{ found: boolean }>(
      `SELECT coalesce(bool_or(position($1 IN t::text) > 0), false) AS found FROM ${table} t`,
      [key.split('_')[2]],
    );
    expect([table, row?.found]).toEqual([table, false]);
  }
  expect(site.output()).not.toContain(key);
});

describe('A claim', () => {
  const grantable = async (userName: DemoUser) => {
    const owner = await logInAs(site, userName);
    return (await owner.ok('ApiKey.OpenAccess')).grantableClaims.map(({ value }) => value);
  };

  test('is offered only if the owner has the right and the operation is open to keys', async () => {
    const [member, subscriber, system] = [await grantable('ordinary'), await grantable('subadmin'), await grantable('sysadmin')];
    expect(member).toContain('Users.Self');
    expect(member).not.toContain('Users.Page');
    expect(subscriber).toContain('Users.Page');
    expect(subscriber).not.toContain('Users.Create');
    expect(system).toContain('Users.Create');
    for (const never of [
      'ApiKey.Create',
      'ChangeDetails.ChangePassword',
      'Mfa.Disable',
      'Users.Impersonate',
      'Login.Login',
      'Invite.Accept',
    ])
      expect(system).not.toContain(never);
  });

  test.each([
    ['beyond the owner’s rights', 'Users.Page'],
    ['for an operation closed to keys', 'ApiKey.Create'],
    ['for a public operation', 'Login.Login'],
    ['for an unknown operation', 'Users.Everything'],
    ['named like an Object.prototype property', '__proto__'],
    ['named like an Object.prototype property', 'constructor'],
  ])('%s is refused', async (_what, value) => {
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    await owner.ok('ApiKey.Create', { name: 'bold' });
    expect(
      await owner.call('ApiKey.CreateClaims', { body: { name: 'bold', claims: claims('Users.Self', value) } }),
    ).toMatchObject({
      status: 400,
      problem: { code: 'InvalidClaim' },
    });
    expect((await owner.ok('ApiKey.GetExisting'))[0]?.claims).toEqual([]);
  });

  test('is limited by the owner’s present rights', async () => {
    const member = await unusedMember(site);
    await setRoles(site, member.userId, ['SubscriberAdministration']);
    const key = await makeKey(await logInAs(site, member.userName), 'counting', 'Users.Counts');
    expect((await requestWith(key, '/Users/Counts')).status).toBe(200);
    await setRoles(site, member.userId, ['Member']);
    expect((await requestWith(key, '/Users/Counts')).status).toBe(403);
    await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}', enabled = false WHERE user_id = $1`, [
      member.userId,
    ]);
    expect((await requestWith(key, '/Users/Counts')).status).toBe(401);
  });

  test('for an operation that needs a fresh proof of identity is reserved to system administrators', async () => {
    const needProof = ['Roles.SetUser', 'Users.ResetAuthentication', 'Mfa.Require', 'Users.Create'];
    const [subscriber, system] = [await grantable('subadmin'), await grantable('sysadmin')];
    for (const call of needProof) expect([subscriber.includes(call), system.includes(call)]).toEqual([false, true]);
    const target = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const setRoles = (key: string) =>
      fetch(`${site.url}/api/Roles/User/${target.userName}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{"roles":["Support"]}',
      });
    // A key from before this rule.
    const before = await makeKey(await logInAs(site, 'subadmin'), 'of before');
    await site.database.query(`UPDATE api_keys SET claims = '{Roles.SetUser,Invite.CreateUser}' WHERE name = 'of before'`);
    expect((await setRoles(before.key)).status).toBe(403);
    const invitation = {
      email: 'by.key@example.net',
      firstName: 'Ada',
      lastName: 'Example',
      roles: ['SubscriberAdministration'],
    };
    const invite = (roles: string[]) =>
      fetch(`${site.url}/api/Invite/CreateUser`, {
        method: 'POST',
        headers: { authorization: `Bearer ${before.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...invitation, roles }),
      });
    expect((await invite(['SubscriberAdministration'])).status).toBe(403);
    expect((await invite(['Member'])).status).toBe(201);
    const allowed = await makeKey(await logInAs(site, 'sysadmin'), 'allowed', 'Roles.SetUser');
    expect((await setRoles(allowed.key)).status).toBe(200);
    const [event] = await auditEvents(
      site,
      { action: 'Roles.SetUser', target: target.userName, outcome: 'success' },
      'actor',
      'details',
    );
    expect(event).toMatchObject({ actor: 'sysadmin', details: { apiKey: allowed.key.split('_')[1] } });
  });

  test('replaces the previous ones', async () => {
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    const key = await makeKey(owner, 'narrow', 'Users.Self', 'Users.FontSize');
    await owner.ok('ApiKey.CreateClaims', { body: { name: 'narrow', claims: claims('Users.FontSize') } });
    expect((await requestWith(key, '/Users/Self')).status).toBe(403);
    expect((await requestWith(key, '/Users/Self/UIFontSize')).status).toBe(200);
  });
});

describe('A key', () => {
  test('stops working when it expires', async () => {
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    const key = await makeKey(owner, 'short', 'Users.Self');
    await site.database.query(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE name = 'short'`);
    expect((await requestWith(key, '/Users/Self')).status).toBe(401);
    const past = new Date(Date.now() - 1000).toISOString();
    expect(
      await owner.call('ApiKey.CreateClaims', { body: { name: 'short', claims: claims('Users.Self'), expiresAt: past } }),
    ).toMatchObject({ status: 400, problem: { fields: { expiresAt: expect.any(String) as string } } });
    await owner.ok('ApiKey.CreateClaims', { body: { name: 'short', claims: claims('Users.Self'), expiresAt: null } });
    expect((await requestWith(key, '/Users/Self')).status).toBe(200);
  });

  test('with administrative claims ends after 90 days at the latest, and sooner if its owner says so; another may go on', async () => {
    const owner = await logInAs(site, 'subadmin');
    await owner.ok('ApiKey.Create', { name: 'endless' });
    const daysOf = async (value: string, expiresAt: string | null | undefined) => {
      const body = { name: 'endless', claims: claims(value), ...(expiresAt !== undefined && { expiresAt }) };
      const key = await owner.ok('ApiKey.CreateClaims', { body });
      return key.expiresAt === null ? null : Math.round((Date.parse(key.expiresAt) - Date.now()) / 86_400_000);
    };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expect((await owner.ok('ApiKey.OpenAccess')).longestDays).toBe(90);
    expect(await daysOf('Users.Self', null)).toBeNull();
    expect(await daysOf('Users.Self', inDays(365))).toBe(365);
    expect(await daysOf('Users.Counts', undefined)).toBe(90);
    expect(await daysOf('Users.Counts', null)).toBe(90);
    expect(await daysOf('Users.Counts', inDays(365))).toBe(90);
    expect(await daysOf('Users.Counts', inDays(7))).toBe(7);
    await owner.ok('ApiKey.Delete', { name: 'endless' });
  });

  test('is accepted from its addresses only, as a trusted proxy tells them; its use from elsewhere is in the audit, once', async () => {
    const proxied = await startServer({ database: site.database, env: { TRUST_PROXY: 'loopback' } });
    try {
      const member = await unusedMember(site);
      const owner = await logInAs(site, member.userName);
      const key = await makeKey(owner, 'bound', 'Users.Self');
      const bind = (sourceAddresses: string[]) =>
        owner.call('ApiKey.CreateClaims', { body: { name: 'bound', claims: claims('Users.Self'), sourceAddresses } });
      const statusFrom = async (address: string, server = proxied.url) =>
        (
          await fetch(`${server}/api/Users/Self`, {
            headers: { Authorization: `Bearer ${key.key}`, 'X-Forwarded-For': address },
          })
        ).status;
      expect((await bind(['203.0.113.7', ' 198.51.100.9/24', '2001:DB8::/32'])).body).toMatchObject({
        sourceAddresses: ['203.0.113.7', '198.51.100.9/24', '2001:db8::/32'],
      });
      for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.200', '2001:db8:1::5'])
        expect([address, await statusFrom(address)]).toEqual([address, 200]);
      for (const address of ['203.0.113.8', '198.51.101.1', '2001:db9::1', '::1'])
        expect([address, await statusFrom(address)]).toEqual([address, 401]);
      // Without a trusted proxy the header is nobody's address.
      expect(await statusFrom('203.0.113.7', site.url)).toBe(401);
      expect(
        await auditEvents(site, { action: 'ApiKey.Use', actor: member.userName }, 'outcome', 'target', 'ip', 'details'),
      ).toEqual([
        {
          outcome: 'refused',
          target: 'bound',
          ip: '203.0.113.8',
          details: expect.objectContaining({ code: 'SourceAddress' }) as object,
        },
      ]);
      // Changing only the claims keeps the addresses; an empty list lifts the limit.
      await owner.ok('ApiKey.CreateClaims', { body: { name: 'bound', claims: claims('Users.Self', 'Users.FontSize') } });
      expect(await statusFrom('203.0.113.8')).toBe(401);
      expect((await owner.ok('ApiKey.GetExisting')).map(({ sourceAddresses }) => sourceAddresses.length)).toEqual([3]);
      for (const wrong of [
        'here',
        '203.0.113.7/33',
        '203.0.113',
        '2001:db8::/129',
        '203.0.113.7/',
        'fe80::1%eth0',
        '1.2.3.4/8/8',
      ])
        expect([wrong, await bind([wrong])]).toMatchObject([
          wrong,
          { status: 400, problem: { fields: { sourceAddresses: /./ } } },
        ]);
      await bind([]);
      expect(await statusFrom('203.0.113.8')).toBe(200);
    } finally {
      await proxied.stop();
    }
  });

  test('authorises a state change without cookie or anti-forgery token', async () => {
    const key = await makeKey(await logInAs(site, (await unusedMember(site)).userName), 'writer', 'Users.SetFontSize');
    expect((await requestWith(key, '/Users/Self/UIFontSize/compact', 'PATCH')).status).toBe(200);
  });

  test('is accepted in the Authorization header only, and takes precedence over a session cookie', async () => {
    const member = await unusedMember(site);
    const owner = await logInAs(site, member.userName);
    const key = await makeKey(owner, 'header', 'Users.FontSize');
    expect((await fetch(`${site.url}/api/Users/Self/UIFontSize?key=${key.key}`)).status).toBe(401);
    expect((await key.get('/Users/Self/UIFontSize', { Cookie: `session=${key.key}` })).status).toBe(401);
    const both = { Authorization: `Bearer ${key.key}`, Cookie: `session=${String(await owner.cookie('session'))}` };
    expect((await key.get('/Users/Self/UIFontSize', both)).status).toBe(200);
    expect((await key.get('/Users/Self', both)).status).toBe(403);
  });

  test.each([
    ['another scheme', (key: string) => `Basic ${key}`],
    ['its end cut off', (key: string) => `Bearer ${key.slice(0, -1)}`],
    [
      'a letter changed',
      (key: string) => `Bearer ${key.replace(/.(?=_[0-9a-f]{6}$)/, (letter) => (letter === 'a' ? 'b' : 'a'))}`,
    ],
    ['a forged secret and the right checksum', (key: string) => `Bearer ${forged(key)}`],
    ['nothing', () => 'Bearer '],
  ])('with %s is refused', async (_what, header) => {
    const key = await makeKey(await logInAs(site, (await unusedMember(site)).userName), 'exact', 'Users.Self');
    const answer = await key.get('/Users/Self', { Authorization: header(key.key) });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('sets no password', async () => {
    const member = await unusedMember(site);
    const owner = await logInAs(site, member.userName);
    const key = await makeKey(owner, 'greedy', 'Users.Self');
    const answer = await fetch(`${site.url}/api/ChangeDetails/ChangePassword`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        currentPassword: DEMO_PASSWORD,
        newPassword: 'Quiet-harbour-7',
        confirmPassword: 'Quiet-harbour-7',
      }),
    });
    expect(answer.status).toBe(403);
    expect(await logInAs(site, member.userName)).toBeDefined();
  });

  test('has a name unique to its owner; others may use the same', async () => {
    const [one, other] = [
      await logInAs(site, (await unusedMember(site)).userName),
      await logInAs(site, (await unusedMember(site)).userName),
    ];
    await one.ok('ApiKey.Create', { name: 'Größe' });
    expect(await one.call('ApiKey.Create', { name: 'GRÖSSE' })).toMatchObject({ status: 409, problem: { code: 'KeyNameTaken' } });
    await other.ok('ApiKey.Create', { name: 'Größe' });
    await other.ok('ApiKey.Delete', { name: 'Größe' });
    expect(await one.ok('ApiKey.GetExisting')).toHaveLength(1);
    expect(await other.call('ApiKey.Delete', { name: 'Größe' })).toMatchObject({ status: 404 });
    expect(await other.call('ApiKey.CreateClaims', { body: { name: 'Größe', claims: [] } })).toMatchObject({ status: 404 });
  });

  test('keeps its name as typed', async () => {
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    const name = `<b>"key"</b> & {{name}} %s \u202fΩ`;
    await owner.ok('ApiKey.Create', { name });
    expect((await owner.ok('ApiKey.GetExisting'))[0]?.name).toBe(name);
    for (const wrong of ['', '   ', 'x'.repeat(101), 'two\nlines', 'a\u0000b', 'over\u202eride'])
      expect((await owner.call('ApiKey.Create', { name: wrong })).status).toBe(400);
  });

  test('is limited to ten per user, also for concurrent requests', async () => {
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => owner.call('ApiKey.Create', { name: `key ${String(index)}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ problem }) => problem?.code === 'TooManyKeys')).toHaveLength(10);
    expect(await owner.ok('ApiKey.GetExisting')).toHaveLength(10);
  });

  test('needs an owner in an approved organisation', async () => {
    const member = await unusedMember(site);
    const owner = await logInAs(site, member.userName);
    const key = await makeKey(owner, 'before', 'Users.Self');
    const approve = (approved: boolean) =>
      site.database.query(
        'UPDATE organisations SET approved = $2 WHERE organisation_id = (SELECT organisation_id FROM users WHERE user_id = $1)',
        [member.userId, approved],
      );
    await approve(false);
    // A session needs no approval either.
    const [created, used] = [await owner.call('ApiKey.Create', { name: 'after' }), await requestWith(key, '/Users/Self')];
    await approve(true);
    expect(created).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
    expect(used.status).toBe(401);
  });

  test('is created, changed and deleted by its owner only, not during an impersonation', async () => {
    const member = await unusedMember(site);
    const owner = await logInAs(site, member.userName);
    await owner.ok('ApiKey.Create', { name: 'mine' });
    await makeImpersonation(site, member.userId);
    const refused = { status: 403, problem: { code: 'Impersonating' } };
    expect(await owner.call('ApiKey.Create', { name: 'theirs' })).toMatchObject(refused);
    expect(await owner.call('ApiKey.Delete', { name: 'mine' })).toMatchObject(refused);
    expect(await owner.call('ApiKey.CreateClaims', { body: { name: 'mine', claims: [] } })).toMatchObject(refused);
    expect(await owner.ok('ApiKey.GetExisting')).toHaveLength(1);
  });

  test('works on a second process, and stops there as soon as it is deleted', async () => {
    const second = await startServer({ database: site.database });
    const owner = await logInAs(site, (await unusedMember(site)).userName);
    const { key } = await makeKey(owner, 'shared', 'Users.Self');
    const requestOnSecond = () => fetch(`${second.url}/api/Users/Self`, { headers: { Authorization: `Bearer ${key}` } });
    const before = (await requestOnSecond()).status;
    await owner.ok('ApiKey.Delete', { name: 'shared' });
    const after = (await requestOnSecond()).status;
    await second.stop();
    expect([before, after]).toEqual([200, 401]);
  });
});

test('An anonymous caller cannot create a key', async () => {
  expect(await createClient(site).call('ApiKey.Create', { name: 'anonymous' })).toMatchObject({ status: 401 });
});
