/** A required identity provider is a condition on each session at each call: it does not matter who has moved the user, and how. */
import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '../../support/client.ts';
import { addPasskey } from '../../support/authenticator.ts';
import { disable, requireMfa, setRoles, takeAuthenticator } from '../../support/changeUser.ts';
import { clear } from '../../support/facts.ts';
import { enableConnection } from '../../support/identities.ts';
import { DEMO_PASSWORD, logInAs, totp } from '../../support/logInAs.ts';
import { enrol, logInWithCode, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { requireProvider } from '../../support/organisations.ts';
import { arrive } from '../../support/rogueProvider.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { newMember, REFUSED, type SsoMember } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const DOMAIN = 'holds.example';
const ORGANISATION = 'Northgate Portfolio';
const ELSEWHERE = 'Harbour Mutual';
const ours = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION });
const theirs = useOpenIdProvider(site, { organisation: ELSEWHERE });

let system: Client;
beforeAll(async () => {
  system = await logInAs(site, 'sysadmin');
});
/** The stored fact alone: no act ends a session here. */
const setRequired = (required: boolean) => requireProvider(site, ORGANISATION, required);
beforeEach(() => setRequired(true));
afterEach(() => setRequired(false));

const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;
const member = (organisation = ORGANISATION, email?: string) =>
  newMember(site, { organisation, ...(email !== undefined && { email }) });
const organisationId = () => ours.connection.organisationPublicId;
async function sessionOf({ userName }: SsoMember): Promise<Client> {
  await setRequired(false);
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD, rememberMe: true } });
  await setRequired(true);
  return client;
}
const versionOf = async (userName: string) => (await system.ok('Users.User', { userName })).version;
const move = async ({ userName }: SsoMember, organisationPublicId: string) =>
  system.call('Users.Patch', { userName, body: { version: await versionOf(userName), organisationPublicId } });
const keep = (userId: string, kept = true) =>
  system.call('Connections.SetBreakGlass', { organisationPublicId: organisationId(), userId, kept });

/** A tested account for emergencies. */
async function emergency(): Promise<SsoMember & { readonly key: string }> {
  const account = await member();
  await setRequired(false);
  const { key } = await enrol(await logInAs(site, account.userName));
  expect((await keep(account.userId)).status).toBe(204);
  expect(await logInWithCode(site, account.userName, key)).toBe('SignedIn');
  await setRequired(true);
  return { ...account, key };
}
async function enter({ userName, key }: { readonly userName: string; readonly key: string }): Promise<Client> {
  await resetUsedCodes(site, userName);
  const client = await pendingMfaSession(site, userName);
  await client.ok('Mfa.Login', { body: { code: totp(key) } });
  return client;
}

describe('A session that began with a password', () => {
  test('ends for whoever is moved into the organisation, and works again after the way back', async () => {
    const user = await member(ELSEWHERE);
    const client = await logInAs(site, user.userName);
    expect((await move(user, organisationId())).status).toBe(200);
    expect(await isLoggedIn(client)).toBe(false);
    expect((await client.call('Login.Check')).status).toBe(401);
  });

  test('ends for whoever a list moves into the organisation', async () => {
    const user = await member(ELSEWHERE);
    const client = await logInAs(site, user.userName);
    const row = { externalId: randomUUID(), userName: user.userName, email: user.email, firstName: 'Ada', lastName: 'Quay' };
    await system.ok('Users.Sync', {
      body: {
        source: 'hr',
        dryRun: false,
        disableMissing: false,
        users: [{ ...row, organisationPublicId: organisationId(), enabled: true, roles: ['Member'] }],
      },
    });
    expect(await isLoggedIn(client)).toBe(false);
  });

  test('ends with the requirement, whichever statement has set it', async () => {
    const client = await sessionOf(await member());
    expect(await isLoggedIn(client)).toBe(false);
    await setRequired(false);
    expect(await isLoggedIn(client)).toBe(true);
  });

  test('goes on for the administrator who has just required it, in that session alone', async () => {
    await setRequired(false);
    const { userName, userId } = await member();
    await setRoles(site, userId, ['SubscriberAdministration']);
    const [here, there] = [await logInAs(site, userName), await logInAs(site, userName)];
    await emergency();
    await emergency();
    await setRequired(false);
    expect((await ours.logIn({ sub: (await ours.linked()).sub })).at).toBe('/SecurityDetails');
    expect((await here.call('Connections.SetRequired', { organisationPublicId: organisationId(), required: true })).status).toBe(
      204,
    );
    expect([await isLoggedIn(here), await isLoggedIn(there)]).toEqual([true, false]);
  });

  test('serves no administrator while they impersonate', async () => {
    const { userName, userId } = await member();
    await setRoles(site, userId, ['SubscriberAdministration']);
    await setRequired(false);
    const client = await logInAs(site, userName);
    await client.ok('Users.Impersonate', { userName: (await member()).userName });
    expect(await isLoggedIn(client)).toBe(true);
    await setRequired(true);
    expect(await isLoggedIn(client)).toBe(false);
  });
});

