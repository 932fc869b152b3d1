/** Users log in with their organisation's own identity provider: a real one, in this process. */
import { randomUUID } from 'node:crypto';
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol } from '../../support/mfa.ts';
import {
  addConnection,
  below,
  linkedMember,
  linkIdentity,
  locationOf,
  logInAt,
  newMember,
  proveDomain,
  REFUSED,
  type TestConnection,
} from '../../support/sso.ts';
import { startUpstream, type Upstream } from '../../support/upstream.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setSource, takePassword } from '../../support/changeUser.ts';
import { addToDirectory } from '../../support/directories.ts';
import { identities } from '../../support/identities.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const DOMAIN = 'sso.example';

let connection: TestConnection;
let upstream: Upstream;

beforeAll(async () => {
  await proveDomain(site, DOMAIN);
  connection = await addConnection(site);
  upstream = await startUpstream({ redirectUris: [connection.redirectUri] });
  await connection.update({ issuer: upstream.issuer });
  await connection.enable(true);
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await connection.enable(false);
  await connection.update({ createsUsers: false, mfaTrust: 'off', mfaValues: [] });
  await connection.enable(true);
});

const whoIs = async (client: ReturnType<typeof createClient>) => (await client.call('Login.Check')).body?.userName;

const eventsOn = async (userId: string) =>
  (await auditEvents(site, { targetUserId: userId, action: /^(Connections|Security)/ }, 'action')).map(({ action }) => action);

/** A member of the organisation with an address of its domain, and the same person at the provider. */
async function colleague() {
  const account = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  const { email } = account;
  return { ...account, there: { sub: randomUUID(), email, email_verified: true, given_name: 'Ada', family_name: 'Quay' } };
}

/** A member who is linked, and logged in at the provider. */
async function linked() {
  const member = await linkedMember(site, connection, upstream.issuer);
  upstream.account = { sub: member.sub };
  return { ...member, there: upstream.account };
}

test('The first login is linked once its owner has proven the account, the second goes straight through', async () => {
  const { there, userName, userId } = await colleague();
  upstream.account = there;
  const { client, at } = await logInAt(site, upstream, connection, { query: '?ReturnUrl=%2FSecurityDetails%3Ftab%3Dkeys' });
  expect(at).toBe('/Login?ReturnUrl=%2Fsso%2Ffinish');
  expect(await whoIs(client)).toBeUndefined();
  expect(await connection.last()).toMatchObject({ outcome: 'asksProof', user: { userName } });
  const { redirectUrl } = await client.ok('Login.Login', {
    body: { userName, password: DEMO_PASSWORD, returnUrl: '/sso/finish' },
  });
  expect(redirectUrl).toBe('/sso/finish');
  expect(below(client, await locationOf(client, '/sso/finish'))).toBe('/SecurityDetails?tab=keys');
  expect((await client.ok('Security.Identities')).identities).toMatchObject([{ account: there.email }]);
  await awaitMail(site, ({ to, subject }) => to.includes(there.email) && subject.includes('linked'));
  const second = await logInAt(site, upstream, connection, { query: '?ReturnUrl=%2FSecurityDetails%3Ftab%3Dkeys' });
  expect(second.at).toBe('/SecurityDetails?tab=keys');
  expect(await whoIs(second.client)).toBe(userName);
  expect(await connection.last()).toMatchObject({ outcome: 'loggedIn', user: { userName } });
  expect(await eventsOn(userId)).toEqual(['Connections.Link', 'Connections.LogIn']);
});

test('The owner proves the account with a passkey as well', async () => {
  const { there, userName } = await colleague();
  const authenticator = await addPasskey(await logInAs(site, userName));
  upstream.account = there;
  const { client } = await logInAt(site, upstream, connection);
  const { body } = await logInWithPasskey(client, authenticator, { returnUrl: '/sso/finish' });
  expect(body).toMatchObject({ outcome: 'SignedIn', redirectUrl: '/sso/finish' });
  expect(below(client, await locationOf(client, '/sso/finish'))).toBe('/');
  expect((await client.ok('Security.Identities')).identities).toMatchObject([{ account: there.email }]);
});

test('Another user’s password links nothing', async () => {
  const { there } = await colleague();
  const stranger = await newMember(site);
  upstream.account = there;
  const { client } = await logInAt(site, upstream, connection);
  await client.ok('Login.Login', { body: { userName: stranger.userName, password: DEMO_PASSWORD } });
  expect(below(client, await locationOf(client, '/sso/finish'))).toBe(REFUSED);
  expect(await connection.last()).toMatchObject({ outcome: 'refused', problem: 'otherUser' });
  expect((await client.ok('Security.Identities')).identities).toEqual([]);
});

