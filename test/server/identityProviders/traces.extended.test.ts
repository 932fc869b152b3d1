/** What a refused login leaves: an event, a reason among the attempts, a page to go on from, and no load for a provider that is down. */
import { randomUUID } from 'node:crypto';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { locationOf, newMember, addConnection, REFUSED } from '../../support/sso.ts';
import { useOpenIdProvider, useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { disable, takePassword } from '../../support/changeUser.ts';
import { requireFourEyes, requireProvider } from '../../support/organisations.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { countOf } from '../../support/facts.ts';
import { operations } from '../../support/operations.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_WAITING_PROVIDER_LOGINS: '5' } });
const DOMAIN = 'traces.example';
const ORGANISATION = 'Northgate Portfolio';
const { rogue, connection, linked, logIn, startLogin } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION });
const saml = useSamlProvider(site, { organisation: ORGANISATION });

const ids = () => ({ organisationPublicId: connection.organisationPublicId, connectionId: connection.connectionId });
const events = (action: string) =>
  site.database.query<{ outcome: string; target: string | null; details: Record<string, unknown> }>(
    `SELECT outcome, target, details FROM audit_events WHERE action = $1 AND outcome <> 'success' ORDER BY seq DESC`,
    [action],
  );
const member = () => newMember(site, { organisation: ORGANISATION, email: `${randomUUID()}@${DOMAIN}` });
/** Another connection to the same provider, of which nothing is known yet. */
async function unread() {
  const added = await addConnection(site, { issuer: rogue.issuer }, ORGANISATION);
  await added.enable(true);
  return added;
}

describe('A refused login is one event', () => {
  test.each<[string, object, string]>([
    ['by its address', { email: `ada@${DOMAIN}` }, 'emailNotVerified'],
    ['by its domain', { email: 'ada@elsewhere.example', email_verified: true }, 'domain'],
    ['without an address', {}, 'email'],
    ['by its audience', { aud: 'another' }, 'audience'],
    ['by its nonce', { nonce: 'another' }, 'nonce'],
    ['by its end', { exp: 1 }, 'clock'],
  ])('%s', async (_what, claims, reason) => {
    const before = (await events('Connections.LogIn')).length;
    expect((await logIn({ sub: randomUUID(), ...claims })).at).toBe(REFUSED);
    const found = await events('Connections.LogIn');
    expect(found).toHaveLength(before + 1);
    expect(found[0]).toMatchObject({ outcome: 'failure', details: { reason } });
    expect((await connection.last()).problem).toBe(reason);
  });

  test('at the start too, and with the name of a user of this organisation alone', async () => {
    const user = await linked();
    await disable(site, user.userId);
    expect((await logIn({ sub: user.sub })).at).toBe(REFUSED);
    expect((await events('Connections.LogIn'))[0]).toMatchObject({ target: user.userName, details: { reason: 'Disabled' } });
    const stranger = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
    await logIn({ sub: randomUUID(), email: stranger.email, email_verified: true });
    expect((await events('Connections.LogIn'))[0]).toMatchObject({ target: null, details: { reason: 'otherOrganisation' } });
    rogue.metadata = { authorization_endpoint: undefined };
    const blind = await unread();
    expect(await locationOf(createClient(site), `/sso/start/${blind.connectionId}`)).toContain(REFUSED);
    expect((await events('Connections.LogIn'))[0]?.details).toMatchObject({ reason: 'endpoint' });
  });

  test('and a refused proof of identity is another', async () => {
    const { sub } = await linked();
    const { client } = await logIn({ sub });
    await logIn({ sub: randomUUID(), auth_time: Math.floor(Date.now() / 1000) }, { client, query: '?purpose=stepUp' });
    expect((await events('Connections.Confirm'))[0]?.details).toMatchObject({ reason: 'otherUser' });
  });
});

