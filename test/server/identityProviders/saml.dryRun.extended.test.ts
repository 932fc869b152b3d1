/**
 * The dry run of a SAML provider: its claims, the account, the roles gained and lost, or the reason of a refusal; nothing is
 * changed.
 */
import { randomUUID } from 'node:crypto';
import { logInAs } from '../../support/logInAs.ts';
import { AUTHORITY, foreignKey, secondsFromNow, type SamlAnswer } from '../../support/samlAuthority.ts';
import { linkIdentity, newMember, REFUSED } from '../../support/sso.ts';
import { useSamlProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer();
const DOMAIN = 'tried.example';
const { connection, linked, logIn } = useSamlProvider(site, { domain: DOMAIN, enabled: false });

/** Everything that a login could change. */
const stored = async () =>
  JSON.stringify(
    await site.database.query(
      `SELECT (SELECT jsonb_agg(to_jsonb(u) ORDER BY user_id) FROM users u) AS users,
              (SELECT jsonb_agg(to_jsonb(i) ORDER BY identity_id) FROM identities i) AS identities,
              (SELECT jsonb_agg(to_jsonb(c) ORDER BY connection_id) FROM connections c) AS connections,
              (SELECT jsonb_agg(session_id ORDER BY session_id) FROM sessions) AS sessions,
              (SELECT jsonb_agg(to_jsonb(g) ORDER BY group_id) FROM scim_groups g) AS groups,
              (SELECT jsonb_agg(to_jsonb(m) ORDER BY user_id, group_id) FROM scim_members m) AS members,
              (SELECT count(*) FROM mails) AS mails`,
    ),
  );

/** Runs a dry run as the administrator, with the provider's response. @returns its entry in the list of attempts */
async function tryOut(answer: SamlAnswer) {
  const { administrator, organisationPublicId, connectionId } = connection;
  const { address, problem } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  expect(problem).toBeNull();
  const before = await stored();
  const { at } = await logIn(answer, { client: administrator, query: new URL(address!, site.url).search });
  expect(await stored()).toBe(before);
  return { at, tried: await connection.last() };
}
const page = () =>
  `/Organisations/Connections/${connection.organisationPublicId}?connection=${connection.connectionId}&part=test`;
const memberOf = (organisation?: string) =>
  newMember(site, { email: `${randomUUID()}@${DOMAIN}`, ...(organisation !== undefined && { organisation }) });

describe('The account that would be used', () => {
  test('is that of a link', async () => {
    const { sub, userName } = await linked();
    const { at, tried } = await tryOut({ subject: sub, attributes: { department: 'Quays' } });
    expect(at).toBe(page());
    expect(tried).toMatchObject({ purpose: 'test', outcome: 'tested', decision: 'logIn', user: { userName } });
    expect(tried.detail).toMatchObject({
      sub,
      iss: AUTHORITY.issuer,
      department: 'Quays',
      acr: expect.stringContaining('Password') as string,
    });
  });

  test('is that of an address, whose owner would prove it; without one, none, or one that would be created', async () => {
    const { email, userName } = await memberOf();
    expect((await tryOut({ subject: 'x', attributes: { mail: email } })).tried).toMatchObject({
      decision: 'askProof',
      user: { userName },
    });
    const newcomer = { subject: 'y', attributes: { mail: `new@${DOMAIN}` } };
    expect((await tryOut(newcomer)).tried).toMatchObject({ decision: 'refuse', problem: 'noAccount' });
    await connection.update({ createsUsers: true });
    expect((await tryOut(newcomer)).tried).toMatchObject({ decision: 'create', problem: null });
    await connection.update({ createsUsers: false });
  });
});

test('The dry run shows roles that would be gained and lost', async () => {
  const [member, newcomer] = [await linked(), await linked()];
  const groups = `desk ${randomUUID()}`;
  await connection.enable(true);
  await logIn({ subject: member.sub, attributes: { groups } });
  await connection.enable(false);
  const { administrator, organisationPublicId } = connection;
  const known = await administrator.ok('Provisioning.Groups', { organisationPublicId });
  const { groupId = '' } = known.groups.find(({ displayName }) => displayName === groups) ?? {};
  await administrator.ok('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: ['Support'] } });
  const preview = async (subject: string, attributes: Record<string, string>) =>
    (await tryOut({ subject, attributes })).tried.groups;
  expect(await preview(newcomer.sub, { groups })).toEqual({ state: 'read', gains: ['Support'], loses: [] });
  expect(await preview(member.sub, { groups: 'unknown' })).toEqual({ state: 'read', gains: [], loses: ['Support'] });
  expect(await preview(member.sub, {})).toEqual({ state: 'absent', gains: [], loses: [] });
});

describe('The reason of a refusal, for the administrator,', () => {
  const withAddress = async (email: string) => (await tryOut({ subject: randomUUID(), attributes: { mail: email } })).tried;

  test('depends on what the provider sends', async () => {
    const elsewhere = await newMember(site);
    expect(await withAddress(elsewhere.email)).toMatchObject({ decision: 'refuse', problem: 'domain' });
    expect((await tryOut({ subject: 'z' })).tried).toMatchObject({ decision: 'refuse', problem: 'email' });
    const unsure = { mail: (await memberOf()).email, email_verified: 'false' };
    expect((await tryOut({ subject: 'z', attributes: unsure })).tried).toMatchObject({ problem: 'emailNotVerified' });
  });

  test.each([
    ['true', null],
    ['1', null],
    ['True', null],
    [' TRUE ', null],
    ['0', 'emailNotVerified'],
    ['False', 'emailNotVerified'],
    ['yes', 'emailNotVerified'],
    ['', 'emailNotVerified'],
  ])('for an address with email_verified “%s”: %s', async (verified, problem) => {
    const attributes = { mail: (await memberOf()).email, email_verified: verified };
    expect((await tryOut({ subject: randomUUID(), attributes })).tried).toMatchObject({ problem });
  });

  test('depends on the account', async () => {
    expect(await withAddress((await memberOf('Northgate Portfolio')).email)).toMatchObject({
      problem: 'otherOrganisation',
      user: null,
    });
    const administrator = await memberOf();
    await setRoles(site, administrator.userId, ['SubscriberAdministration']);
    expect(await withAddress(administrator.email)).toMatchObject({
      problem: 'administrator',
      user: { userName: administrator.userName },
    });
    const invited = await memberOf();
    await site.database.query(`UPDATE users SET registered_at = NULL, user_name = NULL WHERE user_id = $1`, [invited.userId]);
    expect(await withAddress(invited.email)).toMatchObject({ problem: 'invited' });
    const elsewhere = await memberOf();
    await linkIdentity(site, {
      connectionId: connection.connectionId,
      issuer: AUTHORITY.issuer,
      sub: 'theirs',
      userId: elsewhere.userId,
    });
    // The proof of the owner replaces the link.
    expect(await withAddress(elsewhere.email)).toMatchObject({ problem: null });
  });

  const cases: readonly (readonly [string, Partial<SamlAnswer>])[] = [
    ['signature', { key: foreignKey }],
    ['audience', { audience: 'https://other.example' }],
    ['recipient', { recipient: 'https://other.example/acs' }],
    ['clock', { notOnOrAfter: secondsFromNow(-90) }],
    ['provider', { status: 'AuthnFailed' }],
    ['unsafeXml', { after: (xml) => `<!DOCTYPE r>${xml}` }],
  ];
  test.each(cases)('%s', async (problem, changed) => {
    const { at, tried } = await tryOut({ subject: 'x', ...changed });
    expect(tried).toMatchObject({ purpose: 'test', outcome: 'refused', problem, decision: null });
    expect([REFUSED, `${page()}&problem=sso`]).toContain(at);
    expect((await connection.administrator.call('Users.Self')).status).toBe(200);
  });
});

test('The assertion of a dry run is valid for no login, and a dry run belongs to its administrator alone', async () => {
  const { sub } = await linked();
  const assertionId = `_${randomUUID()}`;
  await tryOut({ subject: sub, assertionId });
  await connection.enable(true);
  expect((await logIn({ subject: sub, assertionId })).at).toBe(REFUSED);
  expect((await connection.last()).problem).toBe('replay');
  await connection.enable(false);
  const { administrator, organisationPublicId, connectionId } = connection;
  const { address } = await administrator.ok('Connections.Test', { organisationPublicId, connectionId });
  const stranger = await logInAs(site, 'ordinary');
  expect((await stranger.raw(address!, { bare: true })).headers.get('location')).toBe(REFUSED);
});
