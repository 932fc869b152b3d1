/**
 * Everybody and everything that writes accounts, for tests that hold each road to one rule: administrators, an organisation with a
 * directory and one with an identity provider. Where two pairs of eyes are required, another administrator approves.
 */
import { randomUUID } from 'node:crypto';
import { setRoles } from './changeUser.ts';
import type { Answer, Client } from './client.ts';
import { logInAs } from './logInAs.ts';
import { arrive, startLogin, startRogueProvider, type Claims, type RogueProvider } from './rogueProvider.ts';
import { expecting, program, type DirectoryProgram } from './scim/directory.ts';
import type { TestServer } from './server.ts';
import { newMember, proveDomain, type ConnectionSettings, type SsoMember } from './sso.ts';
import { UPSTREAM_CLIENT } from './upstream.ts';

/** The organisation with a directory, and the one with an identity provider: groups of a directory count alone. */
export const DIRECTORYS = 'Harbour Mutual';
export const PROVIDERS = 'Northgate Portfolio';
export const DOMAIN = 'northgate-portfolio.example';
export const GROUPS_CLAIM = 'teams';
export const SUBSCRIBER = 'SubscriberAdministration';

const reason = 'Asked for in ticket 12';

/** Administrators by the part that they have in a road. */
const parts = [
  'sysadmin',
  'approver',
  'inviter',
  'keyMaker',
  'mapper',
  'creator',
  'enabler',
  'claimMapper',
  'strangerAtDirectorys',
  'strangerAtProviders',
] as const;
export type Part = (typeof parts)[number];

export interface Scene {
  readonly site: TestServer;
  readonly clients: Readonly<Record<Part, Client>>;
  readonly directory: DirectoryProgram;
  readonly rogue: RogueProvider;
  readonly connectionId: string;
  readonly organisationIds: Readonly<Record<typeof DIRECTORYS | typeof PROVIDERS, string>>;
}

const northgates: readonly Part[] = ['creator', 'enabler', 'claimMapper', 'strangerAtProviders'];

export async function newAdministrator(site: TestServer, organisation = DIRECTORYS, role = SUBSCRIBER): Promise<SsoMember> {
  const member = await newMember(site, { organisation });
  await setRoles(site, member.userId, [role]);
  return member;
}

/** Makes a call, and has it approved by another administrator if it needs that. @returns its answer; of the repetition, if it is repeated */
export async function withApproval(
  asking: Client,
  approving: Client,
  call: (client: Client, reason: string) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  const answer = await call(asking, reason);
  if (answer.problem?.code !== 'ApprovalNeeded') return answer;
  const [open] = (await asking.ok('Approvals.List')).filter(({ own, state }) => own && state === 'open');
  const { state } = await approving.ok('Approvals.Approve', { requestId: open!.requestId });
  return state === 'approved' ? call(asking, reason) : { ...answer, status: 200, problem: undefined };
}

