/** Actions that were for one user, done to many: each with its policy, its proof of identity, its second person and its event. */
import type { ActionArgs } from '../../../api/contract/actions.entry.ts';
import type { OperationKind } from '../../../api/contract/actions.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { giveAuthenticator, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { logInAs } from '../../support/logInAs.ts';
import { readMails } from '../../support/mails.ts';
import { organisationIdOf, requireFourEyes } from '../../support/organisations.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { users } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', FOUR_EYES_BULK: '2' } });
const HARBOUR = 'Harbour Mutual';
const NORTHGATE = 'Northgate Portfolio';

let subadmin: Client;
let sysadmin: Client;
beforeAll(async () => {
  [subadmin, sysadmin] = [await logInAs(site, 'subadmin'), await logInAs(site, 'sysadmin')];
});

const idsOf = (those: readonly Pick<MemberAccount, 'userId'>[]) => those.map(({ userId }) => userId);
const members = async (count: number, organisation = HARBOUR): Promise<MemberAccount[]> => {
  const found: MemberAccount[] = [];
  while (found.length < count) found.push(await unusedMember(site, { organisation }));
  return found;
};
const start = (by: Client, kind: OperationKind, those: readonly MemberAccount[], args: ActionArgs = {}, reason?: string) =>
  by.call('Operations.Start', { body: { kind, userIds: idsOf(those), ...args }, ...(reason !== undefined && { reason }) });
const ended = (by: Client, operationId: string) =>
  eventually('the end of the operation', async () => {
    const operation = await by.ok('Operations.Get', { operationId });
    return operation.finishedAt !== null && operation;
  });
async function done(by: Client, kind: OperationKind, those: readonly MemberAccount[], args?: ActionArgs) {
  const { status, body } = await start(by, kind, those, args);
  expect([status, body?.state]).toEqual([200, 'running']);
  return ended(by, body!.operationId);
}
const eventsOf = async (operationId: string, action: string) =>
  (await auditEvents(site, { details: { operation: operationId }, action, outcome: 'success' }))
    .map(({ target }) => target!)
    .sort();
const namesOf = (those: readonly MemberAccount[]) => those.map(({ userName }) => userName).sort();
const rolesOf = async (those: readonly MemberAccount[]) =>
  (await users(site, { userId: idsOf(those) }, 'roles')).map(({ roles }) => roles.join(' '));
const setFourEyes = (name: string, isRequired: boolean) => requireFourEyes(site, name, isRequired);
const mailsTo = async ({ email }: MemberAccount, subject: RegExp) =>
  (await readMails(site.dataDir)).filter((mail) => mail.to.includes(email) && subject.test(mail.subject));

test('sessions of many end: only those who are logged in count, each gets an event and a mail', async () => {
  const those = await members(3);
  const [away, ...here] = those as [MemberAccount, ...MemberAccount[]];
  const clients = await Promise.all(here.map(({ userName }) => logInAs(site, userName)));
  const { operationId, counts } = await done(subadmin, 'endSessions', those);
  expect(counts).toMatchObject({ total: 2, done: 2 });
  expect(await eventsOf(operationId, 'Users.EndSessions')).toEqual(namesOf(here));
  for (const client of clients) expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  await eventually('a mail', async () => (await mailsTo(here[0]!, /log|session/i)).length > 0);
  expect(await mailsTo(away, /log|session/i)).toEqual([]);
});

test('MFA is required of many, and nobody for whom it was is asked anew', async () => {
  const those = await members(3);
  await subadmin.ok('Mfa.Require', { userId: those[0]!.userId, body: { required: true } });
  const { operationId, counts } = await done(subadmin, 'requireMfa', those);
  expect(counts).toMatchObject({ total: 2, done: 2 });
  expect(await eventsOf(operationId, 'Mfa.Require')).toEqual(namesOf(those.slice(1)));
  expect(await subadmin.ok('Mfa.Status', { userId: those[2]!.userId })).toMatchObject({
    required: true,
    requiredBy: 'administrator',
  });
});

test('everybody without MFA is reminded by mail once a day, however many administrators ask', async () => {
  const those = await members(2);
  const operations = await Promise.all([done(subadmin, 'remindMfa', those), done(sysadmin, 'remindMfa', those)]);
  const events = await Promise.all(operations.map(({ operationId }) => eventsOf(operationId, 'Mfa.Remind')));
  expect(events.flat().sort()).toEqual(namesOf(those));
  for (const member of those) await eventually('the mail', async () => (await mailsTo(member, /multi-factor/)).length > 0);
  await subadmin.ok('Mfa.Remind', { userId: those[0]!.userId });
  await site.database.query(`UPDATE users SET mfa_reminded_at = now() - interval '25 hours' WHERE user_id = $1`, [
    those[1]!.userId,
  ]);
  await subadmin.ok('Mfa.Remind', { userId: those[1]!.userId });
  await eventually('the second mail', async () => (await mailsTo(those[1]!, /multi-factor/)).length === 2);
  expect(await mailsTo(those[0]!, /multi-factor/)).toHaveLength(1);
});

test('no reminder goes to a user with a second factor, who is disabled, or out of scope', async () => {
  const [withFactor, disabled] = (await members(2)) as [MemberAccount, MemberAccount];
  const [stranger] = (await members(1, NORTHGATE)) as [MemberAccount];
  await giveAuthenticator(site, withFactor.userId);
  await subadmin.ok('Users.Enable', { userName: disabled.userName, enabled: false });
  expect(await subadmin.call('Mfa.Remind', { userId: withFactor.userId })).toMatchObject({ problem: { code: 'MfaAlreadyOn' } });
  expect(await subadmin.call('Mfa.Remind', { userId: disabled.userId })).toMatchObject({ status: 409 });
  expect(await subadmin.call('Mfa.Remind', { userId: stranger.userId })).toMatchObject({ status: 404 });
  expect(await start(subadmin, 'remindMfa', [withFactor, disabled, stranger])).toMatchObject({ status: 409 });
});

