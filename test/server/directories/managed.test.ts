/** What administrators see of accounts that a directory manages, and what they leave to it. */
import { connectDirectory, expecting, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';
import { setSource } from '../../support/changeUser.ts';
import { countOf } from '../../support/facts.ts';

const site = useServer();
let directory: DirectoryProgram;
let subadmin: Client;
let sysadmin: Client;
beforeAll(async () => {
  directory = await connectDirectory(site);
  subadmin = await logInAs(site, 'subadmin');
  sysadmin = await logInAs(site, 'sysadmin');
});

let made = 0;
async function join(): Promise<Resource & { readonly login: string }> {
  made += 1;
  const userName = `max.${made}@managed.example`;
  const sent = { userName, name: { givenName: 'Max', familyName: 'Managed' }, emails: [{ value: userName, type: 'work' }] };
  const user = await expecting(201, directory.send('POST', '/Users', sent));
  const { userName: login } = await userOf(site, user.id, 'userName');
  return { ...user, login };
}
const setActive = (id: string, value: boolean) =>
  expecting(200, directory.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value }] }));

test('The list shows which users the directory manages, and can show only them', async () => {
  const { login } = await join();
  expect(await subadmin.ok('Users.User', { userName: login })).toMatchObject({ managedBy: 'SCIM' });
  const of = async (value: string) =>
    (await subadmin.ok('Users.Page', { where: [{ field: 'managedBy', op: 'in', value: [value] }], limit: 500 })).rows ?? [];
  expect((await of('SCIM')).map(({ userName }) => userName)).toContain(login);
  expect((await of('')).map(({ userName }) => userName)).not.toContain(login);
});

test.each([
  ['en-US', 'Username,Managed by', 'Directory'],
  ['de', 'Benutzername,Verwaltet von', 'Verzeichnis'],
])('A file of the list says what manages each user, in %s', async (locale, head, ofDirectory) => {
  const { login } = await join();
  const client = await logInAs(site, 'subadmin', { headers: { 'Accept-Language': locale } });
  await setSource(site, 'ordinary', 'HR', '1');
  const { text } = await client.raw('/api/Users/Page?format=csv&columns=userName&columns=managedBy');
  const lines = text.replaceAll(/[\ufeff"]/g, '').split('\r\n');
  expect(lines).toEqual(expect.arrayContaining([head, `${login},${ofDirectory}`, 'ordinary,HR', 'subadmin,']));
});

test('Names, title and address are the directory’s', async () => {
  const { login } = await join();
  const { version } = await subadmin.ok('Users.User', { userName: login });
  for (const change of [{ firstName: 'Moritz' }, { title: 'Head' }, { email: 'elsewhere@managed.example' }])
    expect(await subadmin.call('Users.Patch', { userName: login, body: { version, ...change } })).toMatchObject({
      status: 409,
      problem: { code: 'ManagedByDirectory' },
    });
});

test('An administrator can disable an account, and can’t enable one that the directory has disabled', async () => {
  const { id, login } = await join();
  await subadmin.ok('Users.Enable', { userName: login, enabled: false });
  // The directory repeats its request: the administrator's stop holds.
  await setActive(id, true);
  expect(await subadmin.ok('Users.User', { userName: login })).toMatchObject({ enabled: false });
  await subadmin.ok('Users.Enable', { userName: login, enabled: true });
  await setActive(id, false);
  expect(await subadmin.call('Users.Enable', { userName: login, enabled: true })).toMatchObject({
    status: 409,
    problem: { code: 'ManagedByDirectory' },
  });
  await setActive(id, true);
  expect(await subadmin.ok('Users.User', { userName: login })).toMatchObject({ enabled: true });
});

test('A role that a group grants is revoked by the map, not by hand', async () => {
  const { id, login } = await join();
  const group = await expecting(201, directory.send('POST', '/Groups', { displayName: 'Clerks', members: [{ value: id }] }));
  const body = { roles: ['Member'] };
  await subadmin.ok('Provisioning.MapGroup', { organisationPublicId: directory.organisationId, groupId: group.id, body });
  expect(await subadmin.call('Roles.SetUser', { userName: login, body: { roles: [] } })).toMatchObject({
    problem: { code: 'ManagedByDirectory' },
  });
  await subadmin.ok('Roles.SetUser', { userName: login, body: { roles: ['Member', 'Support'] } });
});

test('A user who is moved to another organisation is not the directory’s any more; no list takes its users', async () => {
  const { id, login } = await join();
  const elsewhere = (await sysadmin.ok('Organisations.List')).find(
    ({ organisationName }) => organisationName === 'Northgate Portfolio',
  );
  const { version } = await sysadmin.ok('Users.User', { userName: login });
  await sysadmin.ok('Users.Patch', { userName: login, body: { version, organisationPublicId: elsewhere!.publicId } });
  expect(await sysadmin.ok('Users.User', { userName: login })).toMatchObject({ managedBy: null });
  expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
  for (const source of [`scim:${directory.organisationId}`, 'SCIM']) {
    const list = { source, dryRun: false, disableMissing: true, users: [] };
    expect(await sysadmin.call('Users.Sync', { body: list })).toMatchObject({ status: 400 });
  }
});

test('Erasing a user erases what the directory has sent', async () => {
  const { id, login } = await join();
  await setActive(id, false);
  await sysadmin.ok('Users.Erase', { userName: login });
  expect(await countOf(site, 'scim_users', id)).toBe(0);
  expect((await directory.send('GET', `/Users/${id}`)).status).toBe(404);
});

test('The overview shows a directory that has gone silent, and one whose requests are all refused', async () => {
  const state = async () => (await subadmin.ok('Overview.Read', {})).directories;
  await directory.send('GET', '/Users');
  expect(await state()).toEqual([]);
  for (let count = 0; count < 20; count += 1) await directory.send('GET', '/Users/nobody');
  expect(await state()).toMatchObject([{ publicId: directory.organisationId, state: 'failing' }]);
  await site.database.query(`UPDATE scim_requests SET at = at - interval '4 days'`);
  expect(await state()).toMatchObject([{ state: 'silent' }]);
  const second = await logInAs(site, 'second_sub');
  const own = (await second.ok('Users.Self')).organisation.publicId;
  expect((await second.ok('Overview.Read', {})).directories.filter(({ publicId }) => publicId !== own)).toEqual([]);
});
