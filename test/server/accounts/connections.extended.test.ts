/** A connection opens everybody behind it: who is linked decides who may touch it, and how many it takes. */
import { randomUUID } from 'node:crypto';
import {
  DIRECTORYS,
  insist,
  logInAtProvider,
  newAdministrator,
  newConnection,
  SUBSCRIBER,
  useAccountScene,
  withApproval,
} from '../../support/accountScene.ts';
import { giveAuthenticator, setRoles } from '../../support/changeUser.ts';
import type { Answer, Client } from '../../support/client.ts';
import { clear, only } from '../../support/facts.ts';
import { identities, usedLinks } from '../../support/identities.ts';
import { logInAs } from '../../support/logInAs.ts';
import { organisations, requireProvider } from '../../support/organisations.ts';
import { AUTHORITY, foreignKey, metadataOf } from '../../support/samlAuthority.ts';
import { linkIdentity, newMember, type SsoMember } from '../../support/sso.ts';
import { UPSTREAM_CLIENT } from '../../support/upstream.ts';
import { useServer } from '../../support/useServer.ts';

const FREE = 2;
const limits = { LIMIT_LOGINS_PER_ADDRESS: '10000' };
const reason = 'Asked for in ticket 12';

interface Ids {
  readonly organisationPublicId: string;
  readonly connectionId: string;
}
type Touch = (by: Client, ids: Ids) => Promise<Answer<unknown>>;

const enabling =
  (enabled: boolean): Touch =>
  (by, ids) =>
    by.call('Connections.Enable', { ...ids, enabled, reason });
/** Every call gets the reason that a request needs; one that takes none does not send it. */
const because = (ids: Ids) => ({ ...ids, reason });
const updating =
  (body: object): Touch =>
  (by, ids) => {
    const args = { ...because(ids), body };
    return by.call('Connections.Update', args);
  };
const deleting: Touch = (by, ids) => by.call('Connections.Delete', because(ids));
const replacing: Touch = (by, ids) =>
  by.call('Connections.ReplaceMetadata', { ...ids, body: { metadata: metadataOf([foreignKey]) }, reason });

type State = 'on' | 'off' | 'samlOn' | 'samlOff';

/** What a connection is trusted with, and what ends it. */
const touches: Readonly<Record<string, readonly [State, Touch]>> = {
  'switch it on': ['off', enabling(true)],
  'switch it off': ['on', enabling(false)],
  'delete it': ['off', deleting],
  'trust its second factor': ['off', updating({ mfaTrust: 'always' })],
  'trust its second factor where it says so': ['off', updating({ mfaTrust: 'asserted', mfaValues: ['mfa'] })],
  'give it another issuer': ['off', updating({ issuer: 'https://other.example' })],
  'give it another client': ['off', updating({ clientId: 'other' })],
  'give it another secret': ['on', updating({ clientSecret: 'another secret' })],
  'read other groups': ['off', updating({ groupsClaim: 'others' })],
  'let it create users': ['off', updating({ createsUsers: true })],
  'give it other metadata': ['samlOff', updating({ metadata: metadataOf([foreignKey]) })],
  'give it other metadata while it is on': ['samlOn', replacing],
};
/** While it is off nothing that it is trusted with counts, and the second person sees every setting when it is switched on. */
const trusting = Object.entries(touches).filter(([what]) =>
  ['switch it on', 'give it other metadata while it is on'].includes(what),
);

