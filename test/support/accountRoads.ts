/**
 * The roads on which an account comes into being or comes into other hands, by act: who has their hand in it, and how the road does it.
 * A new road belongs here; the tests in `test/server/accounts` walk the table.
 */
import { randomUUID } from 'node:crypto';
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import type { OperationKind } from '../../api/contract/actions.ts';
import {
  DIRECTORYS,
  DOMAIN,
  GROUPS_CLAIM,
  insist,
  logInAtProvider,
  manage,
  mapGroup,
  mappedGroup,
  PROVIDERS,
  sentUser,
  SUBSCRIBER,
  syncList,
  syncRow,
  withApproval,
  type Part,
  type Scene,
} from './accountScene.ts';
import { createClient, type Client } from './client.ts';
import { eventually } from './eventually.ts';
import { awaitImport, readForeignFile } from './foreignImports.ts';
import { DEMO_PASSWORD, logInAs } from './logInAs.ts';
import { awaitMail } from './mails.ts';
import { linkOf } from './recovery.ts';
import { arrive } from './rogueProvider.ts';
import { expecting } from './scim/directory.ts';
import { newMember, type SsoMember } from './sso.ts';

interface Road {
  /** Administrators who have the account in their hands by this act. */
  readonly authors: readonly Part[];
  /** @returns the account's id */
  readonly act: (scene: Scene) => Promise<string>;
}

const PASSWORD = 'Tall-ships-9';
const byDirectory: readonly Part[] = ['keyMaker'];
const byMappedGroup: readonly Part[] = ['keyMaker', 'mapper'];
const byProvider: readonly Part[] = ['enabler', 'creator'];

const inDirectory = async (scene: Scene): Promise<SsoMember> => {
  const member = await newMember(scene.site, { organisation: DIRECTORYS });
  await manage(scene, member);
  return member;
};
const disabledAdministrator = async (scene: Scene, member: Promise<SsoMember>): Promise<SsoMember> => {
  const made = await member;
  await scene.site.database.query(`UPDATE users SET roles = ARRAY[$2], enabled = false WHERE user_id = $1`, [
    made.userId,
    SUBSCRIBER,
  ]);
  await scene.site.database.query(`INSERT INTO mapped_users (user_id, roles, former_roles) VALUES ($1, ARRAY[$2], '{}')`, [
    made.userId,
    SUBSCRIBER,
  ]);
  await scene.site.database.query(`UPDATE scim_users SET active = false WHERE user_id = $1`, [made.userId]);
  return made;
};
const enrolled = async ({ site }: Scene): Promise<SsoMember> => {
  const member = await newMember(site, { organisation: DIRECTORYS });
  await site.database.query(`UPDATE users SET mfa_secret = 'x', mfa_enrolled_at = now() WHERE user_id = $1`, [member.userId]);
  return member;
};
/** Makes the account one that logs in by its password. @returns its id */
const withoutMfa = async ({ site }: Scene, userId: string): Promise<string> => {
  await site.database.query(
    `UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL, mfa_required_override = NULL WHERE user_id = $1`,
    [userId],
  );
  return userId;
};
const operations = (path: string | undefined, value: unknown, op = 'replace') => ({ Operations: [{ op, path, value }] });
const idOf = async ({ site }: Scene, email: string) =>
  (await site.database.row<{ userId: string }>(`SELECT user_id AS "userId" FROM users WHERE email = $1`, [email])).userId;

/** Changes an address as an administrator asks for, and as the link that is mailed to it confirms. */
export async function confirmNewAddress(scene: Scene, { userName }: Pick<SsoMember, 'userName'>, email: string): Promise<void> {
  const { clients, site } = scene;
  const { version } = await clients.sysadmin.ok('Users.User', { userName });
  const body = { version, email };
  await insist(
    withApproval(clients.sysadmin, clients.approver, (client, reason) => client.call('Users.Patch', { userName, body, reason })),
  );
  const mail = await awaitMail(site, ({ to, links }) => to[0] === email && links.some((link) => link.includes('/ConfirmEmail')));
  await createClient(site).ok('Users.ConfirmEmail', { body: linkOf(mail) });
}

/** Finishes the bulk operation that this client has started. */
export async function bulk(
  { clients }: Scene,
  by: Client,
  kind: OperationKind,
  userIds: string[],
  args: ActionArgs = {},
): Promise<void> {
  const reason = 'Asked for in ticket 12';
  const { operationId, state } = await by.ok('Operations.Start', { body: { kind, userIds, ...args }, reason });
  if (state === 'awaitingApproval') await clients.approver.ok('Approvals.Approve', { requestId: operationId });
  await eventually('the end of the operation', async () => (await by.ok('Operations.Get', { operationId })).state === 'done');
}

