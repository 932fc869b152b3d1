/** A user’s own sessions, e-mail preferences and font size. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { lastSeenAgo, makeImpersonation } from '../../support/sessions.ts';

const site = useServer();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const markImpersonated = (sessionId: string) => makeImpersonation(site, sessionId);
const currentSessionId = async (client: Client) => (await client.ok('Users.Sessions')).find(({ current }) => current)!.sessionId;

describe('A user’s own sessions', () => {
  test('are listed with readable browser names, the current one first, without expired ones', async () => {
    const member = await unusedMember(site);
    const first = await logInAs(site, member.userName, { headers: { 'User-Agent': '<script>alert(1)</script>' } });
    const ended = await logInAs(site, member.userName);
    const client = await logInAs(site, member.userName, { headers: { 'User-Agent': FIREFOX } });
    await lastSeenAgo(site, '31 minutes', await currentSessionId(ended));
    const sessions = await client.ok('Users.Sessions');
    expect(sessions).toEqual([
      expect.objectContaining({ browser: 'Firefox · Linux', address: '127.0.0.1', current: true }),
      expect.objectContaining({ browser: '', current: false, sessionId: await currentSessionId(first) }),
    ]);
    expect(Object.keys(sessions[0]!).sort()).toEqual(['address', 'browser', 'current', 'lastSeenAt', 'sessionId', 'since']);
  });

  test('end one by one', async () => {
    const member = await unusedMember(site);
    const [client, other] = [await logInAs(site, member.userName), await logInAs(site, member.userName)];
    await client.ok('Users.EndSession', { sessionId: await currentSessionId(other) });
    expect(await other.call('Users.Self')).toMatchObject({ status: 401 });
    await client.ok('Users.Self');
    const own = await client.call('Users.EndSession', { sessionId: await currentSessionId(client) });
    expect(own.status).toBe(204);
    expect(await client.cookie('session')).toBeUndefined();
    expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  });

  test('end all but the current one', async () => {
    const member = await unusedMember(site);
    const [client, ...others] = [
      await logInAs(site, member.userName),
      await logInAs(site, member.userName),
      await logInAs(site, member.userName),
    ];
    await client.ok('Users.EndOtherSessions');
    for (const other of others) expect(await other.call('Users.Self')).toMatchObject({ status: 401 });
    expect(await client.ok('Users.Sessions')).toHaveLength(1);
  });

  test('cannot be read or ended by other users, not even administrators', async () => {
    const member = await unusedMember(site);
    const client = await logInAs(site, member.userName);
    const sessionId = await currentSessionId(client);
    for (const userName of ['ordinary', 'subadmin', 'sysadmin']) {
      const otherUser = await logInAs(site, userName);
      expect((await otherUser.ok('Users.Sessions')).map((session) => session.sessionId)).not.toContain(sessionId);
      expect(await otherUser.call('Users.EndSession', { sessionId })).toMatchObject({
        status: 404,
        problem: { code: 'NotFound' },
      });
    }
    expect(await client.call('Users.EndSession', { sessionId: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      status: 404,
    });
    await client.ok('Users.Self');
  });

  test('exclude those of an impersonating administrator; ending all others ends these too', async () => {
    const member = await unusedMember(site);
    const [client, administrator] = [await logInAs(site, member.userName), await logInAs(site, member.userName)];
    const impersonationId = await currentSessionId(administrator);
    await markImpersonated(impersonationId);
    expect(await client.ok('Users.Sessions')).toHaveLength(1);
    expect(await client.call('Users.EndSession', { sessionId: impersonationId })).toMatchObject({ status: 404 });
    expect(await administrator.call('Users.EndOtherSessions')).toMatchObject({ status: 403, problem: { code: 'Impersonating' } });
    await client.ok('Users.EndOtherSessions');
    expect(await administrator.call('Users.Self')).toMatchObject({ status: 401 });
  });

  test('are audited when ended', async () => {
    const member = await unusedMember(site);
    const [client, other] = [
      await logInAs(site, member.userName),
      await logInAs(site, member.userName, { headers: { 'User-Agent': FIREFOX } }),
    ];
    await client.ok('Users.EndSession', { sessionId: await currentSessionId(other) });
    await client.ok('Users.EndOtherSessions');
    expect(await auditEvents(site, { target: member.userName, action: /^Users\.End/ }, 'action', 'actor', 'details')).toEqual([
      { action: 'Users.EndSession', actor: member.userName, details: { browser: 'Firefox · Linux' } },
      { action: 'Users.EndOtherSessions', actor: member.userName, details: {} },
    ]);
  });
});

describe('E-mail preferences', () => {
  test('are saved, and security alerts stay on', async () => {
    const member = await unusedMember(site);
    const client = await logInAs(site, member.userName);
    const body = { securityAlerts: true, auditDigest: true, productNews: false } as const;
    expect(await client.ok('Users.SetEmailPreferences', { body })).toEqual(body);
    expect(await client.ok('Users.EmailPreferences')).toEqual(body);
    expect(
      await client.call('Users.SetEmailPreferences', { body: { ...body, securityAlerts: false as unknown as true } }),
    ).toMatchObject({ status: 400 });
    expect(
      await client.call('Users.SetEmailPreferences', { body: { ...body, roles: ['SystemAdministration'] } as typeof body }),
    ).toMatchObject({ status: 400 });
    expect(await client.ok('Users.EmailPreferences')).toEqual(body);
    expect((await client.ok('Users.Self')).roles).toEqual(['Member']);
  });

  test('changed during an impersonation are audited with both users', async () => {
    const member = await unusedMember(site);
    const client = await logInAs(site, member.userName);
    await markImpersonated(await currentSessionId(client));
    const { auditDigest, productNews } = await client.ok('Users.EmailPreferences');
    await client.ok('Users.SetEmailPreferences', { body: { securityAlerts: true, auditDigest: !auditDigest, productNews } });
    const [event] = await auditEvents(
      site,
      { action: 'Users.SetEmailPreferences', target: member.userName },
      'actor',
      'onBehalfOf',
    );
    expect(event).toEqual({ actor: 'sysadmin', onBehalfOf: member.userName });
  });
});

describe('The font size', () => {
  test('is a JSON string, read and set', async () => {
    const client = await logInAs(site, (await unusedMember(site)).userName);
    const set = await client.call('Users.SetFontSize', { fontSize: 'compact' });
    expect([set.status, set.headers.get('content-type'), set.text]).toEqual([
      200,
      'application/json; charset=utf-8',
      '"compact"',
    ]);
    expect((await client.call('Users.FontSize')).text).toBe('"compact"');
    expect(await client.ok('Users.Self')).toMatchObject({ uiFontSize: 'compact' });
  });

  test('is default or compact and nothing else', async () => {
    const client = await logInAs(site, 'ordinary');
    for (const wrong of ['huge', 'Compact', '__proto__', '%00'])
      expect((await client.raw(`/api/Users/Self/UIFontSize/${wrong}`, { method: 'PATCH' })).status).toBe(400);
  });

  test('set to the same value writes no event and no new version', async () => {
    const member = await unusedMember(site);
    const client = await logInAs(site, member.userName);
    const state = () =>
      site.database.query(
        `SELECT version, (SELECT count(*)::int FROM audit_events WHERE action = 'Users.SetFontSize' AND target = u.user_name) AS events
         FROM users u WHERE user_id = $1`,
        [member.userId],
      );
    await client.ok('Users.SetFontSize', { fontSize: 'compact' });
    await client.ok('Users.SetFontSize', { fontSize: 'default' });
    const before = await state();
    await client.ok('Users.SetFontSize', { fontSize: 'default' });
    expect(await state()).toEqual(before);
  });
});

test('An anonymous caller is refused all of this', async () => {
  const client = createClient(site);
  for (const call of ['Users.Sessions', 'Users.EndOtherSessions', 'Users.EmailPreferences', 'Users.FontSize'] as const)
    expect(await client.call(call)).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
  expect(await client.call('Login.Login', { body: { userName: 'ordinary', password: DEMO_PASSWORD } })).toMatchObject({
    status: 200,
  });
});
