/**
 * An organisation requires its identity provider: who may bypass it, who is shut out, and that nobody learns which accounts exist.
 */
import { createClient, type Client } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs, totp } from '../../support/logInAs.ts';
import { addPasskey, logInWithPasskey } from '../../support/authenticator.ts';
import { enrol, logInWithCode, pendingMfaSession, resetUsedCodes } from '../../support/mfa.ts';
import { arrive } from '../../support/rogueProvider.ts';
import { newMember, type SsoMember } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const DOMAIN = 'required.example';
const ORGANISATION = 'Northgate Portfolio';
const { connection, linked, logIn } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION });

let administrator: Client;
let ids: { organisationPublicId: string };
beforeAll(() => {
  ({ administrator } = connection);
  ids = { organisationPublicId: connection.organisationPublicId };
});

const member = (email?: string) => newMember(site, { organisation: ORGANISATION, ...(email !== undefined && { email }) });
const withPassword = (userName: string, password = DEMO_PASSWORD) =>
  createClient(site).call('Login.Login', { body: { userName, password } });
const setRequired = (required: boolean) => administrator.call('Connections.SetRequired', { ...ids, required });
const keep = (userId: string, kept = true) => administrator.call('Connections.SetBreakGlass', { ...ids, userId, kept });

async function ready() {
  expect((await logIn({ sub: (await linked()).sub })).at).toBe('/SecurityDetails');
  const kept: (SsoMember & { readonly key: string })[] = [];
  for (const account of [await member(), await member()]) {
    const { userId, userName } = account;
    const { key } = await enrol(await logInAs(site, userName));
    expect(await keep(userId)).toMatchObject({ status: 204 });
    expect(
      (await administrator.ok('Connections.Requirement', ids)).breakGlass.find((each) => each.userId === userId),
    ).toMatchObject({
      tested: false,
    });
    expect(await logInWithCode(site, userName, key)).toBe('SignedIn');
    kept.push({ ...account, key });
  }
  return kept;
}

test('The provider can be required only after a real login, and with two tested accounts for emergencies', async () => {
  const ordinary = await member();
  const shutOut = await member(`someone@${DOMAIN}`);
  expect(await setRequired(true)).toMatchObject({ status: 409, problem: { code: 'RequirementsMissing' } });
  expect(await keep(ordinary.userId)).toMatchObject({ status: 409, problem: { code: 'BreakGlassUnfit' } });
  const kept = await ready();
  const before = await administrator.ok('Connections.Requirement', ids);
  expect(before).toMatchObject({ required: false, hasLogin: true, breakGlass: [{ tested: true }, { tested: true }] });
  expect(before.people).toContainEqual(expect.objectContaining({ userId: ordinary.userId, reason: 'domain' }));
  expect(before.people.map(({ userId }) => userId)).not.toContain(shutOut.userId);
  expect(before.people.map(({ userId }) => userId)).not.toContain(kept[0]!.userId);
  expect(before.shutOut).toBe(before.people.length);
  expect((await setRequired(true)).status).toBe(204);

  // A right password gets the same reply as a wrong one, and as one of an unknown name.
  const [right, wrong, nobody] = [
    await withPassword(ordinary.userName),
    await withPassword(ordinary.userName, 'Wrong-pass-1'),
    await withPassword('nobody_at_all'),
  ];
  expect(right).toMatchObject({ status: 400, problem: { code: 'InvalidCredentials' } });
  expect([right.text, nobody.text]).toEqual([wrong.text, wrong.text]);
  expect(
    await auditEvents(site, { targetUserId: ordinary.userId, action: 'Login.Login', details: { reason: 'ProviderRequired' } }),
  ).toHaveLength(1);
  expect((await withPassword(kept[0]!.userName)).body).toMatchObject({ outcome: 'MfaCodeRequired' });

  // A user who is not linked yet proves the account once, in the browser with the provider's response.
  const { client, at } = await logIn({ sub: 'new here', email: `someone@${DOMAIN}`, email_verified: true });
  expect(at).toContain('/Login?ReturnUrl');
  await client.ok('Login.Login', { body: { userName: shutOut.userName, password: DEMO_PASSWORD } });
  expect(await arrive(client, '/sso/finish')).toBe('/');
  expect((await client.ok('Security.Identities')).identities).toHaveLength(1);

  // The provider stays on, and two accounts for emergencies stay.
  expect(
    await administrator.call('Connections.Enable', { ...ids, connectionId: connection.connectionId, enabled: false }),
  ).toMatchObject({
    status: 409,
    problem: { code: 'RequirementsMissing' },
  });
  expect(await keep(kept[0]!.userId, false)).toMatchObject({ status: 409, problem: { code: 'RequirementsMissing' } });
  expect((await setRequired(false)).status).toBe(204);
  expect((await withPassword(ordinary.userName)).body).toMatchObject({ outcome: 'SignedIn' });
});

test('An account for emergencies can’t be linked, and the directory can’t disable it', async () => {
  const [kept] = await ready();
  await site.database.query(`UPDATE users SET email = 'kept@${DOMAIN}' WHERE user_id = $1`, [kept!.userId]);
  expect((await logIn({ sub: 'kept', email: `kept@${DOMAIN}`, email_verified: true })).at).toBe('/Login?problem=sso');
  expect((await connection.last()).problem).toBe('breakGlass');

  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { key } = await administrator.ok('Provisioning.NewKey', { ...ids, body: { name: 'Directory', expiresAt } });
  await administrator.ok('Provisioning.Adopt', { ...ids, body: { knownBy: 'email' } });
  const answer = await fetch(`${site.url}/scim/v2/Users/${kept!.userId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ Operations: [{ op: 'replace', path: 'active', value: false }] }),
  });
  expect(answer.status).toBe(403);
  const { enabled } = await userOf(site, kept!.userId, 'enabled');
  expect(enabled).toBe(true);
});

test('Sessions opened by a password or a passkey end when the provider becomes required, and a passkey is refused with an event', async () => {
  const kept = await ready();
  const own = await member();
  const ownClient = await logInAs(site, own.userName);
  const authenticator = await addPasskey(ownClient);
  await ownClient.ok('ApiKey.Create', { name: 'nightly' });
  const keptClient = await pendingMfaSession(site, kept[0]!.userName);
  await resetUsedCodes(site, kept[0]!.userName);
  await keptClient.ok('Mfa.Login', { body: { code: totp(kept[0]!.key) } });
  const { client } = await logIn({ sub: (await linked()).sub });
  const before = await administrator.ok('Connections.Requirement', ids);
  expect(before.sessions).toBeGreaterThanOrEqual(1);
  expect(before.keys).toBeGreaterThanOrEqual(1);
  expect((await setRequired(true)).status).toBe(204);
  const isLoggedIn = async (browser: Client) => (await browser.call('Users.Self')).status === 200;
  expect(await Promise.all([ownClient, keptClient, client, administrator].map(isLoggedIn))).toEqual([false, true, true, true]);
  expect((await administrator.ok('Connections.Requirement', ids)).sessions).toBe(0);

  expect(await logInWithPasskey(createClient(site), authenticator)).toMatchObject({ problem: { code: 'PasskeyRefused' } });
  expect(
    await auditEvents(site, {
      targetUserId: own.userId,
      action: 'Passkeys.Login',
      outcome: 'failure',
      details: { reason: 'ProviderRequired' },
    }),
  ).toHaveLength(1);
  expect((await setRequired(false)).status).toBe(204);
});
