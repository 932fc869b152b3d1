/** The diagnosis of a user who can't log in, if the organisation has an identity provider. */
import { randomUUID } from 'node:crypto';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { logInAs } from '../../support/logInAs.ts';
import { requireProvider } from '../../support/organisations.ts';
import { newMember, REFUSED } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { loggedInNow, setRoles, takePassword } from '../../support/changeUser.ts';

const site = useServer();
const DOMAIN = 'diagnosed.example';
const ORGANISATION = 'Northgate Portfolio';
const { connection, linked: linkedColleague, logIn } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION });

const diagnose = (userName: string) => connection.administrator.ok('Users.Diagnosis', { userName });
const codes = async (userName: string) => (await diagnose(userName)).causes.map(({ code }) => code);
const member = (email?: string) => newMember(site, { organisation: ORGANISATION, ...(email !== undefined && { email }) });
const colleague = () => member(`${randomUUID()}@${DOMAIN}`);
const setRequired = (required: boolean) => requireProvider(site, ORGANISATION, required);

test('A refused login is shown at the user with its reason, until the user gets in', async () => {
  const { userName, email } = await colleague();
  expect((await logIn({ sub: 'unverified', email })).at).toBe(REFUSED);
  const { canLogIn, causes } = await diagnose(userName);
  expect(canLogIn).toBe(true);
  expect(causes).toMatchObject([
    { code: 'ProviderNotLinked', keepsOut: false, organisation: ORGANISATION, remedy: 'openProvider' },
    {
      code: 'ProviderRefused',
      keepsOut: false,
      since: expect.any(String) as string,
      provider: { kind: 'openid', problem: 'emailNotVerified' },
      remedy: 'openProvider',
    },
  ]);
  await loggedInNow(site, userName);
  expect(await codes(userName)).toEqual(['ProviderNotLinked']);
});

test('A linked user without a password can log in, but not while the provider is off', async () => {
  const { userId, userName } = await linkedColleague();
  await takePassword(site, userId);
  expect(await diagnose(userName)).toMatchObject({ canLogIn: true, causes: [] });
  await connection.enable(false);
  expect(await diagnose(userName)).toMatchObject({
    canLogIn: false,
    causes: [{ code: 'PasswordNotSet' }, { code: 'ProviderDisabled', keepsOut: true }],
  });
  await connection.enable(true);
});

describe('Where the provider is required', () => {
  beforeAll(() => setRequired(true));
  afterAll(() => setRequired(false));

  test('the diagnosis says so, to whom the password is closed, and what prevents linking an account', async () => {
    const linked = await linkedColleague();
    expect(await diagnose(linked.userName)).toMatchObject({ canLogIn: true, causes: [{ code: 'ProviderRequired' }] });
    const unlinked = await colleague();
    expect(await diagnose(unlinked.userName)).toMatchObject({ canLogIn: true, causes: [{ code: 'ProviderNotLinked' }] });
    const elsewhere = await member();
    expect(await diagnose(elsewhere.userName)).toMatchObject({ canLogIn: false, causes: [{ code: 'DomainUnproven' }] });
    const administrator = await colleague();
    await setRoles(site, administrator.userId, ['SubscriberAdministration']);
    expect(await codes(administrator.userName)).toContain('ProviderAdministrator');
    const frozen = () => diagnose(unlinked.userName);
    await site.database.query('UPDATE domains SET frozen_at = now() WHERE name = $1', [DOMAIN]);
    expect(await frozen()).toMatchObject({ canLogIn: false, causes: [{ code: 'DomainFrozen', keepsOut: true }] });
    await site.database.query('UPDATE domains SET frozen_at = NULL, contested_at = now() WHERE name = $1', [DOMAIN]);
    expect(await frozen()).toMatchObject({ canLogIn: false, causes: [{ code: 'DomainContested' }] });
    await site.database.query('UPDATE domains SET contested_at = NULL WHERE name = $1', [DOMAIN]);
  });

  test('an account for emergencies has no such cause', async () => {
    const kept = await member();
    await setRequired(false);
    const { key } = await enrol(await logInAs(site, kept.userName));
    await setRequired(true);
    const { organisationPublicId, administrator } = connection;
    await administrator.ok('Connections.SetBreakGlass', { organisationPublicId, userId: kept.userId, kept: true });
    expect(await logInWithCode(site, kept.userName, key)).toBe('SignedIn');
    expect(await diagnose(kept.userName)).toMatchObject({ canLogIn: true, causes: [] });
  });
});

test('Administrators do not learn who has an account in another organisation', async () => {
  const stranger = await newMember(site, { email: `${randomUUID()}@${DOMAIN}` });
  expect((await logIn({ sub: 'stranger', email: stranger.email, email_verified: true })).at).toBe(REFUSED);
  expect(await connection.last()).toMatchObject({ problem: 'otherOrganisation', user: null });
  expect(await codes(stranger.userName)).toEqual([]);
});
