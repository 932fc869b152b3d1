/** Roles from the groups that an identity provider names at logins, by the map of the directory. */
import { randomUUID } from 'node:crypto';
import { groupsOf } from '../../../server/identityProviders/openid/groups.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { connectDirectory } from '../../support/connectedDirectory.ts';
import { grantByGroup } from '../../support/directories.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import { arrive } from '../../support/rogueProvider.ts';
import { addConnection, linkedMember, newMember } from '../../support/sso.ts';
import { useOpenIdProvider } from '../../support/useProvider.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();
const ORGANISATION = 'Northgate Portfolio';
const DOMAIN = 'groups.example';
const settings = { groupsClaim: 'teams' };
const { rogue, connection, linked, logIn } = useOpenIdProvider(site, { domain: DOMAIN, organisation: ORGANISATION, settings });

let ids: { organisationPublicId: string };
beforeAll(() => {
  ids = { organisationPublicId: connection.organisationPublicId };
});

const come = async (sub: string, claims: object, at = connection) => (await logIn({ sub, ...claims }, { at })).client;
const rolesOf = async ({ userId }: { readonly userId: string }) => (await userOf(site, userId, 'roles')).roles;
const groupNamed = async (name: string) =>
  (await connection.administrator.ok('Provisioning.Groups', ids)).groups.find(({ displayName }) => displayName === name);
async function map(name: string, roles: string[]) {
  const { groupId = '' } = (await groupNamed(name)) ?? {};
  return connection.administrator.call('Provisioning.MapGroup', { ...ids, groupId, body: { roles } });
}
const events = (userId: string) =>
  auditEvents(site, { targetUserId: userId, action: 'Connections.SetRoles' }, 'actor', 'details');

test('A group is known from the first login on, its members have the roles that it is mapped to, and lose them with it', async () => {
  const name = `desk ${randomUUID()}`;
  const member = await linked();
  await come(member.sub, { teams: [name, 'others'] });
  expect(await rolesOf(member)).toEqual(['Member']);
  expect(await groupNamed(name)).toMatchObject({ members: 1, roles: [], connection: expect.any(String) as string });
  expect((await map(name, ['Support'])).status).toBe(200);
  expect(await rolesOf(member)).toEqual(['Member', 'Support']);
  const second = await linked();
  await come(second.sub, { teams: name });
  expect(await rolesOf(second)).toEqual(['Member', 'Support']);
  expect(await events(second.userId)).toMatchObject([{ details: { given: ['Support'], taken: [] } }]);

  // Missing groups are not an empty list, and too many groups can't be read.
  for (const claims of [
    {},
    { teams: null },
    { _claim_names: { teams: 'src1' } },
    { teams: Array.from({ length: 1501 }, (_, index) => String(index)) },
  ]) {
    await come(member.sub, claims);
    expect(await rolesOf(member)).toEqual(['Member', 'Support']);
  }
  await come(member.sub, { teams: [] });
  expect(await rolesOf(member)).toEqual(['Member']);
  expect(await groupNamed('others')).toBeUndefined();
  expect(await groupNamed(name)).toMatchObject({ members: 1 });

  // The provider no longer sends the group: it stays while it is mapped, and is deleted with what it grants.
  await come(second.sub, { teams: [] });
  expect(await groupNamed(name)).toMatchObject({ members: 0, roles: ['Support'] });
  expect((await map(name, [])).body).toMatchObject({ roles: [] });
  expect(await groupNamed(name)).toBeUndefined();
});

test('No login grants what the map can’t grant, and the map does not revoke a user’s own role', async () => {
  const name = `admins ${randomUUID()}`;
  const member = await linked();
  await come(member.sub, { teams: [name] });
  expect((await map(name, ['SystemAdministration'])).status).toBe(400);
  const { groupId } = (await groupNamed(name))!;
  await grantByGroup(site, groupId, 'SystemAdministration');
  await come(member.sub, { teams: [name, 'another'] });
  expect(await rolesOf(member)).toEqual(['Member']);
  expect((await map(name, ['Member'])).status).toBe(200);
  await come(member.sub, { teams: [] });
  expect(await rolesOf(member)).toEqual(['Member']);
});