test('A missing account is created at the first login if the connection allows it, and the directory finds it', async () => {
  upstream.account = { sub: randomUUID(), email: `new.${randomUUID()}@${DOMAIN}`, email_verified: true, name: 'Nora Newcomer' };
  expect((await logInAt(site, upstream, connection)).at).toBe(REFUSED);
  expect(await connection.last()).toMatchObject({ problem: 'noAccount' });
  await connection.enable(false);
  await connection.update({ createsUsers: true });
  await connection.enable(true);
  const { client, at } = await logInAt(site, upstream, connection);
  expect(at).toBe('/SecurityDetails');
  const self = await client.ok('Users.Self');
  expect(self).toMatchObject({ firstName: 'Nora', lastName: 'Newcomer' });
  expect(await eventsOn(self.userId)).toEqual(['Connections.CreateUser', 'Connections.Link', 'Connections.LogIn']);
  expect(await userOf(site, upstream.account.email as string, 'externalId', 'externalSource')).toEqual({
    externalId: upstream.account.sub,
    externalSource: `scim:${connection.organisationPublicId}`,
  });
});

test('A user whom the directory has sent under the same id is joined, and enters without a password', async () => {
  const { userId, userName } = await colleague();
  const sub = randomUUID();
  await setSource(site, userId, `scim:${connection.organisationPublicId}`, sub);
  await addToDirectory(site, userId, connection.organisationPublicId, `${userName}@directory`);
  upstream.account = { sub };
  const { client } = await logInAt(site, upstream, connection);
  expect(await whoIs(client)).toBe(userName);
});

test('A user who is disabled here, or deleted there, can’t log in', async () => {
  const { userId, userName } = await linked();
  await connection.administrator.ok('Users.Enable', { userName, enabled: false });
  expect((await logInAt(site, upstream, connection)).at).toBe(REFUSED);
  expect(await connection.last()).toMatchObject({ outcome: 'refused', problem: 'disabled' });
  expect(await auditEvents(site, { action: 'Connections.LogIn', outcome: 'failure', targetUserId: userId })).toHaveLength(1);
});

test('The second factor is asked for here, unless the connection is trusted with it', async () => {
  const { userName } = await linked();
  const owner = await logInAs(site, userName);
  await enrol(owner);
  const first = await logInAt(site, upstream, connection);
  expect(first.at).toBe('/LoginMfa/false');
  expect((await first.client.call('Users.Self')).status).toBe(401);
  expect(await connection.last()).toMatchObject({ outcome: 'secondFactor' });
  await connection.enable(false);
  await connection.update({ mfaTrust: 'asserted', mfaValues: ['mfa'] });
  await connection.enable(true);
  expect((await logInAt(site, upstream, connection)).at).toBe('/LoginMfa/false');
  upstream.account = { ...upstream.account, amr: ['pwd', 'mfa'] };
  expect(await whoIs((await logInAt(site, upstream, connection)).client)).toBe(userName);
  // A provider that is always trusted need not assert the factor.
  await connection.enable(false);
  await connection.update({ mfaTrust: 'always', mfaValues: [] });
  await connection.enable(true);
  upstream.account = { sub: upstream.account.sub };
  expect(await whoIs((await logInAt(site, upstream, connection)).client)).toBe(userName);
});

test('A proof of identity is a new login at the provider, of the same person', async () => {
  const { userId, there } = await linked();
  const { client } = await logInAt(site, upstream, connection);
  await authenticatedAgo(site, '2 hours', userId);
  const needsProof = () => client.call('ApiKey.Create', { name: randomUUID() });
  expect(await needsProof()).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  upstream.account = { ...there, sub: 'another' };
  const query = '?purpose=stepUp&ReturnUrl=%2FUsers%2FList%3Fuser%3Dada';
  const other = await logInAt(site, upstream, connection, { client, query });
  // The session continues where the step-up began.
  expect(other.at).toBe('/Users/List?user=ada&problem=sso');
  expect(await whoIs(client)).toBeDefined();
  expect(await needsProof()).toMatchObject({ status: 403 });
  upstream.account = there;
  const { at } = await logInAt(site, upstream, connection, {
    client,
    query: '?purpose=stepUp&ReturnUrl=%2FSecurityDetails%3Fdone',
  });
  expect(at).toBe('/SecurityDetails?done');
  expect((await needsProof()).status).toBe(201);
  // The refused proof is an event too.
  expect(await eventsOn(userId)).toEqual(['Connections.LogIn', 'Connections.Confirm', 'Connections.Confirm']);
});