test('a role is given to many and taken back by the undo, which leaves it to those who had it', async () => {
  const those = await members(3);
  await setRoles(site, those[0]!.userId, ['Member', 'Support']);
  const { operationId, counts } = await done(subadmin, 'giveRole', those, { roleName: 'Support' });
  expect(counts).toMatchObject({ total: 2, done: 2 });
  expect(new Set(await rolesOf(those))).toEqual(new Set(['Member Support']));
  expect(await eventsOf(operationId, 'Roles.SetUser')).toEqual(namesOf(those.slice(1)));
  const undone = await subadmin.ok('Operations.Undo', { operationId });
  expect(undone).toMatchObject({ kind: 'takeRole', undoes: operationId, counts: { total: 2 } });
  await ended(subadmin, undone.operationId);
  expect(await rolesOf(those.slice(0, 1))).toEqual(['Member Support']);
  expect(await rolesOf(those.slice(1))).toEqual(['Member', 'Member']);
});

test('a role that the caller may not give reaches nobody', async () => {
  const those = await members(2);
  expect(await start(subadmin, 'giveRole', those, { roleName: 'SystemAdministration' })).toMatchObject({ status: 409 });
  expect(await rolesOf(those)).toEqual(['Member', 'Member']);
});

test.each([
  ['giveRole', {}, 'roleName'],
  ['takeRole', {}, 'roleName'],
  ['giveRole', { roleName: 'Captain' }, 'roleName'],
  ['giveRole', { roleName: '' }, 'roleName'],
  ['giveRole', { organisationPublicId: crypto.randomUUID() }, 'roleName'],
  ['move', {}, 'organisationPublicId'],
  ['move', { organisationPublicId: crypto.randomUUID() }, 'organisationPublicId'],
] as const)('%s with %o is refused at its %s', async (kind, args, field) => {
  const those = await members(1);
  const { status, problem } = await start(sysadmin, kind, those, args);
  expect([status, Object.keys(problem?.fields ?? {})]).toEqual([400, [field]]);
});

test('what needs a fresh proof of identity for one needs it for many', async () => {
  const those = await members(1);
  await authenticatedAgo(site, '1 day', 'subadmin');
  for (const [kind, args] of [
    ['endSessions', {}],
    ['requireMfa', {}],
    ['giveRole', { roleName: 'Support' }],
  ] as const) {
    if (kind === 'endSessions') await logInAs(site, those[0]!.userName);
    expect(await start(subadmin, kind, those, args)).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  }
  expect(await start(subadmin, 'remindMfa', those)).toMatchObject({ status: 200 });
  subadmin = await logInAs(site, 'subadmin');
});

test('only system administrators move users, whose sessions end', async () => {
  const those = await members(2);
  const client = await logInAs(site, those[0]!.userName);
  const organisationPublicId = await organisationIdOf(site, NORTHGATE);
  expect(await start(subadmin, 'move', those, { organisationPublicId })).toMatchObject({ status: 409 });
  const { operationId } = await done(sysadmin, 'move', those, { organisationPublicId });
  expect(await eventsOf(operationId, 'Users.Patch')).toEqual(namesOf(those));
  expect(await client.call('Users.Self')).toMatchObject({ status: 401 });
  expect(await sysadmin.ok('Users.User', { userName: those[1]!.userName })).toMatchObject({
    organisation: { organisationName: NORTHGATE },
  });
  expect(await start(sysadmin, 'move', those, { organisationPublicId })).toMatchObject({ status: 409 });
});

test('an administrative role for many waits for a second person where two pairs of eyes are required, who reads which role it is', async () => {
  const those = await members(2);
  await setFourEyes(HARBOUR, true);
  try {
    const { body } = await start(sysadmin, 'giveRole', those, { roleName: 'SubscriberAdministration' }, 'Both lead their team');
    expect(body).toMatchObject({ state: 'awaitingApproval' });
    const approver = await unusedMember(site, { organisation: HARBOUR });
    await setRoles(site, approver.userId, ['SystemAdministration']);
    const second = await logInAs(site, approver.userName);
    expect((await second.ok('Approvals.List')).find(({ requestId }) => requestId === body!.operationId)).toMatchObject({
      detail: { kind: 'giveRole', roleName: 'SubscriberAdministration' },
    });
    expect(await rolesOf(those)).toEqual(['Member', 'Member']);
    await second.ok('Approvals.Approve', { requestId: body!.operationId });
    await ended(sysadmin, body!.operationId);
    expect(await rolesOf(those)).toEqual(Array(2).fill('Member SubscriberAdministration'));
  } finally {
    await setFourEyes(HARBOUR, false);
  }
});

test('a move of many waits for a second person where only the other organisation requires one', async () => {
  const those = await members(3);
  await setFourEyes(NORTHGATE, true);
  try {
    const organisationPublicId = await organisationIdOf(site, NORTHGATE);
    const { body } = await start(sysadmin, 'move', those, { organisationPublicId }, 'The teams were merged');
    expect(body).toMatchObject({ state: 'awaitingApproval' });
    expect((await sysadmin.ok('Approvals.List')).find(({ requestId }) => requestId === body!.operationId)).toMatchObject({
      detail: { kind: 'move', organisation: NORTHGATE },
    });
    await sysadmin.ok('Operations.Cancel', { operationId: body!.operationId });
  } finally {
    await setFourEyes(NORTHGATE, false);
  }
});
