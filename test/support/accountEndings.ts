/** Acts that end what opens an account, by road, with what each must end and must leave; the tests of `test/server/accounts` walk the table. */
import { randomUUID } from 'node:crypto';
import { bulk, confirmNewAddress } from './accountRoads.ts';
import {
  DIRECTORYS,
  GROUPS_CLAIM,
  logInAtProvider,
  mapGroup,
  mappedGroup,
  PROVIDERS,
  SUBSCRIBER,
  syncList,
  syncRow,
  useAccountScene,
  type Scene,
} from './accountScene.ts';
import { admin } from './admin.ts';
import { createClient } from './client.ts';
import { DEMO_PASSWORD } from './logInAs.ts';
import { awaitMail, type Mail } from './mails.ts';
import { openAccount, openerConnections, openers, type Connections, type OpenAccount, type Opener } from './openers.ts';
import { confirmLink, linkOf, NEW_PASSWORD, newPassword, requestLink } from './recovery.ts';
import { expecting } from './scim/directory.ts';
import type { TestServer } from './server.ts';

export interface Ending {
  readonly ends: readonly Opener[];
  /** Openers that the act must leave. */
  readonly leaves?: readonly Opener[];
  /** Whether the directory manages the account. */
  readonly managed?: boolean;
  readonly at?: typeof DIRECTORYS | typeof PROVIDERS;
  /** Another road to a write that one in `npm test` reaches: left to the extended tests. */
  readonly again?: boolean;
  readonly act: (account: OpenAccount, scene: Scene, at: Connections) => Promise<unknown>;
}

const without = (...left: readonly Opener[]): Opener[] => openers.filter((opener) => !left.includes(opener));
const credentials = ['password', 'authenticator', 'recoveryCodes', 'passkey'] as const satisfies Opener[];
const everyAccess = without(...credentials, 'rememberedBrowser', 'linkAtFirstLogin');

const disables = {
  ends: [...everyAccess, 'rememberedBrowser'],
  leaves: [...credentials, 'linkAtFirstLogin'],
} as const satisfies Pick<Ending, 'ends' | 'leaves'>;
const moves = { ends: [...everyAccess, 'linkAtFirstLogin'] } as const satisfies Pick<Ending, 'ends'>;
const promotes = {
  // The link of the first login stays, and serves the administrator once its owner has proven it.
  ends: ['pendingEmail', 'attemptAwaitingProof', 'attemptToLink'],
  leaves: ['password', 'linkBySession', 'linkByProof'],
} as const satisfies Pick<Ending, 'ends' | 'leaves'>;
const enables = { ...promotes, again: true } as const satisfies Pick<Ending, 'ends' | 'leaves' | 'again'>;
/** As its directory, a list or a group left the account; the statement is no road. */
async function disabledAdministrator({ userId }: OpenAccount, { site }: Scene): Promise<void> {
  await site.database.query(`UPDATE users SET roles = ARRAY[$2], enabled = false WHERE user_id = $1`, [userId, SUBSCRIBER]);
  await site.database.query(`INSERT INTO mapped_users (user_id, roles, former_roles) VALUES ($1, ARRAY[$2], '{}')`, [
    userId,
    SUBSCRIBER,
  ]);
  await site.database.query(`UPDATE scim_users SET active = false WHERE user_id = $1`, [userId]);
}
/** A name opens nothing. */
const renamed = { again: true, ends: [], leaves: openers } as const satisfies Pick<Ending, 'ends' | 'leaves' | 'again'>;
const newAddress = { ends: ['recoveryLink', 'recoveryGrant', 'pendingEmail'] } as const satisfies Pick<Ending, 'ends'>;

const resetting =
  (type: 'Password' | 'Mfa' | 'Passkeys' | 'All') =>
  ({ userName }: OpenAccount, { clients }: Scene) =>
    clients.sysadmin.ok('Users.ResetAuthentication', { userName, type });
const patching =
  (operations: readonly object[]) =>
  (account: OpenAccount, { directory }: Scene) =>
    expecting(200, directory.send('PATCH', `/Users/${account.userId}`, { Operations: operations }));
const putting =
  (change: object) =>
  async (account: OpenAccount, { directory }: Scene) => {
    const { body } = await directory.send('GET', `/Users/${account.userId}`);
    await expecting(200, directory.send('PUT', `/Users/${account.userId}`, { ...body, ...change }));
  };
