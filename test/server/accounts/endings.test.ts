/** What ends, ends: each act that takes an account out of hands, and everything that opens the account. */
import { randomUUID } from 'node:crypto';
import { bulk, confirmNewAddress } from '../../support/accountRoads.ts';
import {
  DIRECTORYS,
  logInAtProvider,
  mapGroup,
  mappedGroup,
  PROVIDERS,
  SUBSCRIBER,
  syncList,
  syncRow,
  useAccountScene,
  type Scene,
} from '../../support/accountScene.ts';
import { admin } from '../../support/admin.ts';
import { DEMO_PASSWORD } from '../../support/logInAs.ts';
import {
  openAccount,
  openerConnections,
  openers,
  type Connections,
  type OpenAccount,
  type Opener,
} from '../../support/openers.ts';
import { NEW_PASSWORD } from '../../support/recovery.ts';
import { expecting } from '../../support/scim/directory.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '50' } });
const scene = useAccountScene(site);
const CLAIM = 'teams';

const connections = new Map<string, Connections>();
beforeAll(async () => {
  for (const organisation of [DIRECTORYS, PROVIDERS] as const)
    connections.set(organisation, await openerConnections(scene(), organisation, CLAIM));
});

interface Ending {
  readonly ends: readonly Opener[];
  /** Openers that the act must leave. */
  readonly leaves?: readonly Opener[];
  /** Whether the directory manages the account. */
  readonly managed?: boolean;
  readonly at?: typeof DIRECTORYS | typeof PROVIDERS;
  readonly act: (account: OpenAccount, scene: Scene) => Promise<unknown>;
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
  ends: ['pendingEmail', 'attemptAwaitingProof', 'attemptToLink', 'linkAtFirstLogin'],
  leaves: ['password', 'linkBySession', 'linkByProof'],
} as const satisfies Pick<Ending, 'ends' | 'leaves'>;
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
  async ({ userName }: OpenAccount) => {
    const { code, err } = await admin([command, userName], { DATABASE_URL: site.database.url, DATA_DIR: site.dataDir });
    if (code !== 0) throw new Error(err);
  };
const elsewhere = () => `${randomUUID()}@moved.example`;

const endings: Readonly<Record<string, Ending>> = {
  'disabled on the screen': {
    ...disables,
    act: ({ userName }, { clients }) => clients.sysadmin.ok('Users.Enable', { userName, enabled: false }),
  },
  'disabled by a bulk operation': {
    ...disables,
    act: ({ userId }, where) => bulk(where, where.clients.sysadmin, 'disable', [userId]),
  },
  'disabled by a list': { ...disables, act: listing({ enabled: false }) },
  'disabled as a list leaves the user out': {
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
  'disabled by the directory’s PUT': { ...disables, managed: true, act: putting({ active: false }) },
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
    ends: [...everyAccess, 'rememberedBrowser', 'authenticator', 'recoveryCodes'],
    act: ({ userId }, where) => bulk(where, where.clients.sysadmin, 'resetMfa', [userId]),
  },
  'reset, MFA, by the operator’s command': {
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
  'promoted on the screen': {
    ...promotes,
    act: ({ userName }, { clients }) => clients.sysadmin.ok('Roles.SetUser', { userName, body: { roles: [SUBSCRIBER] } }),
  },
  'promoted by a list': { ...promotes, act: listing({ roles: [SUBSCRIBER] }) },
  'promoted by the operator’s command': { ...promotes, act: commanding('make-admin') },
  'promoted as a new member of a mapped group': {
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
    ...promotes,
    at: PROVIDERS,
    act: async ({ provenSubject, userId }, where) => {
      const name = `heads ${randomUUID()}`;
      const { clients, organisationIds } = where;
      const organisationPublicId = organisationIds[PROVIDERS];
      const { proof } = connections.get(PROVIDERS)!;
      const come = () => logInAtProvider(where, { sub: provenSubject, [CLAIM]: [name, randomUUID()] }, { at: proof });
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
  'given another address on the screen, and confirms it': {
    ...newAddress,
    act: (account, where) => confirmNewAddress(where, account, elsewhere()),
  },
  'given another address by a list': { ...newAddress, act: (account, where) => listing({ email: elsewhere() })(account, where) },
  'given another address by the directory’s PATCH': {
    ...newAddress,
    managed: true,
    act: (account, where) =>
      patching([{ op: 'replace', path: 'emails[type eq "work"].value', value: elsewhere() }])(account, where),
  },
  'given another address by the directory’s PUT': {
    ...newAddress,
    managed: true,
    act: (account, where) => putting({ emails: [{ value: elsewhere(), type: 'work', primary: true }] })(account, where),
  },
};

test.each([DIRECTORYS, PROVIDERS])('Before, everything opens the account, at %s', async (organisation) => {
  const account = await openAccount(scene(), connections.get(organisation)!, { managed: true });
  expect(await account.stillOpen()).toEqual(openers);
});

test.each(Object.entries(endings))(
  'A user who is %s',
  async (_what, { ends, leaves = [], managed = false, at = DIRECTORYS, act }) => {
    const account = await openAccount(scene(), connections.get(at)!, { managed });
    await act(account, scene());
    const open = await account.stillOpen();
    expect({
      survives: ends.filter((opener) => open.includes(opener)),
      lost: leaves.filter((opener) => !open.includes(opener)),
    }).toEqual({ survives: [], lost: [] });
  },
);

test('A user whom the directory creates again has no role of before', async () => {
  const { directory, clients } = scene();
  const { userId, userName } = await openAccount(scene(), connections.get(DIRECTORYS)!, { managed: true });
  await clients.sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } });
  const { body } = await directory.send('GET', `/Users/${userId}`);
  await expecting(204, directory.send('DELETE', `/Users/${userId}`));
  await expecting(201, directory.send('POST', '/Users', body));
  expect(await site.database.row(`SELECT roles, enabled FROM users WHERE user_id = $1`, [userId])).toEqual({
    roles: [],
    enabled: true,
  });
});
