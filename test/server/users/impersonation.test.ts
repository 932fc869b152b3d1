/** Impersonation: who may start it, what stays forbidden during it, and how it ends. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { awaitMail } from '../../support/mails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { startServer } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { authenticatedAgo, endFormerTokens, expireImpersonation, lastSeenAgo } from '../../support/sessions.ts';

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
  auditEvents(site, { action: 'Users.Impersonate', target }, 'actor', 'onBehalfOf', 'outcome', 'details');

describe('An administrator who impersonates a user', () => {
  it('is that user to the product, which shows the administrator’s name; stopping restores the own session', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    const before = await selfOf(client);
    const answer = await impersonate(client, member.userName, '  Case 4711: cannot see the portfolio ');
    expect(answer.body).toMatchObject({
      userName: member.userName,
      roles: ['Member'],
      impersonatedBy: { userName: 'subadmin', displayName: 'Hannah Whitaker', reason: 'Case 4711: cannot see the portfolio' },
    });
    const { impersonatedBy } = answer.body!;
    expect(Date.parse(impersonatedBy!.expiresAt) - Date.parse(impersonatedBy!.since)).toBe(60 * 60_000);
    expect(await selfOf(client)).toMatchObject({ userName: member.userName });
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
    expect(await sessionsOf(member.userName)).toEqual([]);
    expect(await events(member.userName)).toMatchObject([
      { actor: 'subadmin', onBehalfOf: null, details: { event: 'started', reason: 'Case 4711: cannot see the portfolio' } },
      { actor: 'subadmin', onBehalfOf: member.userName, details: { event: 'ended' } },
    ]);
  });

  it('gets a new token at the start and at the end, and the former ones are invalid', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    const tokens = [await client.cookie('session')];
    const status = async (token: string | undefined) =>
      (await fetch(`${site.url}/api/Users/Self`, { headers: { cookie: `session=${token ?? ''}` } })).status;
    await impersonate(client, member.userName);
    tokens.push(await client.cookie('session'));
    // Requests in flight with the former token succeed for some seconds.
    expect(await status(tokens[0])).toBe(200);
    await endFormerTokens(site);
    expect([await status(tokens[0]), await status(tokens[1])]).toEqual([401, 200]);
    await impersonate(client, 'subadmin');
    tokens.push(await client.cookie('session'));
    expect(new Set(tokens).size).toBe(3);
    expect([await status(tokens[0]), await status(tokens[1]), await status(tokens[2])]).toEqual([401, 401, 200]);
  });

  it('has one impersonation at a time: the former token can start no second one, nor is its time extended', async () => {
    const [first, second] = [{ userName: 'ordinary' }, { userName: 'mfa_user' }];
    const client = await logInAs(site, 'subadmin');
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

  it('starts one impersonation by several concurrent requests', async () => {
    const client = await logInAs(site, 'sysadmin');
    const answers = await Promise.all(['ordinary', 'mfa_user', 'support_user'].map((userName) => impersonate(client, userName)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it('gives a reason that is reduced to one line, so that it cannot forge lines of the mail', async () => {
    const reason = 'Case 1\r\nAdministrator: Somebody Else\u2028When:\tnever\u0085';
    const { body } = await impersonate(await logInAs(site, 'sysadmin'), 'must_enrol', reason);
    const onOneLine = 'Case 1 Administrator: Somebody Else When: never';
    expect(body!.impersonatedBy!.reason).toBe(onOneLine);
    expect((await awaitMail(site, ({ to }) => to[0] === 'must_enrol@example.com')).text).toContain(onOneLine);
    expect((await events('must_enrol'))[0]).toMatchObject({ details: { reason: onOneLine } });
  });

  it('is reported to the user by mail', async () => {
    const member = await unusedMember(site, HARBOUR);
    await impersonate(await logInAs(site, 'subadmin'), member.userName, 'Reported by phone');
    const mail = await awaitMail(site, ({ to }) => to[0] === member.email);
    expect(mail.text).toContain('Hannah Whitaker');
    expect(mail.text).toContain('Reported by phone');
  });

  it('is audited with both users', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    await impersonate(client, member.userName);
    const { version } = await client.ok('Users.User', { userName: member.userName });
    await client.ok('Users.Patch', { userName: member.userName, body: { version, title: 'Impersonated' } });
    const [event] = await auditEvents(site, { action: 'Users.Patch', target: member.userName }, 'actor', 'onBehalfOf');
    expect(event).toEqual({ actor: 'subadmin', onBehalfOf: member.userName });
  });

  it('cannot change password, MFA, keys or sessions, nor do anything that needs a fresh proof of identity', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    await impersonate(client, member.userName);
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
    expect(await impersonate(client, member.userName)).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
  });

  it('with read access sees everything, and is refused every change, also those that the user may make', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'sysadmin');
    const started = await client.call('Users.Impersonate', { userName: 'subadmin', access: 'read', reason: 'Ticket 7' });
    expect(started.body).toMatchObject({ userName: 'subadmin', impersonatedBy: { access: 'read', reason: 'Ticket 7' } });
    const { version } = await client.ok('Users.User', { userName: member.userName });
    const readOnly = { status: 403, problem: { code: 'ReadOnly' } };
    const calls = [
      client.call('Users.Patch', { userName: member.userName, body: { version, title: 'Changed' } }),
      client.call('Users.Enable', { userName: member.userName, enabled: false }),
      client.call('Users.Unlock', { userName: 'locked_user' }),
      client.call('Users.TakeOwnership', { userName: member.userName }),
      client.call('Users.SetFontSize', { fontSize: 'compact' }),
      client.call('Overview.SetHome', { home: 'overview' }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(readOnly);
    expect(await client.call('ApiKey.Create', { name: 'back door' })).toMatchObject({
      status: 403,
      problem: { code: 'Impersonating' },
    });
    expect((await client.ok('Users.User', { userName: member.userName })).version).toBe(version);
    const refused = await auditEvents(
      site,
      { outcome: 'refused', actor: 'sysadmin', onBehalfOf: 'subadmin', action: 'Users.Patch' },
      'action',
    );
    expect(refused).toHaveLength(1);
    expect((await client.ok('Users.Impersonate', { userName: 'sysadmin' })).impersonatedBy).toBeNull();
    const mail = await awaitMail(site, ({ to, subject }) => to[0] === 'subadmin@example.com' && subject.includes('looking at'));
    expect(mail.text).toContain('without being able to change anything');
  });

  it('with read access can change only by ending it and starting anew', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    await client.ok('Users.Impersonate', { userName: member.userName, access: 'read' });
    const again = await client.call('Users.Impersonate', { userName: member.userName, access: 'act' });
    expect(again).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
    expect((await client.ok('Users.Self')).impersonatedBy?.access).toBe('read');
  });

  it('can log out with read access', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    await client.ok('Users.Impersonate', { userName: member.userName, access: 'read' });
    expect((await client.call('Login.Logout')).status).toBeLessThan(300);
    expect((await client.call('Users.Self')).status).toBe(401);
  });

  it('does not appear among the user’s sessions or as their login', async () => {
    const member = await unusedMember(site, HARBOUR);
    await impersonate(await logInAs(site, 'subadmin'), member.userName);
    expect((await (await logInAs(site, 'sysadmin')).ok('Users.User', { userName: member.userName })).loggedIn).toBe(false);
    expect(await (await logInAs(site, member.userName)).ok('Users.Sessions')).toHaveLength(1);
  });
});

describe('Impersonation is refused', () => {
  const refused = async (client: Client, userName: string, status: number, code: string) =>
    expect(await impersonate(client, userName)).toMatchObject({ status, problem: { code } });

  it('of oneself, an equal, a higher role, a user of another organisation, or one who could not log in', async () => {
    const subadmin = await logInAs(site, 'subadmin');
    await refused(subadmin, 'subadmin', 403, 'OwnAccount');
    await refused(subadmin, 'second_sub', 404, 'NotFound');
    await refused(subadmin, 'disabled_user', 403, 'Forbidden');
    await refused(subadmin, 'invited@example.com', 403, 'Forbidden');
    const equal = await unusedMember(site, HARBOUR);
    await setRoles(site, equal.userId, ['SubscriberAdministration']);
    await refused(subadmin, equal.userName, 403, 'Forbidden');
    const sysadmin = await logInAs(site, 'sysadmin');
    expect((await impersonate(sysadmin, equal.userName)).body).toMatchObject({ userName: equal.userName });
    await impersonate(sysadmin, 'sysadmin');
    await setRoles(site, equal.userId, ['SystemAdministration']);
    await refused(sysadmin, equal.userName, 403, 'Forbidden');
    const [unapproved] = await site.database.query<{ user_name: string }>(
      'SELECT user_name FROM users u JOIN organisations o USING (organisation_id) WHERE NOT o.approved AND u.enabled AND user_name IS NOT NULL LIMIT 1',
    );
    await refused(sysadmin, unapproved!.user_name, 403, 'Forbidden');
  });

  it('to members, without disclosing which users exist', async () => {
    const client = await logInAs(site, 'ordinary');
    await refused(client, 'mfa_user', 403, 'Forbidden');
    await refused(client, 'no_such_user', 403, 'Forbidden');
  });

  it('without a fresh proof of identity or the anti-forgery token', async () => {
    const client = await logInAs(site, 'subadmin');
    expect(await client.raw('/api/Users/Impersonate/ordinary', { bare: true })).toMatchObject({
      status: 403,
      problem: { code: 'AntiForgery' },
    });
    const self = await selfOf(client);
    await authenticatedAgo(site, '31 minutes', self.userId);
    await refused(client, 'ordinary', 403, 'ConfirmIdentity');
  });

  it('if IMPERSONATION is off; a running one ends', async () => {
    const member = await unusedMember(site, HARBOUR);
    const client = await logInAs(site, 'subadmin');
    await impersonate(client, member.userName);
    const strict = await startServer({ database: site.database, env: { IMPERSONATION: 'off' } });
    try {
      const token = (await client.cookie('session')) ?? '';
      const { status } = await fetch(`${strict.url}/api/Users/Self`, { headers: { cookie: `session=${token}` } });
      expect(status).toBe(401);
      expect(await (await fetch(`${strict.url}/Users/List`)).text()).toContain('"impersonation":false');
      const other = await logInAs(strict, 'subadmin');
      expect(await impersonate(other, member.userName)).toMatchObject({ status: 403, problem: { code: 'ImpersonationOff' } });
    } finally {
      await strict.stop();
    }
  });
});

describe('Impersonation ends', () => {
  async function startImpersonation() {
    const admin = await unusedMember(site, HARBOUR);
    await setRoles(site, admin.userId, ['SubscriberAdministration']);
    const [client, member] = [await logInAs(site, admin.userName), await unusedMember(site, HARBOUR)];
    expect((await impersonate(client, member.userName)).status).toBe(200);
    return { admin, client, member, sysadmin: await logInAs(site, 'sysadmin') };
  }
  const expectEnded = async (client: Client, { userName }: { userName: string }) => {
    expect((await client.call('Users.Self')).status).toBe(401);
    expect((await impersonate(client, userName)).status).toBe(401);
    expect((await client.call('Users.Self')).status).toBe(401);
  };

  it('when the administrator is disabled, and enabling does not restore it', async () => {
    const { admin, client, sysadmin } = await startImpersonation();
    await sysadmin.ok('Users.Enable', { userName: admin.userName, enabled: false });
    await expectEnded(client, admin);
    await sysadmin.ok('Users.Enable', { userName: admin.userName, enabled: true });
    await expectEnded(client, admin);
  });

  it('when the administrator loses the role', async () => {
    const { admin, client, sysadmin } = await startImpersonation();
    await sysadmin.ok('Roles.SetUser', { userName: admin.userName, body: { roles: ['Member'] } });
    await expectEnded(client, admin);
  });

  it('when the user gets a higher role than the administrator', async () => {
    const { client, member, sysadmin } = await startImpersonation();
    await sysadmin.ok('Roles.SetUser', { userName: member.userName, body: { roles: ['SystemAdministration'] } });
    expect((await client.call('Users.Self')).status).toBe(401);
    await sysadmin.ok('Roles.SetUser', { userName: member.userName, body: { roles: ['Member'] } });
  });

  it('when the user is disabled, or the administrator’s own session ends elsewhere', async () => {
    const first = await startImpersonation();
    await first.sysadmin.ok('Users.Enable', { userName: first.member.userName, enabled: false });
    expect((await first.client.call('Users.Self')).status).toBe(401);
    const second = await startImpersonation();
    await (await logInAs(site, second.admin.userName)).ok('Users.EndOtherSessions');
    await expectEnded(second.client, second.admin);
    expect(await sessionsOf(second.member.userName)).toEqual([]);
  });

  it('after an hour, and never later than the own session', async () => {
    const { client, member } = await startImpersonation();
    await expireImpersonation(site, member.userId);
    expect((await client.call('Users.Self')).status).toBe(401);
    const admin = await logInAs(site, 'subadmin');
    const soon = new Date(Date.now() + 10 * 60_000);
    await site.database.query('UPDATE sessions SET expires_at = $1 WHERE user_id = $2', [soon, (await selfOf(admin)).userId]);
    const { body } = await impersonate(admin, (await unusedMember(site, HARBOUR)).userName);
    expect(body?.impersonatedBy?.expiresAt).toBe(soon.toISOString());
  });

  it('in the administrator’s own session when a page is loaded after the hour, and is audited', async () => {
    const { admin, client, member } = await startImpersonation();
    const pageSays = async (what: string) => (await client.raw('/Users/List')).text.includes(what);
    expect(await pageSays('"acting":true')).toBe(true);
    await expireImpersonation(site, member.userId);
    // An API call does not end it: the page still shows the user.
    expect((await client.call('Users.Self')).status).toBe(401);
    expect(await pageSays('"acting":false')).toBe(true);
    expect(await selfOf(client)).toMatchObject({ userName: admin.userName, impersonatedBy: null });
    expect((await client.call('Users.TakeOwnership', { userName: member.userName })).status).toBe(200);
    expect((await events(admin.userName)).at(-1)).toMatchObject({
      actor: admin.userName,
      details: { event: 'ended', by: 'time' },
    });
  });

  it('for good if the session was idle at the end of the hour', async () => {
    const { admin, client, member } = await startImpersonation();
    await expireImpersonation(site, member.userId);
    await lastSeenAgo(site, '31 minutes', member.userId);
    await client.raw('/Users/List');
    await expectEnded(client, admin);
  });

  it('by logging out, which ends both sessions', async () => {
    const { admin, client, member } = await startImpersonation();
    await client.ok('Login.Logout');
    expect((await client.call('Users.Self')).status).toBe(401);
    expect([...(await sessionsOf(admin.userName)), ...(await sessionsOf(member.userName))]).toEqual([]);
  });

  it('without renewing the proof of identity', async () => {
    const { admin, client } = await startImpersonation();
    const [, own] = ['', (await sessionsOf(admin.userName))[0]!];
    await authenticatedAgo(site, '31 minutes', own.session_id);
    await impersonate(client, admin.userName);
    expect(await client.call('Roles.SetUser', { userName: 'ordinary', body: { roles: ['Member'] } })).toMatchObject({
      status: 403,
      problem: { code: 'ConfirmIdentity' },
    });
  });

  it('once: of two concurrent stops, one session remains', async () => {
    const { admin, client } = await startImpersonation();
    const answers = await Promise.all([impersonate(client, admin.userName), impersonate(client, admin.userName)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 401 || status === 403)).toBe(true);
    expect(await sessionsOf(admin.userName)).toHaveLength(1);
  });
});

test('an anonymous caller cannot impersonate', async () => {
  expect((await impersonate(createClient(site), 'ordinary')).status).toBe(401);
});
