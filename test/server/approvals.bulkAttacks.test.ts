/** Ways around two pairs of eyes on many people: other organisations, other names, keys, roles that come and go. */
import { setRoles } from '../support/atOnce.ts';
import type { Client } from '../support/client.ts';
import { logInAs } from '../support/logInAs.ts';
import { type Member, membersOf } from '../support/membersOf.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const ALONE = 3;
/** Only this organisation asks for it. */
const STRICT = 'Harbour Mutual';
const LENIENT = 'Northgate Portfolio';
const site = useServer({ env: { FOUR_EYES_BULK: String(ALONE), LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const reason = 'The branch in Bergen is closed';
const code = (status: number, problemCode: string) => ({ status, problem: { code: problemCode } });
const reasonRequired = code(400, 'ReasonRequired');

let sysadmin: Client;
let subadmin: Client;
let approver: Client;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  subadmin = await logInAs(site, 'subadmin');
  approver = await logInAs(site, 'system_only');
});
beforeEach(async () => {
  for (const table of ['four_eyes_acts', 'approval_requests', 'lost_roles']) await site.database.query(`DELETE FROM ${table}`);
  await site.database.query(`UPDATE users SET enabled = true WHERE roles = '{Member}' AND registered`);
  await setStrict(STRICT, true);
  await setStrict(LENIENT, false);
});

const setStrict = (organisation: string, isStrict: boolean) =>
  site.database.query(`UPDATE organisations SET four_eyes = $2 WHERE name = $1`, [organisation, isStrict]);

const people = (count: number, organisation = STRICT) => membersOf(site.database, organisation, count);
const disable = (client: Client, { userName }: Member) => client.call('Users.Enable', { userName, enabled: false });
const ask = (client: Client, those: readonly Member[]) =>
  client.call('Approvals.Bulk', {
    body: { action: 'Users.Enable', userIds: those.map(({ userId }) => userId), reason },
  });
async function askAndApprove(client: Client, those: readonly Member[], by = approver): Promise<string> {
  const { body } = await ask(client, those);
  const requestId = body?.requestId ?? '';
  expect(await by.ok('Approvals.Approve', { requestId })).toMatchObject({ state: 'approved' });
  return requestId;
}
const useUp = (client: Client, those: readonly Member[]) => Promise.all(those.map((one) => disable(client, one)));

test('people of an organisation without the rule do not count, and those of one with it do among them', async () => {
  const lenient = await people(ALONE + 2, LENIENT);
  const strict = await people(ALONE + 1);
  for (const one of lenient) expect(await disable(sysadmin, one)).toMatchObject({ status: 200 });
  expect(await ask(sysadmin, [...lenient, ...strict.slice(0, ALONE)])).toMatchObject({ body: { needed: false } });
  const asked = await ask(sysadmin, [...(await people(1, 'Northgate Portfolio')), ...strict]);
  expect(asked).toMatchObject({ body: { needed: true } });
  // Of several organisations: for system administrators.
  const requestId = asked.body?.requestId ?? '';
  expect((await approver.ok('Approvals.List')).map((request) => request.requestId)).toContain(requestId);
  await site.database.query(`UPDATE users SET enabled = true WHERE user_id = $1`, [lenient[0]!.userId]);
  const mixed = (await ask(sysadmin, [lenient[0]!, ...strict])).body?.requestId ?? '';
  expect(await subadmin.call('Approvals.Approve', { requestId: mixed })).toMatchObject(code(404, 'NotFound'));
  expect(await subadmin.call('Approvals.People', { requestId: mixed })).toMatchObject(code(404, 'NotFound'));
  for (const one of strict.slice(0, ALONE)) expect(await disable(sysadmin, one)).toMatchObject({ status: 200 });
  expect(await disable(sysadmin, strict[ALONE]!)).toMatchObject(reasonRequired);
});

test('another organisation’s people cannot be asked for, nor seen by its administrators', async () => {
  const others = await people(ALONE + 1, LENIENT);
  await setStrict(LENIENT, true);
  expect(await ask(subadmin, others)).toMatchObject({ status: 200, body: { needed: false } });
  const requestId = await askAndApprove(subadmin, await people(ALONE + 1), sysadmin);
  const stranger = await logInAs(site, 'second_sub');
  expect(await stranger.call('Approvals.People', { requestId })).toMatchObject(code(404, 'NotFound'));
  expect(await stranger.call('Approvals.Withdraw', { requestId })).toMatchObject(code(404, 'NotFound'));
});

test('who impersonates another administrator counts themselves, asks for nothing, and uses no approval of theirs', async () => {
  const those = await people(ALONE + 3, LENIENT);
  const acting = await logInAs(site, 'sysadmin');
  await acting.ok('Users.Impersonate', { userName: 'second_sub' });
  await setStrict(LENIENT, true);
  await useUp(sysadmin, those.slice(0, ALONE));
  const [covered] = those.slice(ALONE);
  expect(await disable(acting, covered!)).toMatchObject(code(403, 'Impersonating'));
  expect(await ask(acting, those.slice(ALONE - 2))).toMatchObject(code(403, 'Impersonating'));

  const second = await logInAs(site, 'second_sub');
  await askAndApprove(second, those.slice(ALONE - 1).concat(await lastOf(LENIENT)));
  expect(await disable(acting, covered!)).toMatchObject(code(403, 'Impersonating'));
  expect(await disable(second, covered!)).toMatchObject({ status: 200 });
});
const lastOf = async (organisation: string): Promise<Member[]> =>
  site.database.query<Member>(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users JOIN organisations o USING (organisation_id)
      WHERE roles = '{Member}' AND registered AND o.name = $1 ORDER BY user_name DESC LIMIT 2`,
    [organisation],
  );

test('an API key counts for its owner', async () => {
  const those = await people(ALONE + 1);
  const { key } = await subadmin.ok('ApiKey.Create', { name: 'bulk' });
  await subadmin.ok('ApiKey.CreateClaims', { body: { name: 'bulk', claims: [{ type: 'call', value: 'Users.Enable' }] } });
  await useUp(subadmin, those.slice(0, ALONE));
  const answer = await fetch(`${site.url}/api/Users/Enable/${those[ALONE]!.userName}/false`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}` },
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'ReasonRequired' }]);
  await subadmin.ok('ApiKey.Delete', { name: 'bulk' });
});

