/** Logins with an identity provider at the same moment, on one process and on two. */
import { randomUUID } from 'node:crypto';
import { CookieJar } from 'tough-cookie';
import { AT_ONCE, atOnce } from '../../support/atOnce.ts';
import { removeUser } from '../../support/changeUser.ts';
import { createClient } from '../../support/client.ts';
import { identities } from '../../support/identities.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { arrive, startLogin, codeOf, startRogueProvider, type RogueProvider } from '../../support/rogueProvider.ts';
import { AUTHORITY, startSamlLogin, metadataOf, postAnswer, samlAnswer } from '../../support/samlAuthority.ts';
import { logoutQuery, logoutXml, visitLogout } from '../../support/samlLogout.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { sessions } from '../../support/sessions.ts';
import { addConnection, linkedMember, newMember, proveDomain, REFUSED, type TestConnection } from '../../support/sso.ts';
import { users } from '../../support/userFacts.ts';

const DOMAIN = 'races.example';

let site: TestServer;
let other: TestServer;
let rogue: RogueProvider;
let connection: TestConnection;

beforeAll(async () => {
  site = await startServer();
  other = await startServer({ database: site.database, env: { PUBLIC_URL: site.url } });
  await proveDomain(site, DOMAIN);
  rogue = await startRogueProvider();
  connection = await addConnection(site, { issuer: rogue.issuer, createsUsers: true });
  await connection.enable(true);
});
afterAll(async () => {
  rogue.close();
  await other.stop();
  await site.stop();
});

test('One response sent twenty times at once, on two processes, gives one session', async () => {
  const { sub, userId } = await linkedMember(site, connection, rogue.issuer);
  const login = await startLogin(site, connection);
  rogue.claims = { sub, nonce: login.nonce };
  const cookie = await login.client.jar.getCookieString(site.url);
  const arrived = await atOnce(async (index) => {
    const client = createClient(index % 2 === 0 ? site : other, { jar: new CookieJar(), headers: { Cookie: cookie } });
    const { headers } = await client.raw(login.callback, { bare: true });
    return headers.get('location');
  });
  expect(arrived.filter((at) => at !== REFUSED)).toEqual(['/SecurityDetails']);
  expect(await sessions(site, { userId })).toHaveLength(1);
});

describe('SAML', () => {
  let saml: TestConnection;
  beforeAll(async () => {
    saml = await addConnection(site, { kind: 'saml', metadata: metadataOf() });
    await saml.enable(true);
  });
  /** The processes take turns, under the same address. */
  const processOf = (index: number) => (index % 2 === 0 ? site : other);
  const sessionsOf = (userId: string) => sessions(site, { userId });

  test.each([
    ['one process', () => site],
    ['two', processOf],
  ])('one assertion sent twenty times at once on %s gives one session, and none the second time', async (_processes, at) => {
    const { sub, userId } = await linkedMember(site, saml, AUTHORITY.issuer);
    const login = await startSamlLogin(site, saml);
    const form = { RelayState: login.relayState, SAMLResponse: samlAnswer(saml, login, { subject: sub }) };
    const cookie = await login.client.jar.getCookieString(site.url);
    const arrive20 = () =>
      atOnce(async (index) => {
        const client = createClient(at(index), { jar: new CookieJar(), headers: { Cookie: cookie } });
        const finish = await postAnswer(at(index), saml, form);
        return (await client.raw(finish, { bare: true })).headers.get('location');
      });
    expect((await arrive20()).filter((at) => at === '/SecurityDetails')).toHaveLength(1);
    expect(await sessionsOf(userId)).toHaveLength(1);
    expect((await arrive20()).filter((at) => at === '/SecurityDetails')).toEqual([]);
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test('one assertion in twenty logins at once, on two processes, gives one session', async () => {
    const { sub, userId } = await linkedMember(site, saml, AUTHORITY.issuer);
    const assertionId = `_${randomUUID()}`;
    await atOnce(async (index) => {
      const login = await startSamlLogin(site, saml);
      const message = samlAnswer(saml, login, { subject: sub, assertionId });
      const finish = await postAnswer(processOf(index), saml, { RelayState: login.relayState, SAMLResponse: message });
      await createClient(processOf(index), { jar: login.client.jar }).raw(finish, { bare: true });
    });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test('one logout sent many times at once, on two processes, counts once', async () => {
    const { sub } = await linkedMember(site, saml, AUTHORITY.issuer);
    const query = logoutQuery(logoutXml(saml, { subject: sub }));
    const arrived = await atOnce((index) => visitLogout(processOf(index), saml, query));
    expect(arrived.filter((at) => at !== '/Login')).toHaveLength(1);
  });
});

test('One new user in many browsers at once gets one account', async () => {
  const email = `${randomUUID()}@${DOMAIN}`;
  const logins = await Promise.all(Array.from({ length: AT_ONCE / 4 }, () => startLogin(site, connection)));
  const nonces = new Map(logins.map(({ state, nonce }) => [codeOf(state), nonce]));
  const sub = randomUUID();
  rogue.claims = (code) => ({ sub, email, email_verified: true, name: 'Nora Newcomer', nonce: nonces.get(code) });
  const arrived = await Promise.all(logins.map(({ client, callback }) => arrive(client, callback)));
  expect(arrived).toEqual(logins.map(() => '/SecurityDetails'));
  expect(await users(site, { email })).toHaveLength(1);
  expect(await identities(site, { subject: sub })).toHaveLength(1);
});

test('Linking and deleting at once leaves no link without its account, and no session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
    const login = await startLogin(site, connection);
    const sub = randomUUID();
    rogue.claims = { sub, email: member.email, email_verified: true, nonce: login.nonce };
    expect(await arrive(login.client, login.callback)).toContain('/Login?ReturnUrl');
    await login.client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
    await Promise.all([login.client.raw('/sso/finish', { bare: true }), removeUser(site, member.userId)]);
    expect(await identities(site, { subject: sub })).toEqual([]);
    expect((await login.client.call('Users.Self')).status).toBe(401);
  }
});

test('Deleting the connection while a login comes back completes the login or nothing of it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const doomed = await addConnection(site, { issuer: rogue.issuer });
    await doomed.enable(true);
    const { sub, userId } = await linkedMember(site, doomed, rogue.issuer);
    const login = await startLogin(site, doomed);
    rogue.claims = { sub, nonce: login.nonce };
    const { administrator, organisationPublicId, connectionId } = doomed;
    const remove = async () => {
      await doomed.enable(false);
      await administrator.ok('Connections.Delete', { organisationPublicId, connectionId });
    };
    await Promise.all([arrive(login.client, login.callback), remove()]);
    expect(await sessions(site, { userId })).toEqual([]);
    expect((await login.client.call('Users.Self')).status).toBe(401);
  }
});
