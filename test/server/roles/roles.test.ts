/** Roles: their holders, who may assign which, and that changes take effect at once. */
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { moveToHouse, removeUser, setRoles } from '../../support/changeUser.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { last } from '../../support/facts.ts';
import { authenticatedAgo, sessions } from '../../support/sessions.ts';

const HARBOUR = { organisation: 'Harbour Mutual' };
const HOUSE = { organisation: 'Gatehouse' };
const site = useServer();
let sysadmin: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, subadmin] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'subadmin')];
});

const set = (client: Client, userName: string, ...roles: string[]) => client.call('Roles.SetUser', { userName, body: { roles } });
const countInDatabase = (roleName: string, organisation?: string) =>
  site.database
    .query<{ n: number }>(
      `SELECT count(*)::int AS n FROM users u JOIN organisations o USING (organisation_id) WHERE $1 = ANY (roles) AND o.name = coalesce($2, o.name)`,
      [roleName, organisation ?? null],
    )
    .then(([row]) => row!.n);

describe('The list of roles', () => {
  it('has the number of users in scope for each', async () => {
    for (const [client, organisation] of [
      [sysadmin, undefined],
      [subadmin, 'Harbour Mutual'],
    ] as const)
      for (const { roleName, userCount, administrative } of await client.ok('Roles.List')) {
        expect([roleName, userCount]).toEqual([roleName, await countInDatabase(roleName, organisation)]);
        expect(administrative).toBe(roleName.endsWith('Administration'));
      }
  });

  it('keeps the numbers right while users are created, change role or organisation, and are deleted', async () => {
    const numbers = async () =>
      Object.fromEntries((await sysadmin.ok('Roles.List')).map(({ roleName, userCount }) => [roleName, userCount]));
    const member = await unusedMember(site, HARBOUR);
    const before = await numbers();
    await set(sysadmin, member.userName, 'Support');
    expect(await numbers()).toEqual({ ...before, Member: before.Member! - 1, Support: before.Support! + 1 });
    await moveToHouse(site, member.userId);
    await removeUser(site, member.userId);
    expect(await numbers()).toEqual({ ...before, Member: before.Member! - 1 });
  });

  it('has descriptions in the caller’s language', async () => {
    const german = await logInAs(site, 'subadmin', { headers: { 'Accept-Language': 'de' } });
    expect((await german.ok('Roles.List')).map(({ description }) => description)).toContain(
      'Beantwortet Supportanfragen, liest und exportiert das Audit-Protokoll',
    );
  });
});

describe('A user’s roles', () => {
  it('are readable by the user and their administrators only', async () => {
    const ordinary = await logInAs(site, 'ordinary');
    expect(await ordinary.ok('Roles.Self')).toEqual(['Member']);
    expect(await ordinary.ok('UserRoles.User', { userName: 'ordinary' })).toEqual(['Member']);
    expect(await ordinary.call('UserRoles.User', { userName: 'mfa_user' })).toMatchObject({ status: 404 });
    expect(await ordinary.call('UserRoles.User', { userName: 'no_such_user' })).toMatchObject({ status: 404 });
    expect(await subadmin.ok('Roles.User', { userName: 'ordinary' })).toEqual(['Member']);
    expect(await subadmin.call('Roles.User', { userName: 'second_sub' })).toMatchObject({ status: 404 });
    expect(await sysadmin.ok('Roles.User', { userName: 'second_sub' })).toEqual(['SubscriberAdministration']);
  });

  it('are checked one at a time with a bare true or false', async () => {
    const ask = (client: Client, role: string) =>
      client.raw(`/api/UserRoles/IsSelfAssignedWithRole?role=${encodeURIComponent(role)}`);
    expect(await ask(subadmin, 'SubscriberAdministration')).toMatchObject({ status: 200, text: 'true' });
    for (const role of ['SystemAdministration', 'subscriberadministration', '', 'Member,SubscriberAdministration'])
      expect([role, await ask(subadmin, role)]).toMatchObject([role, { status: 200, text: 'false' }]);
    expect((await subadmin.raw('/api/UserRoles/IsSelfAssignedWithRole?role=a&role=b')).status).toBe(400);
  });
});