test('a target that was a system administrator meanwhile is not covered by an approval of its own organisation', async () => {
  const colleague = await unusedMember(site, { organisation: STRICT });
  await setRoles(site.database, colleague, ['SubscriberAdministration']);
  const those = await people(ALONE + 1);
  await askAndApprove(sysadmin, those, await logInAs(site, colleague.userName));
  await useUp(sysadmin, await lastOf(STRICT));
  await useUp(sysadmin, (await people(ALONE + 2)).slice(ALONE + 1));
  const [one, two] = those as [Member, Member];
  await site.database.query(`INSERT INTO lost_roles (user_id, role_name, lost_at) VALUES ($1, 'SystemAdministration', now())`, [
    one.userId,
  ]);
  expect(await disable(sysadmin, one)).toMatchObject(reasonRequired);
  expect(await disable(sysadmin, two)).toMatchObject({ status: 200 });
  await setRoles(site.database, colleague, ['Member']);
});

test('a requester who lost the rights meanwhile is approved nothing, and carries out nothing', async () => {
  const asking = await unusedMember(site, { organisation: STRICT });
  await setRoles(site.database, asking, ['SubscriberAdministration']);
  const client = await logInAs(site, asking.userName);
  const those = await people(ALONE + 1);
  const { body } = await ask(client, those);
  await setRoles(site.database, asking, ['Member']);
  expect(await approver.call('Approvals.Approve', { requestId: body!.requestId! })).toMatchObject(code(409, 'TargetChanged'));
  await setRoles(site.database, asking, ['SubscriberAdministration']);
  expect(await approver.call('Approvals.Approve', { requestId: body!.requestId! })).toMatchObject({ status: 200 });
  await setRoles(site.database, asking, ['Member']);
  expect(await disable(client, those[0]!)).toMatchObject(code(403, 'Forbidden'));
  expect(await client.call('Approvals.People', { requestId: body!.requestId! })).toMatchObject(code(403, 'Forbidden'));
});

test('who decides reads all of the people, in order, by pages', async () => {
  const those = await people(30);
  const { body } = await ask(subadmin, those);
  const { people: read, next } = await approver.ok('Approvals.People', { requestId: body!.requestId! });
  expect(read.map(({ userName }) => userName)).toEqual(those.map(({ userName }) => userName));
  expect(next).toBeNull();
  const rest = await approver.ok('Approvals.People', { requestId: body!.requestId!, after: 28 });
  expect(rest.people).toHaveLength(2);
});