async function linkInSession(scene: Scene, { userName }: SsoMember, sub: string): Promise<void> {
  const client = await logInAs(scene.site, userName);
  const { address } = await client.ok('Security.Link', { connectionId: scene.connectionId });
  const query = new URL(address, scene.site.url).search;
  await logInAtProvider(scene, { sub }, { client, query });
}

/** @returns the id of a member that the act must have linked. @throws Error if it has not */
async function linked({ site }: Scene, { userId }: SsoMember): Promise<string> {
  const links = await site.database.query(`SELECT FROM identities WHERE user_id = $1`, [userId]);
  if (links.length !== 1) throw new Error('The account is not linked');
  return userId;
}

export const roads: Readonly<Record<string, Readonly<Record<string, Road>>>> = {
  'is made': {
    'on the screen': {
      authors: ['sysadmin'],
      async act(scene) {
        const { clients, organisationIds } = scene;
        const userName = `made_${randomUUID().slice(0, 8)}`;
        const account = {
          userName,
          email: `${userName}@made.example`,
          firstName: 'Made',
          lastName: 'Forthis',
          password: PASSWORD,
        };
        const body = { ...account, organisationPublicId: organisationIds[DIRECTORYS], roles: [SUBSCRIBER] };
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) => client.call('Users.Create', { body, reason })),
        );
        return idOf(scene, account.email);
      },
    },
    'by an invitation': {
      authors: ['inviter'],
      async act({ clients, site }) {
        const email = `${randomUUID()}@invited.example`;
        const invitation = { email, firstName: 'Made', lastName: 'Forthis', roles: ['Member'] };
        const { userId } = await clients.inviter.ok('Invite.CreateUser', { body: invitation });
        await clients.inviter.ok('Invite.SendEmail', { body: { userIds: [userId], message: 'Welcome' } });
        const link = linkOf(await awaitMail(site, ({ to, links }) => to[0] === email && links.length > 0));
        const guest = createClient(site);
        await guest.ok('Invite.Receive', { body: link });
        const names = { userName: `made_${randomUUID().slice(0, 8)}`, firstName: 'Made', lastName: 'Forthis' };
        await guest.ok('Invite.Accept', { userId, body: { ...names, password: PASSWORD, confirmPassword: PASSWORD } });
        return userId;
      },
    },
    'by a list': {
      authors: ['sysadmin'],
      async act(scene) {
        const userName = `made_${randomUUID().slice(0, 8)}`;
        const names = {
          userName,
          externalId: userName,
          email: `${userName}@made.example`,
          firstName: 'Made',
          lastName: 'Forthis',
        };
        const organisationPublicId = scene.organisationIds[DIRECTORYS];
        await syncList(scene, [{ ...names, organisationPublicId, enabled: true, roles: ['Member'] }]);
        return idOf(scene, names.email);
      },
    },
    'by a file of another system': {
      authors: ['sysadmin', 'approver'],
      async act(scene) {
        const { clients, organisationIds } = scene;
        const userName = `made_${randomUUID().slice(0, 8)}`;
        const read = await readForeignFile(clients.sysadmin, `email,login\n${userName}@made.example,${userName}\n`);
        const body = { ...read.choices, organisationId: organisationIds[DIRECTORYS] };
        await clients.sysadmin.ok('Imports.Choose', { ...read, body });
        // Whoever has chosen the file knows its passwords, whoever starts it.
        await clients.approver.ok('Imports.Start', read);
        await awaitImport(clients.approver, read.importId, 'done');
        return idOf(scene, `${userName}@made.example`);
      },
    },
    'by the directory': {
      authors: byDirectory,
      act: async ({ directory }) => (await expecting(201, directory.send('POST', '/Users', sentUser()))).id,
    },
    'by the directory, a second time': {
      authors: byDirectory,
      async act(scene) {
        const { directory, site } = scene;
        const sent = sentUser();
        const { id } = await expecting(201, directory.send('POST', '/Users', sent));
        await directory.send('DELETE', `/Users/${id}`);
        await site.database.query(`DELETE FROM sponsorships WHERE user_id = $1`, [id]);
        return (await expecting(201, directory.send('POST', '/Users', sent))).id;
      },
    },
    'by a first login at the provider': {
      authors: byProvider,
      async act(scene) {
        const email = `${randomUUID()}@${DOMAIN}`;
        await logInAtProvider(scene, {
          sub: randomUUID(),
          email,
          email_verified: true,
          given_name: 'Made',
          family_name: 'There',
        });
        return idOf(scene, email);
      },
    },
  },
  'is promoted': {
    'on the screen': {
      authors: ['sysadmin'],
      async act({ clients, site }) {
        const { userName, userId } = await newMember(site, { organisation: DIRECTORYS });
        const body = { roles: [SUBSCRIBER] };
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) =>
            client.call('Roles.SetUser', { userName, body, reason }),
          ),
        );
        return userId;
      },
    },
    'by a bulk operation': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userId } = await newMember(scene.site, { organisation: DIRECTORYS });
        await bulk(scene, scene.clients.sysadmin, 'giveRole', [userId], { roleName: SUBSCRIBER });
        return userId;
      },
    },
    'as a new member of a mapped group': {
      authors: byMappedGroup,
      async act(scene) {
        const { userId } = await inDirectory(scene);
        const group = await mappedGroup(scene);
        await expecting(
          204,
          scene.directory.send('PATCH', `/Groups/${group.id}`, operations('members', [{ value: userId }], 'add')),
        );
        return userId;
      },
    },
    'as a member of a mapped group that is replaced': {
      authors: byMappedGroup,
      async act(scene) {
        const { userId } = await inDirectory(scene);
        const { id, displayName } = await mappedGroup(scene);
        await expecting(200, scene.directory.send('PUT', `/Groups/${id}`, { displayName, members: [{ value: userId }] }));
        return userId;
      },
    },
    'by a new map': {
      authors: byMappedGroup,
      async act(scene) {
        const { userId } = await inDirectory(scene);
        await mappedGroup(scene, [userId]);
        return userId;
      },
    },
    'by the groups that the provider names': {
      authors: [...byProvider, 'claimMapper'],
      async act(scene) {
        const { clients, organisationIds, site } = scene;
        const name = `heads ${randomUUID()}`;
        const organisationPublicId = organisationIds[PROVIDERS];
        // Links that their owners have proven: no other serves an administrator.
        const come = async () => {
          const [member, sub] = [await newMember(site, { organisation: PROVIDERS }), randomUUID()];
          await linkInSession(scene, member, sub);
          await logInAtProvider(scene, { sub, [GROUPS_CLAIM]: [name] });
          return member.userId;
        };
        await come();
        const { groups } = await clients.claimMapper.ok('Provisioning.Groups', { organisationPublicId });
        const { groupId } = groups.find(({ displayName }) => displayName === name)!;
        await mapGroup(clients, clients.claimMapper, { organisationPublicId, groupId }, [SUBSCRIBER]);
        return come();
      },
    },
  },
  'is enabled as an administrator': {
    'on the screen': {
      authors: ['sysadmin'],
      async act(scene) {
        const { clients } = scene;
        const { userName, userId } = await disabledAdministrator(scene, newMember(scene.site, { organisation: DIRECTORYS }));
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) =>
            client.call('Users.Enable', { userName, enabled: true, reason }),
          ),
        );
        return userId;
      },
    },
    'by a bulk operation': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userId } = await disabledAdministrator(scene, newMember(scene.site, { organisation: DIRECTORYS }));
        await bulk(scene, scene.clients.sysadmin, 'enable', [userId]);
        return userId;
      },
    },
    'by the directory’s PATCH': {
      authors: byDirectory,
      async act(scene) {
        const { userId } = await disabledAdministrator(scene, inDirectory(scene));
        await expecting(200, scene.directory.send('PATCH', `/Users/${userId}`, operations('active', true)));
        return userId;
      },
    },
    'by the directory’s PUT': {
      authors: byDirectory,
      async act(scene) {
        const { userId } = await disabledAdministrator(scene, inDirectory(scene));
        const { body } = await scene.directory.send('GET', `/Users/${userId}`);
        await expecting(200, scene.directory.send('PUT', `/Users/${userId}`, { ...body, active: true }));
        return userId;
      },
    },
  },
  'gets another address': {
    'on the screen, and confirms it': {
      authors: ['sysadmin'],
      async act(scene) {
        const member = await newMember(scene.site, { organisation: DIRECTORYS });
        await confirmNewAddress(scene, member, `${randomUUID()}@moved.example`);
        return member.userId;
      },
    },
    'by a list': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userName, userId } = await newMember(scene.site, { organisation: DIRECTORYS });
        await syncList(scene, [await syncRow(scene, userName)]);
        await syncList(scene, [await syncRow(scene, userName, { email: `${randomUUID()}@moved.example` })]);
        return userId;
      },
    },
    'by the directory’s PATCH': {
      authors: byDirectory,
      async act(scene) {
        const { userId } = await inDirectory(scene);
        const value = `${randomUUID()}@moved.example`;
        await expecting(
          200,
          scene.directory.send('PATCH', `/Users/${userId}`, operations('emails[type eq "work"].value', value)),
        );
        return userId;
      },
    },
    'by the directory’s PUT': {
      authors: byDirectory,
      async act(scene) {
        const { userId } = await inDirectory(scene);
        const { body } = await scene.directory.send('GET', `/Users/${userId}`);
        const emails = [{ value: `${randomUUID()}@moved.example`, type: 'work', primary: true }];
        await expecting(200, scene.directory.send('PUT', `/Users/${userId}`, { ...body, emails }));
        return userId;
      },
    },
  },
  'is reset': {
    'on the screen': {
      authors: ['sysadmin'],
      async act({ clients, site }) {
        const { userName, userId } = await newMember(site, { organisation: DIRECTORYS });
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) =>
            client.call('Users.ResetAuthentication', { userName, type: 'All', reason }),
          ),
        );
        return userId;
      },
    },
    'by a bulk operation': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userId } = await enrolled(scene);
        await bulk(scene, scene.clients.sysadmin, 'resetMfa', [userId]);
        return withoutMfa(scene, userId);
      },
    },
  },
  'gets a recovery code': {
    'on the screen': {
      authors: ['sysadmin'],
      async act(scene) {
        const { clients } = scene;
        const { userId } = await enrolled(scene);
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) =>
            client.call('Mfa.RecoveryFor', { userId, reason }),
          ),
        );
        return withoutMfa(scene, userId);
      },
    },
  },
  'is moved into the organisation': {
    'on the screen': {
      authors: ['sysadmin'],
      async act({ clients, site, organisationIds }) {
        const { userName, userId } = await newMember(site, { organisation: PROVIDERS });
        const { version } = await clients.sysadmin.ok('Users.User', { userName });
        const body = { version, organisationPublicId: organisationIds[DIRECTORYS] };
        await insist(
          withApproval(clients.sysadmin, clients.approver, (client, reason) =>
            client.call('Users.Patch', { userName, body, reason }),
          ),
        );
        return userId;
      },
    },
    'by a bulk operation': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userId } = await newMember(scene.site, { organisation: PROVIDERS });
        const organisationPublicId = scene.organisationIds[DIRECTORYS];
        await bulk(scene, scene.clients.sysadmin, 'move', [userId], { organisationPublicId });
        return userId;
      },
    },
    'by a list': {
      authors: ['sysadmin'],
      async act(scene) {
        const { userName, userId } = await newMember(scene.site, { organisation: PROVIDERS });
        await syncList(scene, [await syncRow(scene, userName)]);
        await scene.site.database.query(`DELETE FROM sponsorships WHERE user_id = $1`, [userId]);
        await syncList(scene, [await syncRow(scene, userName, { organisationPublicId: scene.organisationIds[DIRECTORYS] })]);
        return userId;
      },
    },
  },
  'is linked': {
    'in a session': {
      authors: byProvider,
      async act(scene) {
        const member = await newMember(scene.site, { organisation: PROVIDERS });
        await linkInSession(scene, member, randomUUID());
        return linked(scene, member);
      },
    },
    'at a login whose owner proves the account': {
      authors: byProvider,
      async act(scene) {
        const member = await newMember(scene.site, { organisation: PROVIDERS, email: `${randomUUID()}@${DOMAIN}` });
        const { client } = await logInAtProvider(scene, { sub: randomUUID(), email: member.email, email_verified: true });
        await client.ok('Login.Login', { body: { userName: member.userName, password: DEMO_PASSWORD } });
        await arrive(client, '/sso/finish');
        return linked(scene, member);
      },
    },
    'as the directory has sent the subject': {
      authors: byProvider,
      async act(scene) {
        const member = await newMember(scene.site, { organisation: PROVIDERS });
        const sub = await manage(scene, member);
        await logInAtProvider(scene, { sub });
        return linked(scene, member);
      },
    },
  },
};
