/** What an approver and a requester are shown: whether anything can need two, what is different before and after, and what waits. */
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { forgetOperations } from '../../support/operations.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';

const site = useServer();
const reason = 'Ticket 42';
const needed = { status: 409, problem: { code: 'ApprovalNeeded' } };

let sysadmin: Client;
let other: Client;
let subadmin: Client;
let elsewhere: Client;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  other = await logInAs(site, 'system_only');
  subadmin = await logInAs(site, 'subadmin');
  elsewhere = await logInAs(site, 'second_sub');
});
beforeEach(() => forgetOperations(site));

const idOf = async (name: string): Promise<string> => await organisationIdOf(site, name);
const setFourEyes = async (required: boolean) =>
  sysadmin.call('Organisations.Update', {
    publicId: await idOf('Harbour Mutual'),
    body: { fourEyes: required },
    ...(!required && { reason }),
  });
const rules = async () =>
  Promise.all([sysadmin, subadmin, elsewhere].map(async (client) => (await client.ok('Approvals.Count')).rule));

test('two pairs of eyes are turned on by one, are known at once to those whom it concerns, and are turned off by two', async () => {
  expect(await rules()).toEqual(['none', 'none', 'none']);
  expect(await setFourEyes(true)).toMatchObject({ status: 200, body: { fourEyes: true } });
  expect(await rules()).toEqual(['some', 'some', 'none']);
  expect(await setFourEyes(false)).toMatchObject(needed);
  expect(await sysadmin.ok('Approvals.Count')).toMatchObject({ asked: 1, open: 0, ready: 0 });
  const [request] = await other.ok('Approvals.List');
  expect(request).toMatchObject({ detail: { fourEyes: false }, before: { fourEyes: true }, targetUser: null });
  // Their own administrators can neither turn it off nor decide it.
  expect((await subadmin.ok('Approvals.List')).length).toBe(0);
  expect((await subadmin.call('Approvals.Approve', { requestId: request!.requestId })).status).toBe(404);
  await other.ok('Approvals.Approve', { requestId: request!.requestId });
  expect(await rules()).toEqual(['none', 'none', 'none']);
  // The one who has decided still sees what became of it, others do not.
  expect(await other.ok('Approvals.List')).toMatchObject([{ state: 'done', own: false }]);
  expect(await subadmin.ok('Approvals.List')).toEqual([]);
});

test('a request says who it is about, and its details as they were when it was made', async () => {
  await setFourEyes(true);
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, member.userId, ['Member', 'SubscriberAdministration']);
  const { userId, userName } = member;
  const { version, firstName, lastName } = await sysadmin.ok('Users.User', { userName });
  expect(await sysadmin.call('Roles.SetUser', { userName, body: { roles: ['Member'] }, reason })).toMatchObject(needed);
  const body = { version, organisationPublicId: await idOf('Northgate Portfolio') };
  expect(await sysadmin.call('Users.Patch', { userName, body, reason })).toMatchObject(needed);
  const requests = await other.ok('Approvals.List');
  const targetUser = { userId, userName, displayName: `${firstName} ${lastName}` };
  expect(requests).toMatchObject([
    {
      action: 'Users.Patch',
      targetUser,
      before: { organisation: 'Harbour Mutual' },
      detail: { organisation: 'Northgate Portfolio' },
    },
    {
      action: 'Roles.SetUser',
      targetUser,
      before: { roles: ['Member', 'SubscriberAdministration'] },
      detail: { roles: ['Member'] },
    },
  ]);
  // What was before stays, though the account is different by now.
  const [move, roles] = requests;
  await other.ok('Approvals.Approve', { requestId: roles!.requestId });
  expect((await sysadmin.ok('Approvals.List')).find(({ requestId }) => requestId === roles!.requestId)).toMatchObject({
    state: 'done',
    before: { roles: ['Member', 'SubscriberAdministration'] },
  });
  expect(await other.call('Approvals.Approve', { requestId: move!.requestId })).toMatchObject({
    status: 409,
    problem: { code: 'TargetChanged' },
  });
});

test('a key of a directory is made with exactly the name and the end that were approved, once', async () => {
  await setFourEyes(true);
  const organisationPublicId = await idOf('Harbour Mutual');
  const body = { name: 'Entra', expiresAt: new Date(Date.now() + 1e9).toISOString() };
  expect(await sysadmin.call('Provisioning.NewKey', { organisationPublicId, body, reason })).toMatchObject(needed);
  const [request] = await other.ok('Approvals.List');
  expect(await other.ok('Approvals.Approve', { requestId: request!.requestId })).toMatchObject({ state: 'approved' });
  expect(await sysadmin.ok('Approvals.Count')).toMatchObject({ ready: 1, asked: 0 });
  const { keyName, expiresAt } = (await sysadmin.ok('Approvals.List'))[0]!.detail;
  const approved = { organisationPublicId, body: { name: keyName!, expiresAt: expiresAt! } };
  expect((await sysadmin.call('Provisioning.NewKey', approved)).status).toBe(201);
  expect(await sysadmin.ok('Approvals.Count')).toMatchObject({ ready: 0 });
  const again = await sysadmin.call('Provisioning.NewKey', approved);
  expect(again.status).toBeGreaterThanOrEqual(400);
});