const listing =
  (change: object) =>
  async ({ userName }: OpenAccount, where: Scene) => {
    await syncList(where, [await syncRow(where, userName)]);
    await syncList(where, [await syncRow(where, userName, change)]);
  };
const deleting = ({ userId }: OpenAccount, { directory }: Scene) => expecting(204, directory.send('DELETE', `/Users/${userId}`));
const commanding =
  (command: string) =>
  async ({ userName }: OpenAccount, { site }: Scene) => {
    const { code, err } = await admin([command, userName], { DATABASE_URL: site.database.url, DATA_DIR: site.dataDir });
    if (code !== 0) throw new Error(err);
  };
const elsewhere = () => `${randomUUID()}@moved.example`;

/** Acts that take an account out of hands, or whose owner others may not have prepared, by road. */
export const endings: Readonly<Record<string, Ending>> = {
  'disabled on the screen': {
    ...disables,
    act: ({ userName }, { clients }) => clients.sysadmin.ok('Users.Enable', { userName, enabled: false }),
  },
  'disabled by a bulk operation': {
    again: true,
    ...disables,
    act: ({ userId }, where) => bulk(where, where.clients.sysadmin, 'disable', [userId]),
  },
  'disabled by a list': { ...disables, act: listing({ enabled: false }) },
  'disabled as a list leaves the user out': {
    again: true,
    ...disables,
    act: async ({ userName }, where) => {
      const source = randomUUID();
      await syncList(where, [await syncRow(where, userName)], false, source);
      await syncList(where, [], true, source);
    },
  },
  'disabled by the directory’s PATCH': {
    ...disables,
    managed: true,
    act: patching([{ op: 'replace', path: 'active', value: false }]),
  },
  'disabled by the directory’s PUT': { again: true, ...disables, managed: true, act: putting({ active: false }) },
  'deleted by the directory': {
    ends: [...everyAccess, 'rememberedBrowser', 'linkAtFirstLogin'],
    managed: true,
    act: deleting,
  },
  'created by the directory again, after it has deleted the user': {
    ends: openers,
    managed: true,
    act: async (account, where) => {
      const { body } = await where.directory.send('GET', `/Users/${account.userId}`);
      await deleting(account, where);
      const { id } = await expecting(201, where.directory.send('POST', '/Users', body));
      expect(id).toBe(account.userId);
    },
  },
  'reset, the password': { ends: [...everyAccess, 'rememberedBrowser', 'password'], act: resetting('Password') },
  'reset, MFA': { ends: [...everyAccess, 'rememberedBrowser', 'authenticator', 'recoveryCodes'], act: resetting('Mfa') },
  'reset, MFA, by a bulk operation': {
    again: true,
    ends: [...everyAccess, 'rememberedBrowser', 'authenticator', 'recoveryCodes'],
    act: ({ userId }, where) => bulk(where, where.clients.sysadmin, 'resetMfa', [userId]),
  },
  'reset, MFA, by the operator’s command': {
    again: true,
    ends: [...everyAccess, 'rememberedBrowser', 'authenticator', 'recoveryCodes', 'passkey'],
    act: commanding('reset-mfa'),
  },
  'reset, the passkeys': { ends: [...everyAccess, 'passkey'], act: resetting('Passkeys') },
  'reset, all': { ends: openers, act: resetting('All') },
  'moved on the screen': {
    ...moves,
    act: async ({ userName }, { clients, organisationIds }) => {
      const { version } = await clients.sysadmin.ok('Users.User', { userName });
      await clients.sysadmin.ok('Users.Patch', { userName, body: { version, organisationPublicId: organisationIds[PROVIDERS] } });
    },
  },
  'moved by a bulk operation': {
    again: true,
    ...moves,
    act: ({ userId }, where) =>
      bulk(where, where.clients.sysadmin, 'move', [userId], { organisationPublicId: where.organisationIds[PROVIDERS] }),
  },
  'moved by a list': {
    ...moves,
    act: (account, where) => listing({ organisationPublicId: where.organisationIds[PROVIDERS] })(account, where),
  },
  erased: {
    ends: openers,
    act: async ({ userName }, { clients }) => {
      await clients.sysadmin.ok('Users.Enable', { userName, enabled: false });
      await clients.sysadmin.ok('Users.Erase', { userName });
    },
  },
  'given another password by the owner': {
    ends: ['password', 'session', 'applicationTokens', 'rememberedBrowser', 'recoveryLink', 'recoveryGrant', 'pendingEmail'],
    leaves: ['authenticator', 'passkey', 'linkAtFirstLogin'],
    act: ({ own }) =>
      own.ok('ChangeDetails.ChangePassword', {
        body: { currentPassword: DEMO_PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
      }),
  },
  'given another password by a mailed link': {
    again: true,
    ends: ['password', 'session', 'applicationTokens', 'rememberedBrowser', 'recoveryLink', 'recoveryGrant', 'pendingEmail'],
    leaves: ['linkAtFirstLogin'],
    act: async (account, { site }) => {
      // The link is enough where there is no second factor.
      await site.database.query(`DELETE FROM passkeys WHERE user_id = $1`, [account.userId]);
      await site.database.query(`UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL WHERE user_id = $1`, [
        account.userId,
      ]);
      const client = await confirmLink(site, await requestLink(site, account));
      await client.ok('ChangeDetails.ChangePassword', newPassword());
    },
  },
  'freed of MFA by the owner': {
    again: true,
    ends: ['authenticator', 'recoveryCodes', 'rememberedBrowser', 'session', 'impersonation'],
    leaves: ['password', 'passkey', 'linkAtFirstLogin'],
    act: async ({ own, userId }, { site }) => {
      // The statement is for the code of an authenticator that nothing holds.
      await site.database.query(`UPDATE sessions SET second_factor_proven = true, authenticated_at = now() WHERE user_id = $1`, [
        userId,
      ]);
      await own.ok('Mfa.Disable');
    },
  },
  'enabled as an administrator on the screen': {
    ...enables,
    act: async (account, where) => {
      await disabledAdministrator(account, where);
      await where.clients.sysadmin.ok('Users.Enable', { userName: account.userName, enabled: true });
    },
  },
  'enabled as an administrator by a bulk operation': {
    ...enables,
    act: async (account, where) => {
      await disabledAdministrator(account, where);
      await bulk(where, where.clients.sysadmin, 'enable', [account.userId]);
    },
  },
  'enabled as an administrator by a list': {
    ...enables,
    act: async (account, where) => {
      await disabledAdministrator(account, where);
      await listing({ enabled: true })(account, where);
    },
  },
  'enabled as an administrator by the directory’s PATCH': {
    ...enables,
    managed: true,
    act: async (account, where) => {
      await disabledAdministrator(account, where);
      await patching([{ op: 'replace', path: 'active', value: true }])(account, where);
    },
  },
  'enabled as an administrator by the operator’s command': {
    ...enables,
    act: async (account, where) => {
      await disabledAdministrator(account, where);
      await commanding('make-admin')(account, where);
    },
  },
  'promoted on the screen': {
    ...promotes,
    act: ({ userName }, { clients }) => clients.sysadmin.ok('Roles.SetUser', { userName, body: { roles: [SUBSCRIBER] } }),
  },
  'promoted by a bulk operation': {
    again: true,
    ...promotes,
    act: ({ userId }, where) => bulk(where, where.clients.sysadmin, 'giveRole', [userId], { roleName: SUBSCRIBER }),
  },
  'promoted by a list': { ...promotes, act: listing({ roles: [SUBSCRIBER] }) },
  'promoted by the operator’s command': { again: true, ...promotes, act: commanding('make-admin') },
  'promoted as a new member of a mapped group': {
    again: true,
    ...promotes,
    managed: true,
    act: async ({ userId }, where) => {
      const { id } = await mappedGroup(where);
      const added = { Operations: [{ op: 'add', path: 'members', value: [{ value: userId }] }] };
      await expecting(204, where.directory.send('PATCH', `/Groups/${id}`, added));
    },
  },
  'promoted by a new map': { ...promotes, managed: true, act: ({ userId }, where) => mappedGroup(where, [userId]) },
  'promoted by the groups that the provider names': {
    again: true,
    ...promotes,
    at: PROVIDERS,
    act: async ({ provenSubject, userId }, where, { proof }) => {
      const name = `heads ${randomUUID()}`;
      const { clients, organisationIds, site } = where;
      const organisationPublicId = organisationIds[PROVIDERS];
      const come = () => logInAtProvider(where, { sub: provenSubject, [GROUPS_CLAIM]: [name, randomUUID()] }, { at: proof });
      await come();
      const { groups } = await clients.claimMapper.ok('Provisioning.Groups', { organisationPublicId });
      const { groupId } = groups.find(({ displayName }) => displayName === name)!;
      await site.database.query(`DELETE FROM scim_members WHERE user_id = $1`, [userId]);
      await mapGroup(clients, clients.claimMapper, { organisationPublicId, groupId }, [SUBSCRIBER]);
      await come();
      const { roles } = await site.database.row<{ roles: string[] }>(`SELECT roles FROM users WHERE user_id = $1`, [userId]);
      expect(roles).toContain(SUBSCRIBER);
    },
  },
  'renamed on the screen': {
    ...renamed,
    act: async ({ userName }, { clients }) => {
      const { version } = await clients.sysadmin.ok('Users.User', { userName });
      await clients.sysadmin.ok('Users.Patch', { userName, body: { version, firstName: 'Renata' } });
    },
  },
  'renamed by a list': { ...renamed, act: listing({ firstName: 'Renata' }) },
  'renamed by the directory’s PATCH': {
    ...renamed,
    managed: true,
    act: patching([{ op: 'replace', path: 'name.givenName', value: 'Renata' }]),
  },
  'asked for another address on the screen': {
    again: true,
    ends: [],
    leaves: without('pendingEmail'),
    act: async ({ userName }, { clients }) => {
      const { version } = await clients.sysadmin.ok('Users.User', { userName });
      await clients.sysadmin.ok('Users.Patch', { userName, body: { version, email: elsewhere() } });
    },
  },
  'given back the present address, as the owner refuses another': {
    again: true,
    ends: ['pendingEmail'],
    leaves: without('pendingEmail'),
    act: async ({ userName, email }, { clients, site }) => {
      const { version } = await clients.sysadmin.ok('Users.User', { userName });
      await clients.sysadmin.ok('Users.Patch', { userName, body: { version, email: elsewhere() } });
      const refuse = ({ to, links }: Mail) => to[0] === email && (links[0] ?? '').includes('refuse=true');
      await createClient(site).ok('Users.CancelEmail', { body: linkOf(await awaitMail(site, refuse)) });
    },
  },
  'given another address on the screen, and confirms it': {
    ...newAddress,
    act: (account, where) => confirmNewAddress(where, account, elsewhere()),
  },
  'given another address by a list': { ...newAddress, act: (account, where) => listing({ email: elsewhere() })(account, where) },
  'given another address by the directory’s PATCH': {
    again: true,
    ...newAddress,
    managed: true,
    act: (account, where) =>
      patching([{ op: 'replace', path: 'emails[type eq "work"].value', value: elsewhere() }])(account, where),
  },
  'given another address by the directory’s PUT': {
    again: true,
    ...newAddress,
    managed: true,
    act: (account, where) => putting({ emails: [{ value: elsewhere(), type: 'work', primary: true }] })(account, where),
  },
};

/** The scene with connections for accounts that everything opens. Declares its hooks. */
export function useEndings(site: TestServer) {
  const scene = useAccountScene(site);
  const connections = new Map<string, Connections>();
  beforeAll(async () => {
    for (const organisation of [DIRECTORYS, PROVIDERS] as const)
      connections.set(organisation, await openerConnections(scene(), organisation, GROUPS_CLAIM));
  });
  const open = (at: typeof DIRECTORYS | typeof PROVIDERS, managed: boolean) =>
    openAccount(scene(), connections.get(at)!, { managed });
  const prepare = async ({ managed = false, at = DIRECTORYS, act }: Ending) => {
    const account = await open(at, managed);
    return { account, act: () => act(account, scene(), connections.get(at)!) };
  };
  return {
    scene,
    open,
    /** Makes an account with everything that opens it. */
    prepare,
    /** Makes the account, and acts. @returns what still opens it against the table, and what no longer does */
    async faultsOf(ending: Ending) {
      const { ends, leaves = [] } = ending;
      const { account, act } = await prepare(ending);
      await act();
      const left = await account.stillOpen();
      return {
        survives: ends.filter((opener) => left.includes(opener)),
        lost: leaves.filter((opener) => !left.includes(opener)),
      };
    },
  };
}
