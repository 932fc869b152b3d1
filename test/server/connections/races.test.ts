/** Log-ins with an identity provider at the same moment, on one process and on two. */
import { randomUUID } from 'node:crypto';
import { CookieJar } from 'tough-cookie';
import { AT_ONCE, atOnce } from '../../support/atOnce.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { arrive, beginAt, codeOf, startRogueProvider, type RogueProvider } from '../../support/rogueProvider.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { addConnection, linkedMember, newMember, proveDomain, REFUSED, type TestConnection } from '../../support/sso.ts';

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
}, 60_000);
afterAll(async () => {
  rogue.close();
  await other.stop();
  await site.stop();
});

test('One answer by twenty at once, on two processes: one session', async () => {
  const { sub, userId } = await linkedMember(site, connection, rogue.issuer);
  const begun = await beginAt(site, connection);
  rogue.claims = { sub, nonce: begun.nonce };
  const cookie = await begun.client.jar.getCookieString(site.url);
  const arrived = await atOnce(async (index) => {
    const client = createClient(index % 2 === 0 ? site : other, { jar: new CookieJar(), headers: { Cookie: cookie } });
    const { headers } = await client.raw(begun.callback, { bare: true });
    return headers.get('location');
  });
  expect(arrived.filter((at) => at !== REFUSED)).toEqual(['/SecurityDetails']);
  expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toHaveLength(1);
});

test('One newcomer in many browsers at once: one account', async () => {
  const email = `${randomUUID()}@${DOMAIN}`;
  const begun = await Promise.all(Array.from({ length: AT_ONCE / 4 }, () => beginAt(site, connection)));
  const nonces = new Map(begun.map(({ state, nonce }) => [codeOf(state), nonce]));
  const sub = randomUUID();
  rogue.claims = (code) => ({ sub, email, email_verified: true, name: 'Nora Newcomer', nonce: nonces.get(code) });
  const arrived = await Promise.all(begun.map(({ client, callback }) => arrive(client, callback)));
  expect(arrived).toEqual(begun.map(() => '/SecurityDetails'));
  expect(await site.database.query(`SELECT FROM users WHERE email = $1`, [email])).toHaveLength(1);
  expect(await site.database.query(`SELECT FROM identities WHERE subject = $1`, [sub])).toHaveLength(1);
});

test('Linking and deleting at once leaves no link without its account, and no session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const member = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
    const begun = await beginAt(site, connection);
    const sub = randomUUID();
    rogue.claims = { sub, email: member.email, email_verified: true, nonce: begun.nonce };
    expect(await arrive(begun.client, begun.callback)).toContain('/Login?ReturnUrl');
    await begun.client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
    await Promise.all([
      begun.client.raw('/sso/finish', { bare: true }),
      site.database.query(`DELETE FROM users WHERE user_id = $1`, [member.userId]),
    ]);
    expect(await site.database.query(`SELECT FROM identities WHERE subject = $1`, [sub])).toEqual([]);
    expect((await begun.client.call('Users.Self')).status).toBe(401);
  }
});

test('Deleting the connection while a log-in comes back: all of it or nothing', async () => {
  for (let round = 0; round < 3; round += 1) {
    const doomed = await addConnection(site, { issuer: rogue.issuer });
    await doomed.enable(true);
    const { sub, userId } = await linkedMember(site, doomed, rogue.issuer);
    const begun = await beginAt(site, doomed);
    rogue.claims = { sub, nonce: begun.nonce };
    const { administrator, organisationPublicId, connectionId } = doomed;
    const remove = async () => {
      await doomed.enable(false);
      await administrator.ok('Connections.Delete', { organisationPublicId, connectionId });
    };
    await Promise.all([arrive(begun.client, begun.callback), remove()]);
    expect(await site.database.query(`SELECT FROM sessions WHERE user_id = $1`, [userId])).toEqual([]);
    expect((await begun.client.call('Users.Self')).status).toBe(401);
  }
});
