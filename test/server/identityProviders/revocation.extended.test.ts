/** Global Token Revocation: what Okta's Universal Logout asks for ends all sessions of a user, here and in applications. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { startLogoutListener } from '../../support/logoutListener.ts';
import { refresh, register, signIn } from '../../support/oidc.ts';
import { addConnection, linkedMember, newMember } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { setEmail } from '../../support/changeUser.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const DOMAIN = 'revoked.example';
const TYPE = 'global-token-revocation+jwt';
const { rogue, connection, linked: member, logIn } = useOpenIdProvider(site, { domain: DOMAIN, settings: { vendor: 'okta' } });

const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;
const comeAs = async (sub: string) => (await logIn({ sub })).client;

const seconds = () => Math.floor(Date.now() / 1000);
const tokenOf = (claims: object = {}, typ = TYPE) =>
  rogue.sign(
    {
      iss: rogue.issuer,
      aud: connection.ours.revocationUri,
      iat: seconds(),
      nbf: seconds() - 300,
      exp: seconds() + 300,
      jti: randomUUID(),
      ...claims,
    },
    { typ },
  );
const send = (token: string, body: unknown) =>
  createClient(site).raw(new URL(connection.ours.revocationUri).pathname, {
    method: 'POST',
    bare: true,
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const bySubject = (sub: string) => ({ sub_id: { format: 'iss_sub', iss: rogue.issuer, sub } });
const byEmail = (email: string) => ({ subject: { format: 'email', email } });

test('All sessions of the user end, whatever they were opened with, and an application is notified', async () => {
  const listener = await startLogoutListener();
  const wiki = await register(site, { backchannelLogoutUri: listener.uri });
  const { sub, userName } = await member();
  const stranger = await comeAs((await member()).sub);
  const [upstream, own] = [await comeAs(sub), await logInAs(site, userName)];
  const tokens = await signIn(upstream, wiki);
  expect((await send(await tokenOf(), bySubject(sub))).status).toBe(204);
  expect(await Promise.all([upstream, own, stranger].map(isLoggedIn))).toEqual([false, false, true]);
  expect((await refresh(site, wiki, tokens.refresh_token)).status).toBe(400);
  await eventually('the application is told', () => listener.told() > 0);
  listener.close();
  expect(await connection.last()).toMatchObject({ purpose: 'logout', outcome: 'loggedOut', user: { userName } });
});

test('A user may be named by an address only if the domain is proven and the account is linked', async () => {
  const linked = await member();
  const client = await logInAs(site, linked.userName);
  expect((await send(await tokenOf(), byEmail(linked.email))).status).toBe(404);
  await setEmail(site, linked.userId, `${randomUUID()}@${DOMAIN}`);
  const { email } = await userOf(site, linked.userId, 'email');
  const unlinked = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  const other = await logInAs(site, unlinked.userName);
  expect((await send(await tokenOf(), byEmail(unlinked.email))).status).toBe(404);
  expect((await send(await tokenOf(), byEmail(email.toUpperCase()))).status).toBe(204);
  expect([await isLoggedIn(client), await isLoggedIn(other)]).toEqual([false, true]);
});

test('It can’t end sessions of another organisation', async () => {
  const elsewhere = await addConnection(site, { issuer: rogue.issuer }, 'Northgate Portfolio');
  await elsewhere.enable(true);
  const theirs = await linkedMember(site, elsewhere, rogue.issuer, undefined, 'Northgate Portfolio');
  const client = await logInAs(site, theirs.userName);
  expect((await send(await tokenOf(), bySubject(theirs.sub))).status).toBe(404);
  await setEmail(site, theirs.userId, `theirs@${DOMAIN}`);
  expect((await send(await tokenOf(), byEmail(`theirs@${DOMAIN}`))).status).toBe(404);
  expect(await isLoggedIn(client)).toBe(true);
});

test('A token counts once, and a body that names nobody is malformed', async () => {
  const { sub } = await member();
  const token = await tokenOf();
  expect((await send(token, bySubject(sub))).status).toBe(204);
  const client = await comeAs(sub);
  expect((await send(token, bySubject(sub))).status).toBe(401);
  for (const body of [
    '',
    '[',
    '{}',
    'null',
    '{"sub_id":{"format":"opaque","id":"x"}}',
    '{"sub_id":{"format":"iss_sub","sub":"x"}}',
  ])
    expect((await send(await tokenOf(), body)).status).toBe(400);
  expect(await isLoggedIn(client)).toBe(true);
});

describe('Refused', () => {
  const cases: readonly (readonly [string, object, string?])[] = [
    ['of another issuer', { iss: 'https://other.example' }],
    ['for our client, not for this address', { aud: 'gatehouse' }],
    ['for the address of another connection', { aud: 'https://other.example/sso/revoke/x' }],
    ['without an id', { jti: undefined }],
    ['without an end', { exp: undefined }],
    ['that has ended', { exp: Math.floor(Date.now() / 1000) - 90 }],
    ['of an hour ago', { iat: Math.floor(Date.now() / 1000) - 3600 }],
    ['of the type of a logout', {}, 'logout+jwt'],
    ['of the type of a login', {}, 'JWT'],
  ];
  test('a token of any other kind', async () => {
    const { sub } = await member();
    const client = await comeAs(sub);
    for (const [what, claims, typ] of cases)
      expect([what, (await send(await tokenOf(claims, typ), bySubject(sub))).status]).toEqual([what, 401]);
    for (const signature of ['none', 'other'] as const) {
      rogue.signature = signature;
      expect((await send(await tokenOf(), bySubject(sub))).status).toBe(401);
    }
    expect((await send('', bySubject(sub))).status).toBe(401);
    expect(await isLoggedIn(client)).toBe(true);
    expect(await connection.last()).toMatchObject({ purpose: 'logout', outcome: 'refused', problem: 'logoutToken' });
  });
});
