/** An organisation keeps its last enabled administrator, whatever would take them away, unless a system administrator does. */
import { randomUUID } from 'node:crypto';
import { logInAtProvider, newConnection, SUBSCRIBER, useAccountScene } from '../../support/accountScene.ts';
import { setRoles } from '../../support/changeUser.ts';
import type { Answer as CallAnswer } from '../../support/client.ts';
import type { Answer } from '../../support/scim/directory.ts';
import {
  administratorsByGroup,
  administratorsLeft,
  clientsOf,
  newOrganisation,
  type GroupsAdministrators,
} from '../../support/smallOrganisation.ts';
import { newMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const scene = useAccountScene(site);
const left = (organisationId: string) => administratorsLeft(site, organisationId);

const patch = (...operations: readonly object[]) => ({ Operations: operations });

/** Requests of a directory that would take an administrator by its group away. */
const requests: Readonly<Record<string, (where: GroupsAdministrators, id: string) => Promise<Answer>>> = {
  'deactivates the user': ({ directory }, id) =>
    directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
  'deactivates the user in Entra’s dialect': ({ directory }, id) =>
    directory.send('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' })),
  'deactivates the user without a path': ({ directory }, id) =>
    directory.send('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: false } })),
  'puts the user as inactive': async ({ directory }, id) => {
    const { body } = await directory.send('GET', `/Users/${id}`);
    return directory.send('PUT', `/Users/${id}`, { ...body, active: false });
  },
  'deletes the user': ({ directory }, id) => directory.send('DELETE', `/Users/${id}`),
  'removes the user from the group': ({ directory, groupId }, id) =>
    directory.send('PATCH', `/Groups/${groupId}`, patch({ op: 'remove', path: `members[value eq "${id}"]` })),
  'removes all members of the group': ({ directory, groupId }) =>
    directory.send('PATCH', `/Groups/${groupId}`, patch({ op: 'remove', path: 'members' })),
  'replaces the members of the group by none': ({ directory, groupId }) =>
    directory.send('PATCH', `/Groups/${groupId}`, patch({ op: 'replace', path: 'members', value: [] })),
  'puts the group without members': ({ directory, groupId, displayName }) =>
    directory.send('PUT', `/Groups/${groupId}`, { displayName, members: [] }),
  'deletes the group': ({ directory, groupId }) => directory.send('DELETE', `/Groups/${groupId}`),
};

describe('A directory', () => {
  test.each(Object.entries(requests))('that %s does not take the last administrator away', async (_what, send) => {
    const where = await administratorsByGroup(scene(), 1);
    expect(await left(where.organisationPublicId)).toBe(1);
    const { status, body } = await send(where, where.ids[0]!);
    expect(await left(where.organisationPublicId)).toBe(1);
    expect([403, 409]).toContain(status);
    // RFC 7644 has values of scimType for 400 and 409 alone.
    expect(body).toMatchObject({
      detail: expect.stringMatching(/administrator/i) as string,
      ...(status === 409 && { scimType: expect.any(String) as string }),
    });
  });

  test.each(Object.entries(requests).slice(6))('that %s does not take the last two away at once', async (_what, send) => {
    const where = await administratorsByGroup(scene(), 2);
    await send(where, where.ids[0]!);
    expect(await left(where.organisationPublicId)).toBeGreaterThanOrEqual(1);
  });

  test.each(Object.entries(requests).slice(0, 6))('that %s takes one of two away', async (_what, send) => {
    const where = await administratorsByGroup(scene(), 2);
    expect((await send(where, where.ids[0]!)).status).toBeLessThan(300);
    expect(await left(where.organisationPublicId)).toBe(1);
  });

  test.each([
    ['is disabled', 'enabled = false'],
    ['has not accepted the invitation', 'registered_at = NULL, user_name = NULL'],
    ['is a member', `roles = '{Member}'`],
  ])('finds no other administrator in a user who %s', async (_what, state) => {
    const where = await administratorsByGroup(scene(), 1);
    const { userId } = await newMember(site, { organisation: where.name });
    await setRoles(site, userId, [SUBSCRIBER]);
    await site.database.query(`UPDATE users SET ${state} WHERE user_id = $1`, [userId]);
    await requests['deletes the user']!(where, where.ids[0]!);
    expect(await left(where.organisationPublicId)).toBe(1);
  });
});