test('A session of another organisation’s provider does not count', async () => {
  const user = await theirs.linked();
  const { client } = await theirs.logIn({ sub: user.sub });
  expect(await isLoggedIn(client)).toBe(true);
  expect((await move(user, organisationId())).status).toBe(200);
  expect(await isLoggedIn(client)).toBe(false);
});

test('A session of the own provider counts, but not once the provider is off', async () => {
  const { sub } = await ours.linked();
  const { client } = await ours.logIn({ sub });
  expect(await isLoggedIn(client)).toBe(true);
  await enableConnection(site, ours.connection.connectionId, false);
  expect(await isLoggedIn(client)).toBe(false);
  await enableConnection(site, ours.connection.connectionId);
});

test.each(['code', 'enrolment'])('A login that began before does not get through by its second step: %s', async (step) => {
  await setRequired(false);
  const account = await member();
  let client: Client;
  let key = '';
  if (step === 'code') {
    ({ key } = await enrol(await logInAs(site, account.userName)));
    client = await pendingMfaSession(site, account.userName);
  } else {
    await requireMfa(site, account.userId);
    client = await pendingMfaSession(site, account.userName);
    key = (await client.ok('Mfa.BeginEnable')).sharedKey;
  }
  await resetUsedCodes(site, account.userName);
  await setRequired(true);
  const body = { code: totp(key) };
  if (step === 'code')
    expect(await client.ok('Mfa.Login', { body })).toMatchObject({ outcome: 'Rejected', reason: 'ProviderRequired' });
  else expect((await client.call('Mfa.Enable', { body })).status).toBe(401);
  expect(await isLoggedIn(client)).toBe(false);
  await setRequired(false);
  expect(await isLoggedIn(client)).toBe(false);
});