describe('Where one pair of eyes is enough', () => {
  const site = useServer({ env: limits });
  const scene = useAccountScene(site);
  let organisationPublicId: string;
  let subadmin: Client;
  beforeAll(async () => {
    organisationPublicId = scene().organisationIds[DIRECTORYS];
    subadmin = await logInAs(site, 'subadmin');
  });
  // An organisation has at most twenty.
  afterEach(() => site.database.query(`DELETE FROM connections WHERE organisation_id = $1`, [organisationPublicId]));

  /** A connection in this state to which the account is linked. */
  async function connectionOf(account: SsoMember, state: State): Promise<Ids & { readonly sub: string }> {
    const { clients, rogue } = scene();
    const isSaml = state.startsWith('saml');
    const issuer = isSaml ? AUTHORITY.issuer : rogue.issuer;
    const settings = isSaml ? { kind: 'saml' as const, metadata: metadataOf() } : { issuer, ...UPSTREAM_CLIENT };
    const body = { name: `Provider ${randomUUID()}`, vendor: 'other' as const, ...settings };
    const { connectionId } = await clients.sysadmin.ok('Connections.Create', { organisationPublicId, body });
    if (/on/i.test(state)) await clients.sysadmin.ok('Connections.Enable', { organisationPublicId, connectionId, enabled: true });
    const sub = randomUUID();
    await linkIdentity(site, { connectionId, issuer, sub, userId: account.userId });
    return { organisationPublicId, connectionId, sub };
  }
  const stateOf = ({ connectionId }: Ids) =>
    site.database.query(
      `SELECT enabled, issuer, client_id, client_secret, metadata_hash, mfa_trust, mfa_values, groups_claim, creates_users
         FROM connections WHERE connection_id = $1`,
      [connectionId],
    );

  test.each(Object.entries(touches))(
    'no administrator of the organisation can %s while a system administrator is linked',
    async (_what, [state, touch]) => {
      const ids = await connectionOf(await newAdministrator(site, DIRECTORYS, 'SystemAdministration'), state);
      const before = await stateOf(ids);
      const answer = await touch(subadmin, ids);
      expect([await stateOf(ids), answer]).toMatchObject([before, { status: 403, problem: { code: 'Forbidden' } }]);
    },
  );

  test.each(Object.entries(touches))(
    'an administrator of the organisation can %s while members are linked',
    async (_what, [state, touch]) => {
      const ids = await connectionOf(await newMember(site, { organisation: DIRECTORYS }), state);
      expect((await touch(subadmin, ids)).status).toBeLessThan(300);
    },
  );

  test.each(trusting)('it takes two system administrators to %s while one is linked', async (_what, [state, touch]) => {
    const ids = await connectionOf(await newAdministrator(site, DIRECTORYS, 'SystemAdministration'), state);
    const { clients } = scene();
    const before = await stateOf(ids);
    expect(await touch(clients.sysadmin, ids)).toMatchObject({ status: 409, problem: { code: 'ApprovalNeeded' } });
    expect(await stateOf(ids)).toEqual(before);
    const request = (await clients.sysadmin.ok('Approvals.List')).find(({ own, state: now }) => own && now === 'open');
    const { requestId } = request!;
    expect([403, 404]).toContain((await subadmin.call('Approvals.Approve', { requestId })).status);
    await clients.approver.ok('Approvals.Approve', { requestId });
    await touch(clients.sysadmin, ids);
    expect(await stateOf(ids)).not.toEqual(before);
  });

  test('no administrator of the organisation removes the link of a system administrator', async () => {
    const administrator = await newAdministrator(site, DIRECTORYS, 'SystemAdministration');
    const ids = await connectionOf(administrator, 'on');
    const answer = await subadmin.call('Connections.RemoveLink', { ...ids, userName: administrator.userName });
    expect(answer).toMatchObject({ status: 403, problem: { code: 'Forbidden' } });
    expect(await identities(site, { userId: administrator.userId })).toHaveLength(1);
  });

  test('a role that was lost today still counts', async () => {
    const administrator = await newAdministrator(site, DIRECTORYS, 'SystemAdministration');
    const ids = await connectionOf(administrator, 'off');
    await setRoles(site, administrator.userId, ['Member']);
    expect(await touches['trust its second factor']![1](subadmin, ids)).toMatchObject({ status: 403 });
  });

  test.each([
    ['an administrator of the organisation', SUBSCRIBER],
    ['a system administrator', 'SystemAdministration'],
  ])('the provider’s word is no second factor of %s, unless a system administrator said so', async (_who, role) => {
    const member = await newMember(site, { organisation: DIRECTORYS });
    const { sub, ...ids } = await connectionOf(member, 'off');
    await insist(updating({ mfaTrust: 'always' })(subadmin, ids));
    await insist(enabling(true)(subadmin, ids));
    await giveAuthenticator(site, member.userId);
    const { client } = await logInAtProvider(scene(), { sub }, { at: ids.connectionId });
    expect((await client.call('Users.Self')).status).toBe(200);
    await setRoles(site, member.userId, [role]);
    const { client: again } = await logInAtProvider(scene(), { sub }, { at: ids.connectionId });
    expect((await again.call('Users.Self')).status).toBe(401);
  });

  test('who joined without a proof, and is promoted, is not the provider’s', async () => {
    const { clients, directory } = scene();
    const connectionId = await newConnection({ ...scene(), organisationId: organisationPublicId }, { mfaTrust: 'always' });
    const sub = randomUUID();
    const userName = `${randomUUID()}@joined.example`;
    await directory.send('POST', '/Users', { userName, externalId: sub, emails: [{ value: userName, type: 'work' }] });
    const { client } = await logInAtProvider(scene(), { sub }, { at: connectionId });
    const { userName: login } = await client.ok('Users.Self');
    await clients.sysadmin.ok('Roles.SetUser', { userName: login, body: { roles: ['SystemAdministration'] } });
    const { client: attacker } = await logInAtProvider(scene(), { sub }, { at: connectionId });
    expect((await attacker.call('Users.Self')).status).toBe(401);
  });
});