test('A first login, which its owner proves, grants the roles; they are revoked with the link', async () => {
  const name = `first ${randomUUID()}`;
  await come((await linked()).sub, { teams: [name] });
  await map(name, ['Support']);
  const email = `${randomUUID()}@${DOMAIN}`;
  const member = await newMember(site, { email, organisation: ORGANISATION });
  const client = await come(randomUUID(), { email, email_verified: true, teams: [name] });
  await client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
  await arrive(client, '/sso/finish');
  expect(await rolesOf(member)).toEqual(['Member', 'Support']);
  const [identity] = (await client.ok('Security.Identities')).identities;
  await client.ok('Security.Unlink', { identityId: identity!.identityId });
  expect(await rolesOf(member)).toEqual(['Member']);
});

test('Deleting the connection deletes its groups, and revokes what they have granted', async () => {
  const doomed = await addConnection(site, { issuer: rogue.issuer }, ORGANISATION);
  await doomed.enable(true);
  const name = `doomed ${randomUUID()}`;
  const member = await linked(doomed);
  await come(member.sub, { groups: [name] }, doomed);
  await map(name, ['Support']);
  expect(await rolesOf(member)).toEqual(['Member', 'Support']);
  await doomed.enable(false);
  await doomed.administrator.ok('Connections.Delete', { ...ids, connectionId: doomed.connectionId });
  expect(await rolesOf(member)).toEqual(['Member']);
});

describe('The dry run', () => {
  async function dryRun(sub: string, claims: object) {
    const { administrator, connectionId } = connection;
    const { address } = await administrator.ok('Connections.Test', { ...ids, connectionId });
    await logIn({ sub, ...claims }, { client: administrator, query: new URL(address!, site.url).search });
    return (await administrator.ok('Connections.Attempts', { ...ids, connectionId }))[0]!.groups;
  }

  test('shows roles gained and lost, and changes nothing', async () => {
    const [kept, gained] = [`kept ${randomUUID()}`, `gained ${randomUUID()}`];
    const member = await linked();
    await come(member.sub, { teams: [kept] });
    await map(kept, ['Support']);
    await come((await linked()).sub, { teams: [gained] });
    await map(gained, ['SubscriberAdministration']);
    expect(await dryRun(member.sub, { teams: [gained, 'unknown'] })).toEqual({
      state: 'read',
      gains: ['SubscriberAdministration'],
      loses: ['Support'],
    });
    expect(await rolesOf(member)).toEqual(['Member', 'Support']);
    expect(await groupNamed('unknown')).toBeUndefined();
    expect(await dryRun(member.sub, {})).toMatchObject({ state: 'absent', loses: [] });
    expect(await dryRun(member.sub, { _claim_names: { teams: 'src1' } })).toMatchObject({ state: 'overage', loses: [] });
  });
});

test('Where the directory sends groups, they count alone', async () => {
  const directorys = await addConnection(site, { issuer: rogue.issuer }, 'Saint-Étienne Mutuelle');
  await directorys.enable(true);
  const member = await linkedMember(site, directorys, rogue.issuer, undefined, 'Saint-Étienne Mutuelle');
  const name = `clerks ${randomUUID()}`;
  await come(member.sub, { groups: [name] }, directorys);
  const groups = () =>
    directorys.administrator.ok('Provisioning.Groups', { organisationPublicId: directorys.organisationPublicId });
  const [group] = (await groups()).groups;
  await directorys.administrator.ok('Provisioning.MapGroup', {
    organisationPublicId: directorys.organisationPublicId,
    groupId: group!.groupId,
    body: { roles: ['Support'] },
  });
  expect(await rolesOf(member)).toEqual(['Member', 'Support']);
  await connectDirectory(site, 'Saint-Étienne Mutuelle');
  await come(member.sub, { groups: [name] }, directorys);
  expect(await rolesOf(member)).toEqual(['Member']);
});

test('SAML has its own names for groups, and for too many of them', () => {
  const saml = { kind: 'saml', groups_claim: 'groups' } as const;
  expect(groupsOf(saml, { 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'one' })).toEqual({
    state: 'read',
    names: ['one'],
  });
  expect(groupsOf(saml, { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.windows.net/x' }).state).toBe(
    'overage',
  );
  expect(groupsOf({ kind: 'openid', groups_claim: null }, { groups: ['one'] }).state).toBe('absent');
  expect(groupsOf({ kind: 'openid', groups_claim: '__proto__' }, { groups: ['one'] }).state).toBe('absent');
});
