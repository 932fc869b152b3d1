/** The preview of a move says what the move then does, and changes nothing itself. */
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { approve, organisationIdOf, requireProvider } from '../../support/organisations.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer();

let sysadmin: Client;
let harbour: string;
let northgate: string;
const idOf = async (name: string): Promise<string> => await organisationIdOf(site, name);
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  [harbour, northgate] = [await idOf('Harbour Mutual'), await idOf('Northgate Portfolio')];
});

const nameOf = async (userName: string): Promise<string> => {
  const { firstName, lastName } = await sysadmin.ok('Users.User', { userName });
  return `${firstName} ${lastName}`;
};
const preview = (userIds: readonly string[], organisationPublicId: string) =>
  sysadmin.ok('Users.MovePreview', { body: { userIds: [...userIds], organisationPublicId } });
const held = (userId: string) =>
  site.database.row<{ sessions: number; keys: number }>(
    `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = $1) AS sessions,
            (SELECT count(*)::int FROM api_keys WHERE user_id = $1) AS keys`,
    [userId],
  );
const moveTo = async (userName: string, organisationPublicId: string) => {
  const { version } = await sysadmin.ok('Users.User', { userName });
  return sysadmin.call('Users.Patch', { userName, body: { version, organisationPublicId } });
};

test('it counts what the move ends, names who looks after the user, and says that MFA is to be set up', async () => {
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await logInAs(site, userName);
  await client.ok('ApiKey.Create', { name: 'Report' });
  await sysadmin.ok('Organisations.Update', { publicId: northgate, body: { mfaRequired: true } });
  const before = await held(userId);
  const found = await preview([userId], northgate);
  expect(found).toMatchObject({
    organisation: { organisationName: 'Northgate Portfolio' },
    users: 1,
    approved: true,
    mfa: { required: true, newly: 1, toEnrol: 1, noLonger: 0 },
    provider: { required: false, closes: 0, opens: 0 },
    roles: { administering: 0, ceasing: 0 },
    ends: { loggedIn: 1, apiKeys: before.keys, links: 0, directory: 0, emergency: 0 },
  });
  expect(found.administrators.gained.names).toContain(await nameOf('second_sub'));
  expect(found.administrators.lost.names).toContain(await nameOf('subadmin'));
  expect(await held(userId)).toEqual(before);
  expect(await client.ok('Users.Self')).toMatchObject({ userName });

  expect((await moveTo(userName, northgate)).status).toBe(200);
  expect(await held(userId)).toEqual({ sessions: 0, keys: 0 });
  expect((await sysadmin.ok('Users.User', { userName })).mfaRequired).toBe(true);
  // Who is there already is not moved, and the way back gives nothing back.
  expect(await preview([userId], northgate)).toMatchObject({ users: 0, ends: { loggedIn: 0 } });
  expect(await preview([userId], harbour)).toMatchObject({
    mfa: { required: false, newly: 0, toEnrol: 0, noLonger: 1 },
    ends: { loggedIn: 0, apiKeys: 0 },
  });
  await sysadmin.ok('Organisations.Update', { publicId: northgate, body: { mfaRequired: false } });
});

test('it says that a provider is required there, and that an administrator administers there from then on', async () => {
  const { userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, userId, ['Member', 'SubscriberAdministration']);
  await requireProvider(site, northgate);
  const found = await preview([userId], northgate);
  expect(found).toMatchObject({ provider: { required: true, closes: 1, opens: 0 }, roles: { administering: 1 } });
  // Whoever is moved does not look after themselves.
  expect(found.administrators.lost.count).toBe((await preview([userId], northgate)).administrators.lost.count);
  await requireProvider(site, northgate, false);
  expect(await preview([userId], northgate)).toMatchObject({ provider: { required: false, closes: 0 } });
});

test('it warns of an organisation that is not approved, and knows none that does not exist', async () => {
  const { userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await approve(site, northgate, false);
  expect(await preview([userId], northgate)).toMatchObject({ approved: false, users: 1 });
  await approve(site, northgate);
  const body = { userIds: [userId], organisationPublicId: userId };
  expect((await sysadmin.call('Users.MovePreview', { body })).status).toBe(400);
  const subadmin = await logInAs(site, 'subadmin');
  expect((await subadmin.call('Users.MovePreview', { body: { userIds: [userId], organisationPublicId: harbour } })).status).toBe(
    403,
  );
});

test('nobody is counted whom the caller may not move, and of two moves at once one is refused', async () => {
  const { userId: ownId } = await sysadmin.ok('Users.Self');
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  expect(await preview([ownId, userId], northgate)).toMatchObject({ users: 1 });
  const { version } = await sysadmin.ok('Users.User', { userName });
  const move = () => sysadmin.call('Users.Patch', { userName, body: { version, organisationPublicId: northgate } });
  expect((await Promise.all([move(), move()])).map(({ status }) => status).sort()).toEqual([200, 409]);
});
