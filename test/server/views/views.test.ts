/**
 * Saved views of the users list: their owners, who sees and changes them, the organisation's default, and what outlives its owner.
 */
import type { View } from '../../../api/contract/views.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { clear, last } from '../../support/facts.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let hannah: Client;
let colleague: Client;
let foreigner: Client;
let sysadmin: Client;
let colleagueName: string;

const content = (over: Partial<View['content']> = {}): View['content'] => ({
  filter: 'locked',
  search: '',
  sort: [{ column: 'email', descending: true }],
  where: [],
  columns: ['email', 'userName'],
  ...over,
});
const create = (client: Client, name: string, over?: Partial<View['content']>) =>
  client.ok('Views.Create', { body: { name, content: content(over) } });
const seenBy = async (client: Client, viewId: string) => (await client.ok('Views.List')).find((view) => view.viewId === viewId);
const code = (status: number, expected: string) => ({ status, problem: { code: expected } });
const lastEvent = (action: string) =>
  last(auditEvents(site, { action }, 'actor', 'target', 'organisation', 'outcome', 'details'));

/** Makes another administrator of "Harbour Mutual". */
async function promoteColleague(): Promise<string> {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['SubscriberAdministration'] } });
  return userName;
}

beforeAll(async () => {
  [hannah, foreigner, sysadmin] = [
    await logInAs(site, 'subadmin'),
    await logInAs(site, 'second_sub'),
    await logInAs(site, 'sysadmin'),
  ];
  colleagueName = await promoteColleague();
  colleague = await logInAs(site, colleagueName);
});
afterEach(() => clear(site, 'views'));

test('a view is kept as it was saved, for its owner alone', async () => {
  const made = await create(hannah, 'Locked out', { search: 'smith', where: [{ field: 'mfa', op: 'in', value: ['off'] }] });
  expect(made).toMatchObject({
    name: 'Locked out',
    own: true,
    shared: false,
    manageable: true,
    isDefault: false,
    incomplete: false,
  });
  expect(await hannah.ok('Views.List')).toEqual([made]);
  expect(made.content).toEqual(content({ search: 'smith', where: [{ field: 'mfa', op: 'in', value: ['off'] }] }));
  for (const other of [colleague, foreigner, sysadmin]) {
    expect(await other.ok('Views.List')).toEqual([]);
    expect(await other.call('Views.Rename', { viewId: made.viewId, body: { name: 'Mine now' } })).toMatchObject(
      code(404, 'NotFound'),
    );
    expect(await other.call('Views.SetDefault', { viewId: made.viewId, isDefault: true })).toMatchObject(code(404, 'NotFound'));
    expect(await other.call('Views.Delete', { viewId: made.viewId })).toMatchObject(code(404, 'NotFound'));
  }
  expect(await lastEvent('Views.Create')).toMatchObject({
    actor: 'subadmin',
    target: 'subadmin',
    organisation: 'Harbour Mutual',
    details: { view: 'Locked out' },
  });
});