describe('Setting roles', () => {
  it('replaces the whole set, without duplicates, in canonical order, and takes effect on the next request', async () => {
    const member = await unusedMember(site, HARBOUR);
    const memberClient = await logInAs(site, member.userName);
    expect((await memberClient.call('Users.Page', {})).status).toBe(403);
    expect((await set(subadmin, member.userName, 'SubscriberAdministration', 'Support', 'Support')).body).toEqual([
      'SubscriberAdministration',
      'Support',
    ]);
    expect((await memberClient.call('Users.Page', {})).status).toBe(200);
    expect((await set(subadmin, member.userName)).body).toEqual([]);
    expect((await memberClient.call('Users.Page', {})).status).toBe(403);
    const events = await auditEvents(site, { action: 'Roles.SetUser', target: member.userName, outcome: 'success' }, 'details');
    expect(events.map(({ details }) => details as unknown)).toEqual([
      { given: ['SubscriberAdministration', 'Support'], taken: ['Member'] },
      { given: [], taken: ['SubscriberAdministration', 'Support'] },
    ]);
  });

  it('to the present set changes nothing', async () => {
    const member = await unusedMember(site, HARBOUR);
    const { version } = await subadmin.ok('Users.User', { userName: member.userName });
    expect((await set(subadmin, member.userName, 'Member')).body).toEqual(['Member']);
    expect(await subadmin.ok('Users.User', { userName: member.userName })).toMatchObject({ version });
  });

  it('is refused for oneself, other organisations, system administrators, and their role', async () => {
    expect(await set(subadmin, 'subadmin', 'SubscriberAdministration', 'Member')).toMatchObject({
      status: 403,
      problem: { code: 'OwnAccount' },
    });
    expect(await set(sysadmin, 'sysadmin', 'SystemAdministration')).toMatchObject({
      status: 403,
      problem: { code: 'OwnAccount' },
    });
    expect(await set(subadmin, 'second_sub', 'Member')).toMatchObject({ status: 404 });
    expect(await set(await logInAs(site, 'ordinary'), 'ordinary', 'SystemAdministration')).toMatchObject({ status: 403 });
    const member = await unusedMember(site, HARBOUR);
    expect(await set(subadmin, member.userName, 'Member', 'SystemAdministration')).toMatchObject({
      status: 403,
      problem: { code: 'Forbidden' },
    });
    await set(sysadmin, member.userName, 'Member', 'SystemAdministration');
    expect(await set(subadmin, member.userName, 'Member')).toMatchObject({ status: 403, problem: { code: 'Forbidden' } });
    expect((await set(sysadmin, member.userName, 'Member')).body).toEqual(['Member']);
  });

  it('refuses unknown roles', async () => {
    for (const role of ['Emperor', 'member', '', '__proto__'])
      expect(await set(sysadmin, 'ordinary', 'Member', role)).toMatchObject({
        status: 400,
        problem: { code: 'Invalid', fields: { roles: expect.any(String) as string } },
      });
    expect(await sysadmin.ok('Roles.User', { userName: 'ordinary' })).toEqual(['Member']);
  });

  it('needs a fresh proof of identity', async () => {
    const client = await logInAs(site, 'subadmin');
    const { sessionId } = await last(sessions(site, { userName: 'subadmin' }, 'sessionId'));
    await authenticatedAgo(site, '31 minutes', sessionId);
    expect(await set(client, 'ordinary', 'Support')).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  });
});

describe('The Support role', () => {
  /** A subscriber administrator of the house organisation who is not a system administrator. */
  async function houseAdmin(): Promise<Client> {
    const { userId, userName } = await unusedMember(site, HOUSE);
    await setRoles(site, userId, ['SubscriberAdministration']);
    return logInAs(site, userName);
  }
  const refused = (code: string) => ({ status: code === 'Invalid' ? 400 : 403, problem: { code } });
  const invitation = (email: string) => ({ email, firstName: 'Sam', lastName: 'Support', roles: ['Support'] });

  it('is assigned and removed by a subscriber administrator in a tenant', async () => {
    const { userName } = await unusedMember(site, HARBOUR);
    expect((await set(subadmin, userName, 'Member', 'Support')).body).toEqual(['Member', 'Support']);
    expect((await set(subadmin, userName, 'Member')).body).toEqual(['Member']);
    expect((await subadmin.call('Invite.CreateUser', { body: invitation('tenant.support@example.net') })).status).toBe(201);
  });

  it('is assigned and removed only by a system administrator in the house organisation, also by invitation', async () => {
    const { userName } = await unusedMember(site, HOUSE);
    const admin = await houseAdmin();
    expect(await set(admin, userName, 'Member', 'Support')).toMatchObject(refused('Forbidden'));
    const { locked } = await admin.ok('UserRoles.Administration', { userName });
    expect(locked.map(({ roleName }) => roleName)).toEqual(['SystemAdministration', 'Support']);
    expect(await admin.call('Invite.CreateUser', { body: invitation('house.support@example.net') })).toMatchObject({
      ...refused('Invalid'),
      problem: { code: 'Invalid', fields: { roles: expect.any(String) as string } },
    });

    const system = await logInAs(site, 'system_only');
    expect((await set(system, userName, 'Member', 'Support')).body).toEqual(['Member', 'Support']);
    expect(await set(admin, userName, 'Member')).toMatchObject(refused('Forbidden'));
    expect((await set(system, userName, 'Member')).body).toEqual(['Member']);
    expect((await system.call('Invite.CreateUser', { body: invitation('house.support@example.net') })).status).toBe(201);
  });

  it('of the house organisation cannot be obtained by taking over the account of a user who has it', async () => {
    const admin = await houseAdmin();
    const userName = 'support_user';
    const { version } = await admin.ok('Users.User', { userName });
    expect(await admin.call('Users.Impersonate', { userName })).toMatchObject(refused('Forbidden'));
    expect(await admin.call('Users.Patch', { userName, body: { version, email: 'mine@example.net' } })).toMatchObject(
      refused('Forbidden'),
    );
    expect(await admin.call('Users.ResetAuthentication', { userName, type: 'All' })).toMatchObject(refused('Forbidden'));
    // If it is assigned during an impersonation of the user, the impersonation ends.
    const member = await unusedMember(site, HOUSE);
    expect((await admin.call('Users.Impersonate', { userName: member.userName })).status).toBe(200);
    await set(sysadmin, member.userName, 'Support');
    expect((await admin.call('Users.AuditReport', {})).status).toBe(401);
  });
});