test('In a session of the provider a password proves nothing, and a new login there does', async () => {
  const { sub, userId } = await ours.linked();
  const { client } = await ours.logIn({ sub });
  await authenticatedAgo(site, '2 hours', userId);
  expect((await client.call('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } })).problem?.code).toBe(
    'ProviderRequired',
  );
  expect((await client.call('ApiKey.Create', { name: 'nightly' })).problem?.code).toBe('ConfirmIdentity');
  const newPassword = 'Another-pass-77';
  await client.call('ChangeDetails.ChangePassword', {
    body: { currentPassword: DEMO_PASSWORD, newPassword, confirmPassword: newPassword },
  });
  expect((await client.call('ApiKey.Create', { name: 'nightly' })).problem?.code).toBe('ConfirmIdentity');
  await ours.logIn({ sub, auth_time: Math.floor(Date.now() / 1000) }, { client, query: '?purpose=stepUp' });
  expect((await client.call('ApiKey.Create', { name: 'nightly' })).status).toBe(201);
});

test('Whoever proves the account once has a session that links it, and does nothing else until then', async () => {
  const account = await member(ORGANISATION, `${randomUUID()}@${DOMAIN}`);
  const { client, at } = await ours.logIn({ sub: randomUUID(), email: account.email, email_verified: true, sid: 'first' });
  expect(at).toContain('/Login?ReturnUrl');
  await client.ok('Login.Login', { body: { userName: account.userName, password: DEMO_PASSWORD } });
  expect(await isLoggedIn(client)).toBe(false);
  expect(await arrive(client, '/sso/finish')).toBe('/');
  expect(await isLoggedIn(client)).toBe(true);
  // It is the provider's session now, and ends with it.
  expect(
    await site.database.query('SELECT sid FROM upstream_sessions p JOIN sessions s USING (session_id) WHERE s.user_id = $1', [
      account.userId,
    ]),
  ).toEqual([{ sid: 'first' }]);
  const stolen = await sessionOf(await member(ORGANISATION, `${randomUUID()}@${DOMAIN}`));
  expect(await arrive(stolen, '/sso/finish')).toBe('/');
  expect(await isLoggedIn(stolen)).toBe(false);
  expect(REFUSED).toContain('problem');
});

describe('Accounts for emergencies', () => {
  test('log in with the password no more once they are kept no more', async () => {
    const accounts = [await emergency(), await emergency(), await emergency()];
    const client = await enter(accounts[0]!);
    expect(await isLoggedIn(client)).toBe(true);
    expect((await keep(accounts[0]!.userId, false)).status).toBe(204);
    expect(await isLoggedIn(client)).toBe(false);
  });

  test('keep their second factor, whether an authenticator or a passkey', async () => {
    const account = await emergency();
    const client = await enter(account);
    expect((await client.call('Mfa.Disable')).problem?.code).toBe('MfaRequired');
    await addPasskey(client);
    const [passkey] = await client.ok('Passkeys.List');
    await takeAuthenticator(site, account.userId);
    expect((await client.call('Passkeys.Delete', { passkeyId: passkey!.passkeyId })).problem?.code).toBe('LastFactor');
  });

  test.each([
    ['disabled', (user: SsoMember) => system.call('Users.Enable', { userName: user.userName, enabled: false })],
    ['moved', (user: SsoMember) => move(user, theirs.connection.organisationPublicId)],
    ['reset', (user: SsoMember) => system.call('Users.ResetAuthentication', { userName: user.userName, type: 'Mfa' })],
    ['kept no more', (user: SsoMember) => keep(user.userId, false)],
    [
      'disabled by a statement',
      ({ userId }: SsoMember) =>
        disable(site, userId).then(
          () => ({ status: 200, problem: undefined }),
          (error: unknown) => ({
            status: 409,
            problem: {
              code: (error as { constraint?: string }).constraint === 'break_glass_minimum' ? 'RequirementsMissing' : '',
            },
          }),
        ),
    ],
  ])('stay two that are tested: the last but one is not %s', async (_what, act) => {
    await setRequired(false);
    await clear(site, 'break_glass_accounts');
    const [first, second] = [await emergency(), await emergency()];
    const third = await emergency();
    expect((await act(third)).status).toBeLessThan(300);
    const refused = await act(second);
    expect(refused).toMatchObject({ status: 409, problem: { code: 'RequirementsMissing' } });
    expect(await isLoggedIn(await enter(first))).toBe(true);
    expect(await isLoggedIn(await enter(second))).toBe(true);
    await setRequired(false);
    expect((await act(second)).status).toBeLessThan(300);
  });

  test('two of the last three that are disabled at once: one is refused', async () => {
    await setRequired(false);
    await clear(site, 'break_glass_accounts');
    const accounts = [await emergency(), await emergency(), await emergency()];
    const statuses = await Promise.all(
      accounts.slice(0, 2).map(({ userName }) => system.call('Users.Enable', { userName, enabled: false })),
    );
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