test('a shared view is read by the administrators of the organisation and changed by its owner', async () => {
  const { viewId } = await create(hannah, 'Doors');
  await hannah.ok('Views.Share', { viewId, shared: true });
  expect(await seenBy(colleague, viewId)).toMatchObject({
    own: false,
    shared: true,
    manageable: false,
    owner: 'Hannah Whitaker',
  });
  const refusals = [
    await colleague.call('Views.Rename', { viewId, body: { name: 'Windows' } }),
    await colleague.call('Views.Replace', { viewId, body: { content: content() } }),
    await colleague.call('Views.Share', { viewId, shared: false }),
    await colleague.call('Views.Delete', { viewId }),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject(code(403, 'Forbidden'));
  for (const other of [foreigner, sysadmin]) {
    expect(await seenBy(other, viewId)).toBeUndefined();
    expect(await other.call('Views.Replace', { viewId, body: { content: content() } })).toMatchObject(code(404, 'NotFound'));
  }
  await hannah.ok('Views.Rename', { viewId, body: { name: 'Windows' } });
  await hannah.ok('Views.Replace', { viewId, body: { content: content({ filter: 'disabled' }) } });
  expect(await seenBy(colleague, viewId)).toMatchObject({ name: 'Windows', content: { filter: 'disabled' } });
  expect(await lastEvent('Views.Rename')).toMatchObject({ details: { view: { from: 'Doors', to: 'Windows' } } });
  await hannah.ok('Views.Share', { viewId, shared: false });
  expect(await seenBy(colleague, viewId)).toBeUndefined();
});

test('any administrator sets and clears the default of the own organisation; what is private or hidden is none', async () => {
  const { viewId } = await create(hannah, 'Doors');
  expect(await hannah.call('Views.SetDefault', { viewId, isDefault: true })).toMatchObject(code(409, 'Conflict'));
  await hannah.ok('Views.Share', { viewId, shared: true });
  expect(await foreigner.call('Views.SetDefault', { viewId, isDefault: true })).toMatchObject(code(404, 'NotFound'));
  await colleague.ok('Views.SetDefault', { viewId, isDefault: true });
  expect(await seenBy(hannah, viewId)).toMatchObject({ isDefault: true });
  expect(await lastEvent('Views.SetDefault')).toMatchObject({
    actor: colleagueName,
    details: { view: 'Doors', isDefault: true },
  });

  await hannah.ok('Views.Share', { viewId, shared: false });
  expect(await seenBy(hannah, viewId)).toMatchObject({ isDefault: false, shared: false });
  expect(await lastEvent('Views.Share')).toMatchObject({ details: { shared: false, wasDefault: true } });
  await hannah.ok('Views.Share', { viewId, shared: true });
  await colleague.ok('Views.SetDefault', { viewId, isDefault: true });
  await colleague.ok('Views.SetDefault', { viewId, isDefault: false });
  expect(await seenBy(hannah, viewId)).toMatchObject({ isDefault: false });
});

test('a call that changes nothing writes no event', async () => {
  const { viewId } = await create(hannah, 'Doors');
  await hannah.ok('Views.Share', { viewId, shared: true });
  await hannah.ok('Views.SetDefault', { viewId, isDefault: true });
  const count = () => site.database.row<{ events: number }>(`SELECT count(*)::int AS events FROM audit_events`);
  const before = await count();
  await hannah.ok('Views.Share', { viewId, shared: true });
  await hannah.ok('Views.SetDefault', { viewId, isDefault: true });
  expect(await count()).toEqual(before);
});

test('of many defaults at once one is left, and of many of one name one is made', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, index) => create(hannah, `View ${String(index)}`)));
  for (const { viewId } of made) await hannah.ok('Views.Share', { viewId, shared: true });
  await Promise.all(
    made.map(({ viewId }, index) => (index % 2 ? hannah : colleague).ok('Views.SetDefault', { viewId, isDefault: true })),
  );
  expect((await hannah.ok('Views.List')).filter(({ isDefault }) => isDefault)).toHaveLength(1);

  const tries = ['Doors', 'doors', 'DOORS', 'ｄoors'];
  const answers = await Promise.all(tries.map((name) => hannah.call('Views.Create', { body: { name, content: content() } })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({
    problem: { code: 'ViewNameTaken', fields: { name: /./ } },
  });
  const { viewId } = made[0]!;
  expect(await hannah.call('Views.Rename', { viewId, body: { name: 'dOORs' } })).toMatchObject(code(409, 'ViewNameTaken'));
  expect((await create(colleague, 'Doors')).name).toBe('Doors');
});

test('the limits are fifty views per user, even for concurrent calls, and the size of a view', async () => {
  await site.database.query(
    `INSERT INTO views (view_id, owner_id, organisation_id, name, content, visibility, created_at, changed_at)
     SELECT gen_random_uuid(), user_id, organisation_id, 'View ' || n, '{}', 'private', now(), now()
       FROM users, generate_series(1, 47) n WHERE user_name = 'subadmin'`,
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      hannah.call('Views.Create', { body: { name: `More ${String(index)}`, content: content() } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject(code(409, 'TooManyViews'));
  const large = content({
    where: Array.from({ length: 20 }, () => ({ field: 'roles', op: 'in', value: Array(50).fill('r'.repeat(99)) as string[] })),
  });
  const twice = content({ columns: ['email', 'userName', 'email'] });
  for (const refused of [large, twice])
    expect(await colleague.call('Views.Create', { body: { name: 'Large', content: refused } })).toMatchObject(
      code(400, 'Invalid'),
    );
});

test('a view of another version never breaks the list: unknown parts are left out, and reported', async () => {
  const { viewId } = await create(hannah, 'Doors');
  await site.database.query(`UPDATE views SET content = $1 WHERE view_id = $2`, [
    JSON.stringify({
      filter: 'flying',
      search: 7,
      sort: [
        { column: 'shoeSize', descending: true },
        { column: 'email', descending: false },
      ],
      where: [
        { field: 'shoeSize', op: 'in', value: ['44'] },
        { field: 'status', op: 'in', value: ['locked'] },
      ],
      columns: ['shoeSize', 'email', 'email'],
      later: true,
    }),
    viewId,
  ]);
  expect(await seenBy(hannah, viewId)).toMatchObject({
    incomplete: true,
    content: {
      filter: 'all',
      search: '',
      sort: [{ column: 'email', descending: false }],
      where: [{ field: 'status', op: 'in', value: ['locked'] }],
      columns: ['email'],
    },
  });
  await site.database.query(`UPDATE views SET content = '"nothing"' WHERE view_id = $1`, [viewId]);
  expect(await seenBy(hannah, viewId)).toMatchObject({ incomplete: true, content: { filter: 'all', where: [], columns: null } });
});

test('a condition that only a system administrator has is left out for others, and reported', async () => {
  const { organisation } = await hannah.ok('Users.Self');
  const made = await create(sysadmin, 'Harbour', {
    where: [{ field: 'organisation', op: 'in', value: [organisation.publicId] }],
    columns: ['userName', 'organisation'],
  });
  expect(made.incomplete).toBe(false);
  await sysadmin.ok('Views.Share', { viewId: made.viewId, shared: true });
  const { userName } = await unusedMember(site, {
    organisation: (await sysadmin.ok('Users.Self')).organisation.organisationName,
  });
  await sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['SubscriberAdministration'] } });
  expect(await seenBy(await logInAs(site, userName), made.viewId)).toMatchObject({
    incomplete: true,
    content: { where: [], columns: ['userName'] },
  });
});

