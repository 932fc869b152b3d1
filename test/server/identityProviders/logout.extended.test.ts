/**
 * Whoever logs out at the identity provider is logged out here, and in applications: only by a signed message, tested once for both
 * protocols.
 */
import { randomUUID } from 'node:crypto';
import { ASK_EVERY_MS } from '../../../server/jobs/jobs.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { startLogoutListener } from '../../support/logoutListener.ts';
import { refresh, register, signIn } from '../../support/oidc.ts';
import { metadataOf } from '../../support/samlAuthority.ts';
import { logoutQuery, logoutXml, visitLogout } from '../../support/samlLogout.ts';
import { makePending, sessions } from '../../support/sessions.ts';
import { addConnection, linkedMember, logInAt, type TestConnection } from '../../support/sso.ts';
import { startUpstream, UPSTREAM_CLIENT } from '../../support/upstream.ts';
import { useBothProviders, useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const openId = useOpenIdProvider(site);
const { rogue, connection, linked, logIn } = openId;

const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;

const send = (token: string, { connectionId }: Pick<TestConnection, 'connectionId'> = connection) =>
  createClient(site).raw(`/sso/oidc/${connectionId}/logout`, {
    method: 'POST',
    bare: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });

const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const tokenOf = (claims: object) =>
  rogue.sign(
    {
      iss: rogue.issuer,
      aud: UPSTREAM_CLIENT.clientId,
      iat: secondsFromNow(0),
      exp: secondsFromNow(120),
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    },
    { typ: 'logout+jwt' },
  );

interface LogoutWord {
  readonly sub: string;
  readonly session?: string;
}
/** How each protocol reports a logout, and whether the message is accepted. */
const protocols = {
  'OpenID Connect': {
    settings: () => ({ issuer: rogue.issuer }),
    word: ({ sub, session }: LogoutWord) => tokenOf({ sub, sid: session }),
    isTaken: async (token: string, at?: Pick<TestConnection, 'connectionId'>) => (await send(token, at)).status === 200,
  },
  SAML: {
    settings: () => ({ kind: 'saml' as const, metadata: metadataOf() }),
    word: ({ sub, session }: LogoutWord, at: TestConnection) =>
      Promise.resolve(logoutQuery(logoutXml(at, { subject: sub, sessions: session === undefined ? [] : [session] }))),
    isTaken: async (query: string, at: Pick<TestConnection, 'connectionId'>) => (await visitLogout(site, at, query)) !== '/Login',
  },
};

describe.each(Object.entries(useBothProviders(site, { openId })))('By %s', (name, provider) => {
  const { settings, word, isTaken } = protocols[name as keyof typeof protocols];
  const there = provider.connection;

  async function loggedIn(session: string, at = there) {
    const member = await provider.linked(at);
    const enter = async (own = session) => {
      const { client, finish } = await provider.startLogin({ at });
      await finish({ sub: member.sub, session: own });
      expect(await isLoggedIn(client)).toBe(true);
      return client;
    };
    return { ...member, client: await enter(), enter };
  }
  const logOut = async (said: LogoutWord, at = there) => isTaken(await word(said, at), at);

  test('the named session ends, and no other', async () => {
    const { sub, userName, client, enter } = await loggedIn('one');
    const second = await enter('two');
    expect(await logOut({ sub, session: 'one' })).toBe(true);
    expect(await Promise.all([client, second].map(isLoggedIn))).toEqual([false, true]);
    expect(await there.last()).toMatchObject({ purpose: 'logout', outcome: 'loggedOut', user: { userName } });
  });

  test('without a named session all end that the provider has opened for the user, and no other', async () => {
    const { sub, userName, client, enter } = await loggedIn('one');
    const second = await enter('two');
    const stranger = await loggedIn('one');
    const own = await logInAs(site, userName);
    expect(await logOut({ sub })).toBe(true);
    expect(await Promise.all([client, second, own, stranger.client].map(isLoggedIn))).toEqual([false, false, true, true]);
  });

  test('a session that waits for the second factor ends', async () => {
    const { sub, userId, client } = await loggedIn('pending');
    await makePending(site, userId);
    expect(await logOut({ sub, session: 'pending' })).toBe(true);
    expect(await sessions(site, { userId })).toEqual([]);
    expect(await isLoggedIn(client)).toBe(false);
  });

  test('an application is notified, with attempts more often than every 5 seconds', async () => {
    const listener = await startLogoutListener();
    const wiki = await register(site, { backchannelLogoutUri: listener.uri });
    const { sub, client } = await loggedIn('apps');
    const tokens = await signIn(client, wiki);
    expect(await logOut({ sub, session: 'apps' })).toBe(true);
    await eventually('the application is told', () => listener.told() > 0);
    expect(ASK_EVERY_MS).toBeLessThan(5_000);
    expect((await refresh(site, wiki, tokens.refresh_token)).status).toBe(400);
    listener.close();
  });

  test('the same message counts once', async () => {
    const { sub, enter } = await loggedIn('again');
    const message = await word({ sub }, there);
    expect(await isTaken(message, there)).toBe(true);
    const again = await enter();
    expect(await isTaken(message, there)).toBe(false);
    expect(await isLoggedIn(again)).toBe(true);
  });

  test('a session of another connection stays until its own provider ends it', async () => {
    const other = await addConnection(site, settings());
    await other.enable(true);
    const { sub, client } = await loggedIn('shared', other);
    for (const session of ['shared', undefined]) await logOut({ sub, ...(session !== undefined && { session }) });
    expect(await isLoggedIn(client)).toBe(true);
  });

  test('no message counts for a connection that is off or does not exist', async () => {
    const off = await addConnection(site, settings());
    await off.enable(true);
    const message = await word({ sub: (await loggedIn('off', off)).sub }, off);
    for (const connectionId of ['none', randomUUID()]) expect(await isTaken(message, { connectionId })).toBe(false);
    await off.enable(false);
    expect(await isTaken(message, off)).toBe(false);
  });
});

test('A real provider ends the session whose `sid` it names, and no other', async () => {
  const real = await addConnection(site);
  const upstream = await startUpstream({
    redirectUris: [real.redirectUri],
    logoutUri: real.redirectUri.replace('/callback', '/logout'),
  });
  await real.update({ issuer: upstream.issuer });
  await real.enable(true);
  const member = await linkedMember(site, real, upstream.issuer);
  upstream.account = { sub: member.sub };
  const [first, second] = [await logInAt(site, upstream, real), await logInAt(site, upstream, real)];
  const sids = await site.database.query<{ sid: string }>(
    `SELECT p.sid FROM upstream_sessions p JOIN sessions s USING (session_id) WHERE s.user_id = $1 ORDER BY s.created_at`,
    [member.userId],
  );
  expect(new Set(sids.map(({ sid }) => sid)).size).toBe(2);
  await upstream.logOut(member.sub, sids[0]!.sid);
  expect([await isLoggedIn(first.client), await isLoggedIn(second.client)]).toEqual([false, true]);
  expect(await auditEvents(site, { targetUserId: member.userId, action: 'Connections.Logout' }, 'actor')).toHaveLength(1);
  await upstream.close();
});

test('The keys of a provider are read where its metadata say, also after they have moved', async () => {
  const { connectionId, organisationPublicId, administrator, enable } = await addConnection(site, { issuer: rogue.issuer });
  await enable(true);
  expect((await send(await tokenOf({ sub: 'one' }), { connectionId })).status).toBe(200);
  rogue.metadata = { jwks_uri: `${rogue.issuer}/moved/jwks` };
  // Metadata are read again.
  await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  expect((await send(await tokenOf({ sub: 'one' }), { connectionId })).status).toBe(200);
  expect(rogue.asked).toContain('/moved/jwks');
});

describe('A token of OpenID Connect is refused', () => {
  const expectRefusal = async (claims: object, signature: typeof rogue.signature = 'right') => {
    const { sub } = await linked();
    const { client } = await logIn({ sub });
    rogue.signature = signature;
    expect(await send(await tokenOf({ sub, ...claims }))).toMatchObject({ status: 400, text: '{"error":"invalid_request"}' });
    expect(await isLoggedIn(client)).toBe(true);
  };

  test.each<[string, object]>([
    ['of another issuer', { iss: 'https://other.example' }],
    ['for another client', { aud: 'another' }],
    ['without an event', { events: undefined }],
    ['of another event', { events: { other: {} } }],
    ['with a nonce, as the token of a login has it', { nonce: 'x' }],
    ['without an id', { jti: undefined }],
    ['without a subject and a session', { sub: undefined }],
    ['of an hour ago', { iat: secondsFromNow(-3600), exp: secondsFromNow(3600) }],
    ['that has ended', { exp: secondsFromNow(-90) }],
  ])('%s', (_what, claims) => expectRefusal(claims));

  test.each(['none', 'other'] as const)('with the signature: %s', (signature) => expectRefusal({}, signature));

  test('that is no token', async () => {
    expect((await send('')).status).toBe(400);
  });
});
