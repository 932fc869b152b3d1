/** Impersonation: who may, what stays out of reach meanwhile, and the way back. */
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { awaitMail } from '../support/mails.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { startServer } from '../support/server.ts';
import { useServer } from '../support/useServer.ts';

const HARBOUR = { organisation: 'Harbour Mutual' };
const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const impersonate = (client: Client, userName: string, reason?: string) =>
  client.call('Users.Impersonate', { userName, ...(reason === undefined ? {} : { reason }) });
const selfOf = (client: Client) => client.ok('Users.Self');
const sessionsOf = (userName: string) =>
  site.database.query<{ session_id: string; kept_session_id: string | null }>(
    'SELECT s.session_id, s.kept_session_id FROM sessions s JOIN users u ON u.user_id = s.user_id WHERE u.user_name = $1',
    [userName],
  );
const events = (target: string) =>
  site.database.query(
    `SELECT actor, on_behalf_of, outcome, details FROM audit_events WHERE action = 'Users.Impersonate' AND target = $1 ORDER BY seq`,
    [target],
  );

describe('an administrator who impersonates a user', () => {
  it('is that person to the whole product, with a band that says who really acts; then stops and is themselves again', async () => {
    const person = await unusedMember(site, HARBOUR);
    const client = await as(site, 'subadmin');
    const before = await selfOf(client);
    const answer = await impersonate(client, person.userName, '  Case 4711: cannot see the portfolio ');
    expect(answer.body).toMatchObject({
      userName: person.userName,
      roles: ['Member'],
      impersonatedBy: { userName: 'subadmin', displayName: 'Hannah Whitaker', reason: 'Case 4711: cannot see the portfolio' },
    });
    const { impersonatedBy } = answer.body!;
    expect(Date.parse(impersonatedBy!.expiresAt) - Date.parse(impersonatedBy!.since)).toBe(60 * 60_000);
    expect(await selfOf(client)).toMatchObject({ userName: person.userName });
    expect((await client.call('Users.Page', {})).status).toBe(403);

    const stopped = await impersonate(client, 'SUBADMIN');
    expect(stopped.body).toMatchObject({
      userName: 'subadmin',
      impersonatedBy: null,
      authenticatedAt: expect.any(String) as string,
    });
    expect(await selfOf(client)).toMatchObject({ userName: 'subadmin', sessionExpiresAt: expect.any(String) as string });
    expect(Date.parse((await selfOf(client)).authenticatedAt)).toBeGreaterThanOrEqual(Date.parse(before.authenticatedAt));
    expect((await client.call('Users.Page', {})).status).toBe(200);
    expect(await sessionsOf(person.userName)).toEqual([]);
    expect(await events(person.userName)).toMatchObject([
      { actor: 'subadmin', on_behalf_of: null, details: { event: 'started', reason: 'Case 4711: cannot see the portfolio' } },
      { actor: 'subadmin', on_behalf_of: person.userName, details: { event: 'ended' } },
    ]);
  });

  it('gets a new token at the beginning and at the end, and neither old one opens anything', async () => {
    const person = await unusedMember(site, HARBOUR);
    const client = await as(site, 'subadmin');
    const tokens = [await client.cookie('session')];
    const status = async (token: string | undefined) =>
      (await fetch(`${site.url}/api/Users/Self`, { headers: { cookie: `session=${token ?? ''}` } })).status;
    await impersonate(client, person.userName);
    tokens.push(await client.cookie('session'));
    // What was on its way with the former one is answered for some seconds.
    expect(await status(tokens[0])).toBe(200);
    await site.database.query(`UPDATE sessions SET former_until = now() - interval '1 second' WHERE former_until IS NOT NULL`);
    expect([await status(tokens[0]), await status(tokens[1])]).toEqual([401, 200]);
    await impersonate(client, 'subadmin');
    tokens.push(await client.cookie('session'));
    expect(new Set(tokens).size).toBe(3);
    expect([await status(tokens[0]), await status(tokens[1]), await status(tokens[2])]).toEqual([401, 401, 200]);
  });

  it('acts as one person at a time: the token of before begins no second impersonation, and gets no longer time', async () => {
    const [first, second] = [{ userName: 'ordinary' }, { userName: 'mfa_user' }];
    const client = await as(site, 'subadmin');
    const [session, xsrf] = [await client.cookie('session'), await client.cookie('XSRF-TOKEN')];
    const late = createClient(site);
    for (const cookie of [`session=${session ?? ''}`, `XSRF-TOKEN=${xsrf ?? ''}`])
      await late.jar.setCookie(`${cookie}; Path=/`, site.url);
    const until = () => site.database.query('SELECT former_until FROM sessions WHERE former_until IS NOT NULL ORDER BY 1');
    await impersonate(client, first.userName);
    const before = await until();
    expect(await impersonate(late, second.userName)).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
    expect(await until()).toEqual(before);
    expect(await sessionsOf(second.userName)).toEqual([]);
    await impersonate(client, 'subadmin');
    expect((await late.call('Users.Self')).status).toBe(401);
    expect(await sessionsOf(first.userName)).toEqual([]);
  });

  it('of several attempts at once makes one impersonation', async () => {
    const client = await as(site, 'sysadmin');
    const answers = await Promise.all(['ordinary', 'mfa_user', 'support_user'].map((userName) => impersonate(client, userName)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('gives a reason on one line, so that it forges no line of the mail', async () => {
    const reason = 'Case 1\r\nAdministrator: Somebody Else\u2028When:\tnever\u0085';
    const { body } = await impersonate(await as(site, 'sysadmin'), 'must_enrol', reason);
    const onOneLine = 'Case 1 Administrator: Somebody Else When: never';
    expect(body!.impersonatedBy!.reason).toBe(onOneLine);
    expect((await awaitMail(site, ({ to }) => to[0] === 'must_enrol@example.com')).text).toContain(onOneLine);
    expect((await events('must_enrol'))[0]).toMatchObject({ details: { reason: onOneLine } });
  });

  it('is told of by mail to the person', async () => {
    const person = await unusedMember(site, HARBOUR);
    await impersonate(await as(site, 'subadmin'), person.userName, 'Reported by phone');
    const mail = await awaitMail(site, ({ to }) => to[0] === person.email);
    expect(mail.text).toContain('Hannah Whitaker');
    expect(mail.text).toContain('Reported by phone');
  });

  it('leaves the tracks of both in the audit', async () => {
    const person = await unusedMember(site, HARBOUR);
    const client = await as(site, 'subadmin');
    await impersonate(client, person.userName);
    const { version } = await client.ok('Users.User', { userName: person.userName });
    await client.ok('Users.Patch', { userName: person.userName, body: { version, title: 'Impersonated' } });
    const [event] = await site.database.query(
      `SELECT actor, on_behalf_of FROM audit_events WHERE action = 'Users.Patch' AND target = $1`,
      [person.userName],
    );
    expect(event).toEqual({ actor: 'subadmin', on_behalf_of: person.userName });
  });

  it('touches neither password, MFA, keys and sessions, nor anything that needs a fresh proof', async () => {
    const person = await unusedMember(site, HARBOUR);
    const client = await as(site, 'subadmin');
    await impersonate(client, person.userName);
    const calls = [
      client.call('ChangeDetails.ChangePassword', {
        body: { currentPassword: DEMO_PASSWORD, newPassword: 'Tall-ships-9', confirmPassword: 'Tall-ships-9' },
      }),
      client.call('Mfa.BeginEnable'),
      client.call('Mfa.Disable'),
      client.call('ApiKey.Create', { name: 'back door' }),
      client.call('Users.EndOtherSessions'),
      client.call('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } }),
    ];
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
    expect(await impersonate(client, 'ordinary')).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
    expect(await impersonate(client, person.userName)).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
  });

  it('is no session of the person: they do not see it, and are not logged in by it', async () => {
    const person = await unusedMember(site, HARBOUR);
    await impersonate(await as(site, 'subadmin'), person.userName);
    expect((await (await as(site, 'sysadmin')).ok('Users.User', { userName: person.userName })).loggedIn).toBe(false);
    expect(await (await as(site, person.userName)).ok('Users.Sessions')).toHaveLength(1);
  });
});

describe('nobody acts as', () => {
  const refused = async (client: Client, userName: string, status: number, code: string) =>
    expect(await impersonate(client, userName)).toMatchObject({ status, problem: { code } });

  it('themselves, an equal, a higher one, a user of another organisation, or one who could not log in', async () => {
    const subadmin = await as(site, 'subadmin');
    await refused(subadmin, 'subadmin', 403, 'OwnAccount');
    await refused(subadmin, 'second_sub', 404, 'NotFound');
    await refused(subadmin, 'disabled_user', 403, 'Forbidden');
    await refused(subadmin, 'invited@example.com', 403, 'Forbidden');
    const equal = await unusedMember(site, HARBOUR);
    await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [equal.userId]);
    await refused(subadmin, equal.userName, 403, 'Forbidden');
    const sysadmin = await as(site, 'sysadmin');
    expect((await impersonate(sysadmin, equal.userName)).body).toMatchObject({ userName: equal.userName });
    await impersonate(sysadmin, 'sysadmin');
    await site.database.query(`UPDATE users SET roles = '{SystemAdministration}' WHERE user_id = $1`, [equal.userId]);
    await refused(sysadmin, equal.userName, 403, 'Forbidden');
    const [outcast] = await site.database.query<{ user_name: string }>(
      'SELECT user_name FROM users u JOIN organisations o USING (organisation_id) WHERE NOT o.approved AND u.enabled AND user_name IS NOT NULL LIMIT 1',
    );
    await refused(sysadmin, outcast!.user_name, 403, 'Forbidden');
  });

  it('anybody, who is no administrator, and learns not who there is', async () => {
    const client = await as(site, 'ordinary');
    await refused(client, 'mfa_user', 403, 'Forbidden');
    await refused(client, 'no_such_user', 403, 'Forbidden');
  });

  it('without a fresh proof of identity, the anti-forgery pair, or by key', async () => {
    const client = await as(site, 'subadmin');
    expect(await client.raw('/api/Users/Impersonate/ordinary', { bare: true })).toMatchObject({
      status: 403,
      problem: { code: 'AntiForgery' },
    });
    const self = await selfOf(client);
    await site.database.query(`UPDATE sessions SET authenticated_at = now() - interval '31 minutes' WHERE user_id = $1`, [
      self.userId,
    ]);
    await refused(client, 'ordinary', 403, 'ConfirmIdentity');
  });

  it('where the environment says so; what had begun before ends', async () => {
    const person = await unusedMember(site, HARBOUR);
    const client = await as(site, 'subadmin');
    await impersonate(client, person.userName);
    const strict = await startServer({ database: site.database, env: { IMPERSONATION: 'off' } });
    try {
      const token = (await client.cookie('session')) ?? '';
      const { status } = await fetch(`${strict.url}/api/Users/Self`, { headers: { cookie: `session=${token}` } });
      expect(status).toBe(401);
      expect(await (await fetch(`${strict.url}/Users/List`)).text()).toContain('"impersonation":false');
      const other = await as(strict, 'subadmin');
      expect(await impersonate(other, person.userName)).toMatchObject({ status: 403, problem: { code: 'ImpersonationOff' } });
    } finally {
      await strict.stop();
    }
  });
});

describe('impersonation ends', () => {
  async function acting() {
    const admin = await unusedMember(site, HARBOUR);
    await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [admin.userId]);
    const [client, person] = [await as(site, admin.userName), await unusedMember(site, HARBOUR)];
    expect((await impersonate(client, person.userName)).status).toBe(200);
    return { admin, client, person, sysadmin: await as(site, 'sysadmin') };
  }
  const over = async (client: Client, { userName }: { userName: string }) => {
    expect((await client.call('Users.Self')).status).toBe(401);
    expect((await impersonate(client, userName)).status).toBe(401);
    expect((await client.call('Users.Self')).status).toBe(401);
  };

  it('when the administrator is disabled, and enabling does not bring it back', async () => {
    const { admin, client, sysadmin } = await acting();
    await sysadmin.ok('Users.Enable', { userName: admin.userName, enabled: false });
    await over(client, admin);
    await sysadmin.ok('Users.Enable', { userName: admin.userName, enabled: true });
    await over(client, admin);
  });

  it('when the administrator is none any more', async () => {
    const { admin, client, sysadmin } = await acting();
    await sysadmin.ok('Roles.SetUser', { userName: admin.userName, body: { roles: ['Member'] } });
    await over(client, admin);
  });

  it('when the person rises above the administrator, so that nobody rises with them', async () => {
    const { client, person, sysadmin } = await acting();
    await sysadmin.ok('Roles.SetUser', { userName: person.userName, body: { roles: ['SystemAdministration'] } });
    expect((await client.call('Users.Self')).status).toBe(401);
    await sysadmin.ok('Roles.SetUser', { userName: person.userName, body: { roles: ['Member'] } });
  });

  it('when the person is disabled, or the administrator’s own session ends elsewhere', async () => {
    const first = await acting();
    await first.sysadmin.ok('Users.Enable', { userName: first.person.userName, enabled: false });
    expect((await first.client.call('Users.Self')).status).toBe(401);
    const second = await acting();
    await (await as(site, second.admin.userName)).ok('Users.EndOtherSessions');
    await over(second.client, second.admin);
    expect(await sessionsOf(second.person.userName)).toEqual([]);
  });

  it('after an hour, and never later than the own session would', async () => {
    const { client, person } = await acting();
    await site.database.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1 AND impersonator_id IS NOT NULL`, [
      person.userId,
    ]);
    expect((await client.call('Users.Self')).status).toBe(401);
    const admin = await as(site, 'subadmin');
    const soon = new Date(Date.now() + 10 * 60_000);
    await site.database.query('UPDATE sessions SET expires_at = $1 WHERE user_id = $2', [soon, (await selfOf(admin)).userId]);
    const { body } = await impersonate(admin, (await unusedMember(site, HARBOUR)).userName);
    expect(body?.impersonatedBy?.expiresAt).toBe(soon.toISOString());
  });

  it('in the administrator’s own session, as soon as a page is loaded after the hour, and the audit tells', async () => {
    const { admin, client, person } = await acting();
    const pageSays = async (what: string) => (await client.raw('/Users/List')).text.includes(what);
    expect(await pageSays('"acting":true')).toBe(true);
    await site.database.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1 AND impersonator_id IS NOT NULL`, [
      person.userId,
    ]);
    // No call does it by itself: the page still shows the other person.
    expect((await client.call('Users.Self')).status).toBe(401);
    expect(await pageSays('"acting":false')).toBe(true);
    expect(await selfOf(client)).toMatchObject({ userName: admin.userName, impersonatedBy: null });
    expect((await client.call('Users.TakeOwnership', { userName: person.userName })).status).toBe(200);
    expect((await events(admin.userName)).at(-1)).toMatchObject({
      actor: admin.userName,
      details: { event: 'ended', by: 'time' },
    });
  });

  it('for good, where nobody was there at the end of the hour', async () => {
    const { admin, client, person } = await acting();
    await site.database.query(
      `UPDATE sessions SET expires_at = now(), last_seen_at = now() - interval '31 minutes'
        WHERE user_id = $1 AND impersonator_id IS NOT NULL`,
      [person.userId],
    );
    await client.raw('/Users/List');
    await over(client, admin);
  });

  it('with logging out, which leaves nothing to come back to', async () => {
    const { admin, client, person } = await acting();
    await client.ok('Login.Logout');
    expect((await client.call('Users.Self')).status).toBe(401);
    expect([...(await sessionsOf(admin.userName)), ...(await sessionsOf(person.userName))]).toEqual([]);
  });

  it('without a new proof of identity: what needed one before, needs it after', async () => {
    const { admin, client } = await acting();
    const [, own] = ['', (await sessionsOf(admin.userName))[0]!];
    await site.database.query(`UPDATE sessions SET authenticated_at = now() - interval '31 minutes' WHERE session_id = $1`, [
      own.session_id,
    ]);
    await impersonate(client, admin.userName);
    expect(await client.call('Roles.SetUser', { userName: 'ordinary', body: { roles: ['Member'] } })).toMatchObject({
      status: 403,
      problem: { code: 'ConfirmIdentity' },
    });
  });

  it('once: of two who stop at once, one browser goes on', async () => {
    const { admin, client } = await acting();
    const answers = await Promise.all([impersonate(client, admin.userName), impersonate(client, admin.userName)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 401 || status === 403)).toBe(true);
    expect(await sessionsOf(admin.userName)).toHaveLength(1);
  });
});

test('a browser that nobody is logged in to acts as nobody', async () => {
  expect((await impersonate(createClient(site), 'ordinary')).status).toBe(401);
});
