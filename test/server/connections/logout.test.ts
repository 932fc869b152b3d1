/** Whoever logs out at the identity provider is logged out here, and in applications: by its signed word alone. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { startLogoutListener } from '../../support/logoutListener.ts';
import { refresh, register, signIn } from '../../support/oidc.ts';
import { arrive, beginAt, startRogueProvider, type RogueProvider } from '../../support/rogueProvider.ts';
import { addConnection, linkedMember, logInAt, type TestConnection } from '../../support/sso.ts';
import { startUpstream, UPSTREAM_CLIENT } from '../../support/upstream.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

let rogue: RogueProvider;
let connection: TestConnection;
beforeAll(async () => {
  rogue = await startRogueProvider();
  connection = await addConnection(site, { issuer: rogue.issuer });
  await connection.enable(true);
}, 60_000);
afterAll(() => {
  rogue.close();
});
afterEach(() => {
  rogue.signature = 'right';
});

const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;

async function loggedIn(sid?: string) {
  const member = await linkedMember(site, connection, rogue.issuer);
  const enter = async (own = sid) => {
    const begun = await beginAt(site, connection);
    rogue.claims = { sub: member.sub, nonce: begun.nonce, ...(own !== undefined && { sid: own }) };
    await arrive(begun.client, begun.callback);
    expect(await isLoggedIn(begun.client)).toBe(true);
    return begun.client;
  };
  return { ...member, client: await enter(), enter };
}

const send = (token: string) =>
  createClient(site).raw(`/sso/oidc/${connection.connectionId}/logout`, {
    method: 'POST',
    bare: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });

const seconds = () => Math.floor(Date.now() / 1000);
const tokenOf = (claims: object) =>
  rogue.sign(
    {
      iss: rogue.issuer,
      aud: UPSTREAM_CLIENT.clientId,
      iat: seconds(),
      exp: seconds() + 120,
      jti: randomUUID(),
      events: EVENTS,
      ...claims,
    },
    { typ: 'logout+jwt' },
  );

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
  expect(await real.last()).toMatchObject({ purpose: 'logout', outcome: 'loggedOut', user: { userName: member.userName } });
  await upstream.close();
});

test('Without a `sid` all sessions of the subject end that the provider has opened, and no other', async () => {
  const { sub, userName, client, enter } = await loggedIn('one');
  const second = await enter('two');
  const stranger = await loggedIn('three');
  const own = await logInAs(site, userName);
  expect((await send(await tokenOf({ sub }))).status).toBe(200);
  expect(await Promise.all([client, second, own, stranger.client].map(isLoggedIn))).toEqual([false, false, true, true]);
});

test('A session waits for the second factor under the same word', async () => {
  const { sub, userId, client } = await loggedIn('pending');
  await site.database.query(`UPDATE sessions SET kind = 'pending' WHERE user_id = $1`, [userId]);
  expect((await send(await tokenOf({ sub, sid: 'pending' }))).status).toBe(200);
  expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toEqual([]);
  expect(await isLoggedIn(client)).toBe(false);
});

test('An application is told within 5 seconds', async () => {
  const listener = await startLogoutListener();
  const wiki = await register(site, { backchannelLogoutUri: listener.uri });
  const { sub, client } = await loggedIn('apps');
  const tokens = await signIn(client, wiki);
  const begun = Date.now();
  expect((await send(await tokenOf({ sub, sid: 'apps' }))).status).toBe(200);
  await eventually('the application is told', () => Promise.resolve(listener.told() > 0 ? true : undefined));
  expect(Date.now() - begun).toBeLessThan(5_000);
  expect((await refresh(site, wiki, tokens.refresh_token)).status).toBe(400);
  listener.close();
});

describe('Refused', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['of another issuer', { iss: 'https://other.example' }],
    ['for another client', { aud: 'another' }],
    ['without an event', { events: undefined }],
    ['of another event', { events: { other: {} } }],
    ['with a nonce, as the token of a log-in has it', { nonce: 'x' }],
    ['without an id', { jti: undefined }],
    ['without a subject and a session', { sub: undefined }],
    ['of an hour ago', { iat: Math.floor(Date.now() / 1000) - 3600, exp: Math.floor(Date.now() / 1000) + 3600 }],
    ['that has ended', { exp: Math.floor(Date.now() / 1000) - 90 }],
  ];
  test.each(cases)('a token %s', async (_what, changed) => {
    const { sub, client } = await loggedIn();
    expect(await send(await tokenOf({ sub, ...changed }))).toMatchObject({ status: 400, text: '{"error":"invalid_request"}' });
    expect(await isLoggedIn(client)).toBe(true);
  });

  test.each(['none', 'other'] as const)('a token with the signature: %s', async (signature) => {
    const { sub, client } = await loggedIn();
    rogue.signature = signature;
    expect((await send(await tokenOf({ sub }))).status).toBe(400);
    expect(await isLoggedIn(client)).toBe(true);
  });

  test('a token for the second time', async () => {
    const { sub, enter } = await loggedIn();
    const token = await tokenOf({ sub });
    expect((await send(token)).status).toBe(200);
    const again = await enter();
    expect((await send(token)).status).toBe(400);
    expect(await isLoggedIn(again)).toBe(true);
  });

  test('no token, and one for a connection that is off or is none', async () => {
    expect((await send('')).status).toBe(400);
    const elsewhere = await createClient(site).raw(`/sso/oidc/${randomUUID()}/logout`, {
      method: 'POST',
      bare: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'logout_token=x',
    });
    expect(elsewhere.status).toBe(400);
  });
});