test('a shared view whose owner is no longer an administrator is managed by those who are', async () => {
  const name = await promoteColleague();
  const leaving = await logInAs(site, name);
  const { viewId } = await create(leaving, 'Doors');
  const hidden = await create(leaving, 'My own');
  await leaving.ok('Views.Share', { viewId, shared: true });
  await sysadmin.ok('Users.Enable', { userName: name, enabled: false });
  expect(await seenBy(hannah, viewId)).toMatchObject({ manageable: true });
  await hannah.ok('Views.Rename', { viewId, body: { name: 'Doors of all' } });
  expect(await hannah.call('Views.Share', { viewId, shared: false })).toMatchObject(code(409, 'Conflict'));
  expect(await seenBy(hannah, hidden.viewId)).toBeUndefined();

  await sysadmin.ok('Users.Erase', { userName: name });
  expect(await seenBy(hannah, viewId)).toMatchObject({ owner: null, own: false, manageable: true, name: 'Doors of all' });
  expect(await site.database.query('SELECT FROM views WHERE view_id = $1', [hidden.viewId])).toEqual([]);
  await hannah.ok('Views.Delete', { viewId });
});

test('a user who moves to another organisation keeps their private views and leaves the shared ones', async () => {
  const name = await promoteColleague();
  const moving = await logInAs(site, name);
  const { viewId } = await create(moving, 'Doors');
  await moving.ok('Views.Share', { viewId, shared: true });
  const own = await create(moving, 'My own');
  const { version } = await sysadmin.ok('Users.User', { userName: name });
  const { organisation } = await foreigner.ok('Users.Self');
  await sysadmin.ok('Users.Patch', { userName: name, body: { version, organisationPublicId: organisation.publicId } });
  const arrived = await logInAs(site, name);
  expect((await arrived.ok('Views.List')).map((view) => view.viewId)).toEqual([own.viewId]);
  expect(await create(arrived, 'Doors')).toMatchObject({ own: true });
  expect(await seenBy(hannah, viewId)).toMatchObject({ owner: null, manageable: true });
  expect(await seenBy(foreigner, viewId)).toBeUndefined();
});

test('an erased user is in no view any more, own or shared', async () => {
  const { userName, email } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { firstName, lastName } = await sysadmin.ok('Users.User', { userName });
  const made = await create(hannah, `About ${userName}`, {
    search: `${firstName} ${lastName}`,
    where: [
      { field: 'email', op: 'equals', value: email.toUpperCase() },
      { field: 'mfa', op: 'in', value: ['off'] },
    ],
  });
  await sysadmin.ok('Users.Enable', { userName, enabled: false });
  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  const left = await seenBy(hannah, made.viewId);
  expect(left).toMatchObject({ content: { filter: 'locked', search: '', where: [{ field: 'mfa', op: 'in', value: ['off'] }] } });
  expect(left?.name).toContain(pseudonym);
  expect(JSON.stringify(await lastEvent('Views.Create'))).not.toContain(userName);
});

test('an erased user without a last name is found by the first one as a word, with and without the placeholder', async () => {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { version } = await sysadmin.ok('Users.User', { userName });
  await sysadmin.ok('Users.Patch', { userName, body: { version, firstName: 'Al', lastName: '-' } });
  const named = await create(hannah, 'Calls of al', {
    search: 'Al -',
    where: [
      { field: 'name', op: 'equals', value: 'AL' },
      { field: 'roles', op: 'in', value: ['Palatine'] },
    ],
  });
  const other = await create(hannah, 'All', { search: 'valley' });
  await sysadmin.ok('Users.Enable', { userName, enabled: false });
  const { pseudonym } = await sysadmin.ok('Users.Erase', { userName });
  const left = await seenBy(hannah, named.viewId);
  expect(left).toMatchObject({ content: { search: '', where: [{ field: 'roles', op: 'in', value: ['Palatine'] }] } });
  expect(left?.name).toContain(pseudonym);
  expect(await seenBy(hannah, other.viewId)).toMatchObject({ name: 'All', content: { search: 'valley' } });
});