describe('Where two pairs of eyes are required', () => {
  const site = useServer({ env: { ...limits, FOUR_EYES: 'on', FOUR_EYES_BULK: String(FREE) } });
  const scene = useAccountScene(site);
  const needed = { status: 409, problem: { code: 'ApprovalNeeded' } };
  let organisationPublicId: string;
  let subadmin: Client;
  beforeAll(async () => {
    organisationPublicId = scene().organisationIds[DIRECTORYS];
    subadmin = await logInAs(site, 'subadmin');
  });
  // An organisation has at most twenty.
  afterEach(() => site.database.query(`DELETE FROM connections WHERE organisation_id = $1`, [organisationPublicId]));
  beforeEach(() => clear(site, 'four_eyes_acts'));

  async function connectionOf(people: readonly SsoMember[]): Promise<Ids> {
    const { rogue } = scene();
    const connectionId = await newConnection({ ...scene(), organisationId: organisationPublicId });
    for (const { userId } of people) {
      await linkIdentity(site, { connectionId, issuer: rogue.issuer, sub: randomUUID(), userId });
      await usedLinks(site, userId);
    }
    return { organisationPublicId, connectionId };
  }
  const members = (count: number) =>
    Promise.all(Array.from({ length: count }, () => newMember(site, { organisation: DIRECTORYS })));

  test.each<[string, 'one administrator' | 'two administrators', () => Promise<readonly SsoMember[]>]>([
    ['no user', 'one administrator', () => members(0)],
    ['as many members as one may disable alone', 'one administrator', () => members(FREE)],
    ['one member more', 'two administrators', () => members(FREE + 1)],
    ['many members', 'two administrators', () => members(3 * FREE)],
    ['an administrator', 'two administrators', async () => [await newAdministrator(site)]],
    ['a member and an administrator', 'two administrators', async () => [...(await members(1)), await newAdministrator(site)]],
  ])('a connection of %s is switched off by %s', async (_who, by, people) => {
    const isAlone = by === 'one administrator';
    const off = await connectionOf(await people());
    const answer = await enabling(false)(subadmin, off);
    if (isAlone) expect(answer.status).toBeLessThan(300);
    else expect(answer).toMatchObject(needed);
    const [row] = await site.database.query<{ enabled: boolean }>(`SELECT enabled FROM connections WHERE connection_id = $1`, [
      off.connectionId,
    ]);
    expect(row?.enabled).toBe(!isAlone);
  });

  test('people whose access was ended by one connection count for the next', async () => {
    const [one, two] = [await connectionOf(await members(FREE)), await connectionOf(await members(1))];
    await insist(enabling(false)(subadmin, one));
    expect(await enabling(false)(subadmin, two)).toMatchObject(needed);
  });

  test('a second person switches it off', async () => {
    const ids = await connectionOf(await members(FREE + 1));
    await withApproval(subadmin, scene().clients.approver, (client) => enabling(false)(client, ids));
    expect(await site.database.row(`SELECT enabled FROM connections WHERE connection_id = $1`, [ids.connectionId])).toEqual({
      enabled: false,
    });
  });

  test('a connection that is on is deleted by none, until a second person has switched it off', async () => {
    const ids = await connectionOf(await members(FREE + 1));
    const countLinks = async () => (await identities(site, { connectionId: ids.connectionId })).length;
    for (const by of [subadmin, scene().clients.sysadmin])
      expect(await deleting(by, ids)).toMatchObject({ status: 409, problem: { code: 'ConnectionEnabled' } });
    expect(await countLinks()).toBe(FREE + 1);
    await withApproval(subadmin, scene().clients.approver, (client) => enabling(false)(client, ids));
    expect((await deleting(subadmin, ids)).status).toBe(204);
    expect(await countLinks()).toBe(0);
  });

  test('the provider stops being required only with a second person', async () => {
    await requireProvider(site, organisationPublicId);
    const by = scene().clients.sysadmin;
    const answer = await by.call('Connections.SetRequired', { organisationPublicId, required: false, reason });
    const { ssoRequired: required } = await only(organisations(site, { organisationId: organisationPublicId }, 'ssoRequired'));
    await requireProvider(site, organisationPublicId, false);
    expect([answer, required]).toMatchObject([needed, true]);
  });
});