test('Strangers do not push out what administrators look for', async () => {
  const { sub } = await linked();
  await logIn({ sub });
  await site.database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
     SELECT $1, now(), 'login', 'refused', 'email', '{"claims":{}}' FROM generate_series(1, 150)`,
    [connection.connectionId],
  );
  for (let times = 0; times < 3; times += 1) await logIn({ sub: randomUUID() });
  const list = await connection.administrator.ok('Connections.Attempts', ids());
  expect(list).toHaveLength(100);
  expect(list.filter(({ outcome }) => outcome === 'loggedIn').length).toBeGreaterThan(0);
});

describe('Each step leaves its reason:', () => {
  test.each([
    ['no address for the login', { authorization_endpoint: undefined }],
    ['one without TLS', { authorization_endpoint: 'ftp://idp.example/' }],
    ['a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no text', { authorization_endpoint: 'here' }],
    ['no address for the code', { token_endpoint: undefined }],
  ])('metadata with %s, also in a dry run', async (_what, metadata) => {
    rogue.metadata = metadata;
    const added = await unread();
    expect(await locationOf(createClient(site), `/sso/start/${added.connectionId}`)).toContain(REFUSED);
    expect((await added.last()).problem).toBe('endpoint');
    const { organisationPublicId, connectionId, administrator } = added;
    expect(await administrator.ok('Connections.Test', { organisationPublicId, connectionId })).toMatchObject({
      problem: 'endpoint',
    });
  });

  test('UserInfo of another subject, and that of the same fills in claim by claim', async () => {
    const metadata = { userinfo_endpoint: `${rogue.issuer}/userinfo` };
    rogue.metadata = metadata;
    const added = await unread();
    const [sub, user] = [randomUUID(), await member()];
    rogue.userInfo = { sub: randomUUID(), email: user.email, email_verified: true };
    expect((await logIn({ sub }, { at: added })).at).toBe(REFUSED);
    expect((await added.last()).problem).toBe('userInfo');
    for (const [claims, info, is] of [
      [{ email: user.email }, { email: user.email, email_verified: true }, true],
      [{}, { email: user.email, email_verified: 'true' }, true],
      [{ email_verified: true }, { email: user.email }, true],
      // Another address is verified than the one that the token has.
      [{ email: user.email }, { email: 'other@traces.example', email_verified: true }, false],
      [{ email: user.email, email_verified: false }, { email: user.email, email_verified: true }, false],
    ] as const) {
      rogue.metadata = metadata;
      rogue.userInfo = { sub, ...info };
      expect((await logIn({ sub, ...claims }, { at: added })).at === REFUSED).toBe(!is);
    }
  });

  test('a response of more than 256 KB: the person gets a page, the administrator the reason', async () => {
    const { client } = await saml.startLogin();
    const { status, headers } = await client.raw(new URL(saml.connection.ours.acsUrl).pathname, {
      method: 'POST',
      bare: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `RelayState=x&SAMLResponse=${'A'.repeat(3_000_000)}`,
    });
    expect([status, headers.get('location')]).toEqual([303, REFUSED]);
    expect((await saml.connection.last()).problem).toBe('tooLarge');
  });
});

test('A provider that is down is asked once a minute, and at once by its administrator', async () => {
  rogue.metadata = `${rogue.issuer}/elsewhere`;
  const added = await unread();
  const asked = () => rogue.asked.filter((url) => url.includes('openid-configuration')).length;
  const before = asked();
  for (let times = 0; times < 5; times += 1)
    expect(await locationOf(createClient(site), `/sso/start/${added.connectionId}`)).toContain(REFUSED);
  expect(asked()).toBe(before + 1);
  rogue.reset();
  const { organisationPublicId, connectionId, administrator } = added;
  expect((await administrator.ok('Connections.Test', { organisationPublicId, connectionId })).problem).toBeNull();
  expect(await locationOf(createClient(site), `/sso/start/${added.connectionId}`)).toContain('/authorize');
});

test('Logins that wait are bounded in all, and the oldest gives way', async () => {
  const first = await startLogin();
  const later = [];
  for (let times = 0; times < 6; times += 1) later.push(await startLogin());
  const { sub } = await linked();
  expect(await first.finish({ sub })).toBe(REFUSED);
  expect(await later.at(-1)!.finish({ sub })).toBe('/SecurityDetails');
});

test('Switching a provider off and on mails its state once an hour', async () => {
  const added = await addConnection(site, { issuer: rogue.issuer }, ORGANISATION);
  const sent = async () =>
    (await site.database.query(`SELECT FROM mails WHERE template IN ('connectionEnabled', 'connectionDisabled')`)).length;
  const before = await sent();
  const mails = async () => (await sent()) - before;
  await added.enable(true);
  const once = await mails();
  expect(once).toBeGreaterThan(0);
  for (let times = 0; times < 4; times += 1) {
    await added.enable(false);
    await added.enable(true);
  }
  expect(await mails()).toBe(2 * once);
  // Other settings are another state.
  await added.enable(false);
  await added.update({ mfaTrust: 'always' });
  await added.enable(true);
  expect(await mails()).toBe(3 * once);
});

test('Wrong passwords do not lock the login with the provider, nor a user who has no password', async () => {
  const user = await linked();
  const guess = () => createClient(site).call('Login.Login', { body: { userName: user.userName, password: 'Wrong-pass-1' } });
  for (let times = 0; times < 6; times += 1) await guess();
  expect((await guess()).body).toMatchObject({ outcome: 'Rejected', reason: 'Locked' });
  expect((await logIn({ sub: user.sub })).at).toBe('/SecurityDetails');
  const bare = await linked();
  await takePassword(site, bare.userId);
  for (let times = 0; times < 6; times += 1)
    await createClient(site).call('Login.Login', { body: { userName: bare.userName, password: DEMO_PASSWORD } });
  expect(await userOf(site, bare.userId, 'lockedUntil', 'failures')).toEqual({ lockedUntil: null, failures: 0 });
  expect((await logIn({ sub: bare.sub })).at).toBe('/SecurityDetails');
});

describe('Where the provider is required,', () => {
  const setRequired = (required: boolean) => requireProvider(site, ORGANISATION, required);
  beforeEach(() => setRequired(true));
  afterEach(() => setRequired(false));

  test.each(['Login.ForgotPassword', 'Login.ForgotUsername'] as const)(
    '%s says with what one logs in, and leads there',
    async (call) => {
      const user = await linked();
      if (call === 'Login.ForgotPassword') await createClient(site).ok(call, { body: { userNameOrEmail: user.userName } });
      else await createClient(site).ok(call, { body: { email: user.email } });
      const mail = await awaitMail(site, ({ to }) => to.includes(user.email));
      expect(mail.links).toEqual([expect.stringContaining(`/sso/start/${connection.connectionId}`)]);
      expect(mail.text).toContain(ORGANISATION);
      expect(await countOf(site, 'links', user.userId)).toBe(0);
    },
  );

  test('a password can be chosen while the provider waits for the owner’s proof', async () => {
    const user = await member();
    await logIn({ sub: randomUUID(), email: user.email, email_verified: true });
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: user.userName } });
    const mail = await awaitMail(site, ({ to }) => to.includes(user.email));
    expect(mail.links).toEqual([expect.stringContaining('/ForgottenPassword')]);
  });
});

test('An administrator removes the link of one user, who then proves the account anew', async () => {
  const user = await linked();
  const { client } = await logIn({ sub: user.sub });
  const { administrator } = connection;
  const target = { ...ids(), userName: user.userName };
  const rival = await logInAs(site, 'subadmin');
  expect((await rival.call('Connections.RemoveLink', target)).status).toBe(404);
  expect((await administrator.call('Connections.RemoveLink', target)).status).toBe(204);
  expect((await client.call('Users.Self')).status).toBe(401);
  expect((await logIn({ sub: user.sub })).at).toBe(REFUSED);
  expect((await administrator.call('Connections.RemoveLink', target)).status).toBe(404);
  expect((await awaitMail(site, ({ to }) => to.includes(user.email))).text).toContain(user.userName);
  expect(await auditEvents(site, { targetUserId: user.userId, action: 'Connections.RemoveLink' })).toHaveLength(1);
});

test('An approver reads everything that a provider is trusted with', async () => {
  const trusted = {
    mfaTrust: 'asserted' as const,
    mfaValues: ['mfa'],
    createsUsers: true,
    groupsClaim: 'teams',
    administratorMfa: true,
  };
  const added = await addConnection(site, { issuer: rogue.issuer, ...trusted }, ORGANISATION);
  await requireFourEyes(site, ORGANISATION);
  const { organisationPublicId, connectionId } = added;
  const subscriber = await logInAs(site, 'second_sub');
  const asked = await subscriber.call('Connections.Enable', {
    organisationPublicId,
    connectionId,
    enabled: true,
    reason: 'Go live',
  });
  expect(asked.problem?.code).toBe('ApprovalNeeded');
  const [row] = await operations(site, { targetId: connectionId }, 'detail');
  expect(row?.detail).toMatchObject({ ...trusted, vendor: 'other', issuer: rogue.issuer });
  await requireFourEyes(site, ORGANISATION, false);
});