test('A user links an account at the provider, and removes the link again', async () => {
  const { userName, userId, there } = await colleague();
  upstream.account = { ...there, email: 'private@elsewhere.example' };
  const client = await logInAs(site, userName);
  const { connections } = await client.ok('Security.Identities');
  expect(connections).toContainEqual(expect.objectContaining({ connectionId: connection.connectionId }));
  const { address } = await client.ok('Security.Link', { connectionId: connection.connectionId });
  const callback = await upstream.visit(await locationOf(client, address));
  expect(below(client, await locationOf(client, below(client, callback)))).toBe('/SecurityDetails');
  const { identities } = await client.ok('Security.Identities');
  expect(identities).toMatchObject([{ account: 'private@elsewhere.example' }]);
  expect(await whoIs((await logInAt(site, upstream, connection)).client)).toBe(userName);
  await client.ok('Security.Unlink', { identityId: identities[0]!.identityId });
  expect((await logInAt(site, upstream, connection)).at).toBe(REFUSED);
  expect(await eventsOn(userId)).toEqual(['Security.Link', 'Connections.Link', 'Connections.LogIn', 'Security.Unlink']);
});

test('The last login that works is kept by an account without a password or a passkey', async () => {
  const { userId } = await linked();
  await takePassword(site, userId);
  const { client } = await logInAt(site, upstream, connection);
  const { identities } = await client.ok('Security.Identities');
  const unlink = () => client.call('Security.Unlink', { identityId: identities[0]!.identityId });
  expect(await unlink()).toMatchObject({ status: 409, problem: { code: 'LastLogin' } });
  const other = await addConnection(site, { issuer: upstream.issuer });
  await linkIdentity(site, { connectionId: other.connectionId, issuer: upstream.issuer, sub: randomUUID(), userId });
  // No user logs in with a connection that is off.
  expect(await unlink()).toMatchObject({ status: 409, problem: { code: 'LastLogin' } });
  await other.enable(true);
  expect(await unlink()).toMatchObject({ status: 204 });
  expect((await client.ok('Security.Identities')).identities).toHaveLength(1);
  await other.enable(false);
});

test('A dry run says what would happen, and changes nothing', async () => {
  const { userName, there, userId } = await colleague();
  upstream.account = { ...there, department: 'Quays' };
  await connection.enable(false);
  const { administrator, organisationPublicId, connectionId } = connection;
  const { address, problem } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  expect(problem).toBeNull();
  const callback = await upstream.visit(await locationOf(administrator, address!));
  const back = below(administrator, await locationOf(administrator, below(administrator, callback)));
  expect(back).toBe(`/Organisations/Connections/${organisationPublicId}?connection=${connectionId}&part=test`);
  expect(await connection.last()).toMatchObject({
    purpose: 'test',
    outcome: 'tested',
    decision: 'askProof',
    user: { userName },
    detail: { email: there.email, email_verified: 'true' },
  });
  expect(await whoIs(administrator)).toBe('sysadmin');
  expect(await identities(site, { userId })).toEqual([]);
});

test('Where an address leads depends on its domain alone', async () => {
  const anybody = createClient(site);
  const { email } = await colleague();
  const ask = async (address: string) => (await anybody.call('Login.Discover', { body: { email: address } })).text;
  expect(await ask(email)).toBe(await ask(`nobody@${DOMAIN.toUpperCase()}`));
  expect(JSON.parse(await ask(email))).toEqual({ address: `/sso/start/${connection.connectionId}` });
  expect(JSON.parse(await ask(`nobody@below.${DOMAIN}`))).toEqual({ address: null });
});

test('Disabling a connection ends the sessions that it has opened', async () => {
  const { userName } = await linked();
  const own = await logInAs(site, userName);
  const { client } = await logInAt(site, upstream, connection);
  await connection.enable(false);
  expect((await client.call('Users.Self')).status).toBe(401);
  expect(await whoIs(own)).toBe(userName);
  expect((await createClient(site).raw(`/sso/start/${connection.connectionId}`, { bare: true })).headers.get('location')).toBe(
    REFUSED,
  );
});