export async function insist(answer: Promise<Answer<unknown>>): Promise<void> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${String(status)}: ${text}`);
}

const organisationIdOf = async ({ database }: TestServer, name: string) =>
  (await database.row<{ id: string }>(`SELECT organisation_id AS id FROM organisations WHERE name = $1`, [name])).id;

export async function newConnection(
  {
    clients,
    organisationId,
    organisationIds,
    rogue,
  }: Pick<Scene, 'clients' | 'organisationIds' | 'rogue'> & { readonly organisationId: string },
  settings: ConnectionSettings = {},
): Promise<string> {
  const body = {
    name: `Provider ${randomUUID()}`,
    vendor: 'other' as const,
    issuer: rogue.issuer,
    ...UPSTREAM_CLIENT,
    ...settings,
  };
  const isProviders = organisationId === organisationIds[PROVIDERS];
  const by = isProviders ? clients.creator : clients.sysadmin;
  const { connectionId } = await by.ok('Connections.Create', { organisationPublicId: organisationId, body });
  const enabling = isProviders ? clients.enabler : clients.sysadmin;
  const ids = { organisationPublicId: organisationId, connectionId, enabled: true };
  await insist(
    withApproval(enabling, clients.approver, (client, why) => client.call('Connections.Enable', { ...ids, reason: why })),
  );
  return connectionId;
}

/** One scene for a whole test file, in tests and hooks only. */
export function useAccountScene(site: TestServer): () => Scene {
  let scene: Scene | undefined;
  beforeAll(async () => {
    const made = new Map<Part, Client>([
      ['sysadmin', await logInAs(site, 'sysadmin')],
      ['approver', await logInAs(site, 'system_only')],
    ]);
    for (const part of parts.filter((one) => !made.has(one))) {
      const { userName } = await newAdministrator(site, northgates.includes(part) ? PROVIDERS : DIRECTORYS);
      made.set(part, await logInAs(site, userName));
    }
    const clients = Object.fromEntries(made) as Record<Part, Client>;
    const organisationIds = {
      [DIRECTORYS]: await organisationIdOf(site, DIRECTORYS),
      [PROVIDERS]: await organisationIdOf(site, PROVIDERS),
    };
    const rogue = await startRogueProvider();
    await proveDomain(site, DOMAIN, PROVIDERS);
    const settings = { createsUsers: true, groupsClaim: GROUPS_CLAIM };
    const connectionId = await newConnection(
      { clients, rogue, organisationIds, organisationId: organisationIds[PROVIDERS] },
      settings,
    );
    scene = {
      site,
      clients,
      organisationIds,
      rogue,
      connectionId,
      directory: await connect(site, clients, organisationIds[DIRECTORYS]),
    };
  });
  // One address makes all logins at the provider.
  beforeEach(() => site.database.query(`DELETE FROM throttles WHERE bucket LIKE 'sso:%'`));
  afterEach(() => scene?.rogue.reset());
  afterAll(() => scene?.rogue.close());
  return () => {
    if (!scene) throw new Error('The scene exists inside tests and hooks only');
    return scene;
  };
}

async function connect(site: TestServer, clients: Scene['clients'], organisationPublicId: string): Promise<DirectoryProgram> {
  const body = { name: 'Directory', expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString() };
  const { body: made, text } = await withApproval(clients.keyMaker, clients.approver, (client, why) =>
    client.call('Provisioning.NewKey', { organisationPublicId, body, reason: why }),
  );
  if (!made) throw new Error(text);
  return program(site, organisationPublicId, (made as { key: string }).key, '');
}

/** Logs in at the provider with these claims. @returns the browser, and its address then */
export async function logInAtProvider(
  { site, rogue, connectionId }: Pick<Scene, 'site' | 'rogue' | 'connectionId'>,
  claims: Claims,
  from: { readonly client?: Client; readonly query?: string; readonly at?: string } = {},
): Promise<{ client: Client; at: string }> {
  const { client, nonce, callback } = await startLogin(site, { connectionId: from.at ?? connectionId }, from);
  rogue.claims = { nonce, ...claims };
  return { client, at: await arrive(client, callback) };
}

/** Makes a member one that the directory has sent. */
export async function manage({ site }: Pick<Scene, 'site'>, { userId }: Pick<SsoMember, 'userId'>): Promise<string> {
  const externalId = randomUUID();
  await site.database.query(
    `WITH sent AS (UPDATE users SET external_source = 'scim:' || organisation_id, external_id = $2 WHERE user_id = $1 RETURNING *)
     INSERT INTO scim_users (user_id, organisation_id, user_name, active, attributes, created_at, changed_at)
     SELECT user_id, organisation_id, email, true,
            jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', email, 'type', 'work', 'primary', true))), now(), now()
       FROM sent`,
    [userId, externalId],
  );
  return externalId;
}

/** A user as a directory sends them. */
export const sentUser = (more: object = {}, address = `${randomUUID()}@joined.example`) => ({
  userName: address,
  externalId: randomUUID(),
  name: { givenName: 'Rhea', familyName: 'Reach' },
  emails: [{ value: address, type: 'work', primary: true }],
  ...more,
});

/** A group of the directory with these members, which grants the role. */
export async function mappedGroup(
  { directory, clients, organisationIds }: Scene,
  memberIds: readonly string[] = [],
  roles: string[] = [SUBSCRIBER],
): Promise<{ readonly id: string; readonly displayName: string }> {
  const displayName = `Heads ${randomUUID()}`;
  const members = memberIds.map((value) => ({ value }));
  const { id } = await expecting(201, directory.send('POST', '/Groups', { displayName, members }));
  if (roles.length > 0)
    await mapGroup(clients, clients.mapper, { organisationPublicId: organisationIds[DIRECTORYS], groupId: id }, roles);
  return { id, displayName };
}

export const mapGroup = (
  { approver }: Scene['clients'],
  by: Client,
  ids: { readonly organisationPublicId: string; readonly groupId: string },
  roles: string[],
): Promise<void> =>
  insist(
    withApproval(by, approver, (client, why) => client.call('Provisioning.MapGroup', { ...ids, body: { roles }, reason: why })),
  );

/** The row of a user in a list of `Users.Sync`, with changes. */
export async function syncRow({ clients }: Pick<Scene, 'clients'>, userName: string, change: object = {}) {
  const { firstName, lastName, email, enabled, roles, organisation } = await clients.sysadmin.ok('Users.User', { userName });
  const row = { externalId: userName, userName, email, firstName, lastName, organisationPublicId: organisation.publicId };
  return { ...row, enabled, roles, ...change };
}

type Row = Awaited<ReturnType<typeof syncRow>>;

/** Sends a list. @throws Error if it is refused, or finds a fault in a row */
export async function syncList({ clients }: Pick<Scene, 'clients'>, users: Row[], disableMissing = false, source = 'payroll') {
  const reply = await clients.sysadmin.ok('Users.Sync', { body: { source, dryRun: false, disableMissing, users } });
  if (reply.errors.length > 0) throw new Error(JSON.stringify(reply.errors));
}