describe('Assignable and locked roles', () => {
  const administration = (client: Client, userName: string) => client.ok('UserRoles.Administration', { userName });
  const names = (roles: readonly { roleName: string }[]) => roles.map(({ roleName }) => roleName);

  it('are listed, with the reason for each locked one', async () => {
    const { assigned, assignable, locked } = await administration(subadmin, 'ordinary');
    expect([names(assigned), names(assignable)]).toEqual([['Member'], ['SubscriberAdministration', 'Support']]);
    expect(locked).toEqual([{ roleName: 'SystemAdministration', reason: 'Only a system administrator can change this.' }]);
    expect(names((await administration(sysadmin, 'ordinary')).assignable)).toContain('SystemAdministration');
  });

  it('are all locked for oneself', async () => {
    const { assigned, assignable, locked } = await administration(subadmin, 'subadmin');
    expect([names(assigned), assignable, names(locked)]).toEqual([
      ['SubscriberAdministration'],
      [],
      ['SubscriberAdministration', 'SystemAdministration', 'Member', 'Support'],
    ]);
    expect(locked[0]?.reason).toBe('You cannot change your own roles. Ask another administrator.');
  });

  it('agree with the result of setting them', async () => {
    for (const [client, userName] of [
      [subadmin, 'ordinary'],
      [sysadmin, 'ordinary'],
      [subadmin, 'subadmin'],
      [sysadmin, 'second_sub'],
    ] as const) {
      const { assigned, assignable, locked } = await administration(client, userName);
      const now = names(assigned);
      for (const { roleName } of [...assignable, ...locked]) {
        const changed = now.includes(roleName) ? now.filter((role) => role !== roleName) : [...now, roleName];
        const { status } = await set(client, userName, ...changed);
        expect([userName, roleName, status]).toEqual([
          userName,
          roleName,
          assignable.some((role) => role.roleName === roleName) ? 200 : 403,
        ]);
        if (status === 200) await set(client, userName, ...now);
      }
    }
  });
});

describe('The users with a role', () => {
  it('are listed within the caller’s scope', async () => {
    const all = await sysadmin.ok('UserRoles.UsersInRole', { roleName: 'SubscriberAdministration' });
    expect(all).toHaveLength(await countInDatabase('SubscriberAdministration'));
    const memberClient = await subadmin.ok('UserRoles.UsersInRole', { roleName: 'SubscriberAdministration' });
    expect(memberClient).toHaveLength(await countInDatabase('SubscriberAdministration', 'Harbour Mutual'));
    expect(memberClient.map(({ userName }) => userName)).toContain('subadmin');
    expect(await subadmin.call('UserRoles.UsersInRole', { roleName: 'Emperor' })).toMatchObject({ status: 404 });
  });

  it('are listed within one organisation, if it is in scope', async () => {
    const { organisation: foreign } = await (await logInAs(site, 'second_sub')).ok('Users.Self');
    const { organisation: memberClient } = await subadmin.ok('Users.Self');
    const ask = (client: Client, organisationPublicId: string, roleName = 'Member') =>
      client.call('UserRoles.UsersInOrganisationAndRole', { roleName, organisationPublicId });
    expect((await ask(sysadmin, foreign.publicId)).body).toHaveLength(await countInDatabase('Member', 'Northgate Portfolio'));
    expect((await ask(subadmin, memberClient.publicId)).body).toHaveLength(await countInDatabase('Member', 'Harbour Mutual'));
    expect(await ask(subadmin, foreign.publicId)).toMatchObject({ status: 404 });
    expect(await ask(sysadmin, crypto.randomUUID())).toMatchObject({ status: 404 });
    expect(await ask(sysadmin, memberClient.publicId, 'Emperor')).toMatchObject({ status: 404 });
  });
});