describe('The last administrator', () => {
  const LAST = { status: 409, problem: { code: 'LastAdministrator' } };

  /** An administrator by a group that the provider names, linked with it. */
  async function byClaim() {
    const { organisationPublicId, name } = await newOrganisation(site);
    const { clients } = scene();
    const connectionId = await newConnection({ ...scene(), organisationId: organisationPublicId }, { groupsClaim: 'teams' });
    const member = await newMember(site, { organisation: name });
    const sub = randomUUID();
    const group = `heads ${randomUUID()}`;
    // A promotion ends a link that its owner has not proven.
    const [linking] = await clientsOf(site, member.userId);
    const { address } = await linking!.ok('Security.Link', { connectionId });
    const query = new URL(address, site.url).search;
    await logInAtProvider(scene(), { sub }, { at: connectionId, client: linking!, query });
    await logInAtProvider(scene(), { sub, teams: [group] }, { at: connectionId });
    const { groups } = await clients.sysadmin.ok('Provisioning.Groups', { organisationPublicId });
    const { groupId } = groups.find(({ displayName }) => displayName === group)!;
    await clients.sysadmin.ok('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: [SUBSCRIBER] } });
    expect(await left(organisationPublicId)).toBe(1);
    const [own] = await clientsOf(site, member.userId);
    return { ...member, own: own!, sub, connectionId, organisationPublicId, groupId };
  }
  type ByClaim = Awaited<ReturnType<typeof byClaim>>;

  test.each<[string, unknown]>([
    ['no groups', []],
    ['another group', ['others']],
    ['the group in capitals', ['HEADS']],
  ])('stays when the provider names %s at a login', async (_what, teams) => {
    const { sub, connectionId, organisationPublicId } = await byClaim();
    await logInAtProvider(scene(), { sub, teams }, { at: connectionId });
    expect(await left(organisationPublicId)).toBe(1);
  });

  test.each<[string, (last: ByClaim) => Promise<CallAnswer<unknown>>]>([
    [
      'change the map of the own group',
      ({ own, organisationPublicId, groupId }) =>
        own.call('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: [] } }),
    ],
    [
      'map the own group to another role',
      ({ own, organisationPublicId, groupId }) =>
        own.call('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: ['Member'] } }),
    ],
    [
      'delete the connection that grants the role',
      async ({ own, organisationPublicId, connectionId }) => {
        await own.ok('Connections.Enable', { organisationPublicId, connectionId, enabled: false });
        return own.call('Connections.Delete', { organisationPublicId, connectionId });
      },
    ],
    [
      'unlink the login that grants the role',
      async ({ own }) => {
        const [identity] = (await own.ok('Security.Identities')).identities;
        return own.call('Security.Unlink', { identityId: identity!.identityId });
      },
    ],
  ])('can’t %s', async (_what, act) => {
    const last = await byClaim();
    expect([await act(last), await left(last.organisationPublicId)]).toMatchObject([LAST, 1]);
  });

  test('stays when the directory releases its users', async () => {
    const { organisationPublicId } = await administratorsByGroup(scene(), 1);
    await scene().clients.sysadmin.ok('Provisioning.Release', { organisationPublicId });
    expect(await left(organisationPublicId)).toBe(1);
  });

  test.each<[string, (userName: string, where: GroupsAdministrators) => Promise<unknown>]>([
    ['disable', (userName) => scene().clients.sysadmin.ok('Users.Enable', { userName, enabled: false })],
    ['demote', (userName) => scene().clients.sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member'] } })],
    [
      'map the group of',
      (_userName, { organisationPublicId, groupId }) =>
        scene().clients.sysadmin.ok('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: [] } }),
    ],
  ])('is one that a system administrator can %s', async (what, act) => {
    const where = await administratorsByGroup(scene(), 1);
    const { userName } = await site.database.row<{ userName: string }>(
      `UPDATE users SET roles = ARRAY[$2] WHERE user_id = $1 RETURNING user_name AS "userName"`,
      [where.ids[0], SUBSCRIBER],
    );
    if (what !== 'map the group of') await site.database.query(`DELETE FROM mapped_users WHERE user_id = $1`, [where.ids[0]]);
    await act(userName, where);
    expect(await left(where.organisationPublicId)).toBe(0);
  });
});
