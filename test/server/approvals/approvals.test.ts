/** Two pairs of eyes: one administrator requests an act, another approves it, and the server carries it out once. */
import type { ApprovalRequest } from '../../../api/contract/approvals.shapes.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { expireRequests } from '../../../server/approvals/expiry.ts';
import { disable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { enrol } from '../../support/mfa.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { requestsAge } from '../../support/operations.ts';
import { startServer } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { FOUR_EYES: 'on', LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const code = (status: number, expected: string) => ({ status, problem: { code: expected } });
const needed = code(409, 'ApprovalNeeded');
const reason = 'Left the company';

let sysadmin: Client;
let other: Client;
let subadmin: Client;
beforeAll(async () => {
  [sysadmin, other, subadmin] = [
    await logInAs(site, 'sysadmin'),
    await logInAs(site, 'system_only'),
    await logInAs(site, 'subadmin'),
  ];
});

async function administrator(role = 'SubscriberAdministration'): Promise<MemberAccount> {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, member.userId, [role]);
  return member;
}
const stateOf = (userId: string) =>
  site.database.row<{ enabled: boolean; roles: string[]; owner: string | null }>(
    `SELECT u.enabled, u.roles, w.user_name AS owner FROM users u LEFT JOIN users w ON w.user_id = u.owner_id WHERE u.user_id = $1`,
    [userId],
  );
const requestAbout = async (client: Client, target: string): Promise<ApprovalRequest> => {
  const found = (await client.ok('Approvals.List')).find((request) => request.target === target);
  if (!found) throw new Error(`No request about ${target}`);
  return found;
};
const eventsAbout = (target: string) =>
  site.database.query<{ actor: string; action: string; outcome: string; details: Record<string, unknown> }>(
    `SELECT actor, action, outcome, details FROM audit_events
      WHERE target = $1 AND (action LIKE 'Approvals.%' OR details ? 'request') ORDER BY seq`,
    [target],
  );
async function expireNow(): Promise<void> {
  const pool = openTestPool(site.database.url, 1);
  await expireRequests(openDatabase(pool), new Date());
  await pool.end();
}
const askToDisable = (client: Client, { userName }: MemberAccount, given: { reason?: string } = { reason }) =>
  client.call('Users.Enable', { userName, enabled: false, ...given });

test('an administrator is disabled when another one approves it, with the reason, in the name of the requester', async () => {
  const target = await administrator();
  expect(await askToDisable(sysadmin, target, {})).toMatchObject(code(400, 'ReasonRequired'));
  expect(await askToDisable(sysadmin, target, { reason: ' \n ' })).toMatchObject(code(400, 'ReasonRequired'));
  expect(await askToDisable(sysadmin, target)).toMatchObject(needed);
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });
  const mail = await awaitMail(site, ({ to, text }) => to[0] === 'system_only@example.com' && text.includes(target.userName));
  expect(mail.text).toContain(`Reason: ${reason}`);

  const before = (await other.ok('Approvals.Count')).open;
  expect(before).toBeGreaterThan(0);
  const request = await requestAbout(other, target.userName);
  expect(request).toMatchObject({
    action: 'Users.Enable',
    reason,
    state: 'open',
    own: false,
    organisationName: 'Harbour Mutual',
    requestedBy: { userName: 'sysadmin' },
  });
  expect(await requestAbout(sysadmin, target.userName)).toMatchObject({ own: true });
  expect(await sysadmin.call('Approvals.Approve', { requestId: request.requestId })).toMatchObject(code(403, 'OwnRequest'));
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });

  expect(await other.ok('Approvals.Approve', { requestId: request.requestId })).toMatchObject({
    state: 'done',
    decidedBy: { userName: 'system_only' },
  });
  expect(await stateOf(target.userId)).toMatchObject({ enabled: false });
  expect((await other.ok('Approvals.Count')).open).toBe(before - 1);
  expect(await other.call('Approvals.Approve', { requestId: request.requestId })).toMatchObject(code(409, 'RequestClosed'));
  expect(await eventsAbout(target.userName)).toMatchObject([
    { actor: 'sysadmin', action: 'Users.Enable', outcome: 'refused', details: { code: 'ApprovalNeeded', reason } },
    {
      actor: 'sysadmin',
      action: 'Users.Enable',
      outcome: 'success',
      details: { enabled: false, approvedBy: 'system_only', reason, request: request.requestId },
    },
    { actor: 'system_only', action: 'Approvals.Approve', outcome: 'success', details: { requestedBy: 'sysadmin' } },
  ]);
  await awaitMail(site, ({ to, subject }) => to[0] === 'sysadmin@example.com' && subject.startsWith('Approved'));
});

test('a member is disabled at once, and an administrator enabled by two', async () => {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  expect((await askToDisable(subadmin, member, {})).status).toBe(200);
  const target = await administrator();
  await disable(site, target.userId);
  expect(await sysadmin.call('Users.Enable', { userName: target.userName, enabled: true, reason })).toMatchObject(needed);
  await other.ok('Approvals.Approve', { requestId: (await requestAbout(other, target.userName)).requestId });
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });
});

test('a refused request changes nothing, and neither does a withdrawn one; both are notified and closed', async () => {
  const target = await administrator();
  await askToDisable(sysadmin, target);
  const refused = await requestAbout(other, target.userName);
  expect(await other.ok('Approvals.Refuse', { requestId: refused.requestId })).toMatchObject({ state: 'refused' });
  const isRefusal = ({ to, subject, text }: { to: readonly string[]; subject: string; text: string }) =>
    to[0] === 'sysadmin@example.com' && subject.startsWith('Refused') && text.includes(target.userName);
  await awaitMail(site, isRefusal);
  await askToDisable(sysadmin, target);
  const { requestId } = await requestAbout(other, target.userName);
  expect(requestId).not.toBe(refused.requestId);
  expect(await other.call('Approvals.Withdraw', { requestId })).toMatchObject(code(404, 'NotFound'));
  expect(await sysadmin.ok('Approvals.Withdraw', { requestId })).toMatchObject({ state: 'withdrawn' });
  for (const closed of [refused.requestId, requestId])
    expect(await other.call('Approvals.Approve', { requestId: closed })).toMatchObject(code(409, 'RequestClosed'));
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });
  const actions = (await eventsAbout(target.userName)).map(({ action }) => action);
  expect(actions).toEqual(['Users.Enable', 'Approvals.Refuse', 'Users.Enable', 'Approvals.Withdraw']);
});

test('administrators are demoted, reset, and taken over by two only', async () => {
  const target = await administrator();
  await enrol(await logInAs(site, target.userName));
  const { userName, userId } = target;
  const approve = async () => {
    const open = (await other.ok('Approvals.List')).find((request) => request.target === userName && !request.own);
    return other.ok('Approvals.Approve', { requestId: open!.requestId });
  };

  expect(await sysadmin.call('Users.ResetAuthentication', { userName, type: 'Mfa', reason })).toMatchObject(needed);
  await approve();
  expect(await sysadmin.ok('Users.User', { userName })).toMatchObject({ mfaEnabled: false, mfaRequired: true });

  expect(await subadmin.call('Users.TakeOwnership', { userName, reason })).toMatchObject(needed);
  // The same act by another administrator is a request of its own: the owner would be another.
  expect(await other.call('Users.TakeOwnership', { userName, reason })).toMatchObject(needed);
  await sysadmin.ok('Approvals.Approve', {
    requestId: (await sysadmin.ok('Approvals.List')).find(
      (request) => request.target === userName && request.requestedBy.userName === 'subadmin',
    )!.requestId,
  });
  expect(await stateOf(userId)).toMatchObject({ owner: 'subadmin' });

  const roles = ['Member'];
  expect(await sysadmin.call('Roles.SetUser', { userName, body: { roles }, reason })).toMatchObject(needed);
  // Making the same call approves nothing.
  expect(await other.call('Roles.SetUser', { userName, body: { roles }, reason })).toMatchObject(needed);
  expect(await stateOf(userId)).toMatchObject({ roles: ['SubscriberAdministration'] });
  await approve();
  expect(await stateOf(userId)).toMatchObject({ roles });
});

test('an impersonation, and a recovery code, are for the requester: once, within an hour', async () => {
  const target = await administrator();
  const { userName, userId } = target;
  await enrol(await logInAs(site, userName));
  const asker = await logInAs(site, 'sysadmin');
  expect(await asker.call('Users.Impersonate', { userName, reason })).toMatchObject(needed);
  const { requestId } = await requestAbout(other, userName);
  expect(await other.ok('Approvals.Approve', { requestId })).toMatchObject({ state: 'approved' });
  // The approval is not for the approver.
  expect(await other.call('Users.Impersonate', { userName, reason })).toMatchObject(needed);
  expect(await asker.ok('Users.Impersonate', { userName, reason })).toMatchObject({ userName });
  await asker.ok('Users.Impersonate', { userName: 'sysadmin' });
  expect(await asker.call('Users.Impersonate', { userName, reason })).toMatchObject(needed);

  expect(await asker.call('Mfa.RecoveryFor', { userId, reason })).toMatchObject(needed);
  const code2 = (await other.ok('Approvals.List')).find(
    ({ action, target: name }) => action === 'Mfa.RecoveryFor' && name === userName,
  );
  await other.ok('Approvals.Approve', { requestId: code2!.requestId });
  await requestsAge(site, '61 minutes', code2!.requestId);
  expect(await asker.call('Mfa.RecoveryFor', { userId, reason })).toMatchObject(needed);
});

test('the MFA rule of an organisation is changed by two of its administrators', async () => {
  const colleague = await administrator();
  const { organisation } = await subadmin.ok('Users.Self');
  const { required } = await subadmin.ok('Organisations.MfaRequired');
  expect(await subadmin.call('Organisations.SetMfaRequired', { required: !required, reason })).toMatchObject(needed);
  const approver = await logInAs(site, colleague.userName);
  const request = await requestAbout(approver, 'Harbour Mutual');
  await approver.ok('Approvals.Approve', { requestId: request.requestId });
  expect(await subadmin.ok('Organisations.MfaRequired')).toEqual({ required: !required });
  const publicId = organisation.publicId;
  const update = { publicId, body: { mfaRequired: required }, reason };
  expect(await sysadmin.call('Organisations.Update', update)).toMatchObject(needed);
  const back = (await other.ok('Approvals.List')).find(({ action }) => action === 'Organisations.Update');
  // A colleague in the organisation has no say in what the operator decides.
  expect(await approver.call('Approvals.Approve', { requestId: back!.requestId })).toMatchObject(code(404, 'NotFound'));
  await other.ok('Approvals.Approve', { requestId: back!.requestId });
  expect(await subadmin.ok('Organisations.MfaRequired')).toEqual({ required });
});

test('nobody decides about the own account, in another organisation, as somebody else, or with an API key', async () => {
  const target = await administrator();
  await askToDisable(subadmin, target);
  const { requestId } = await requestAbout(other, target.userName);
  expect(await (await logInAs(site, target.userName)).call('Approvals.Approve', { requestId })).toMatchObject(
    code(403, 'OwnAccount'),
  );
  expect(await (await logInAs(site, 'second_sub')).call('Approvals.Approve', { requestId })).toMatchObject(code(404, 'NotFound'));
  expect(await (await logInAs(site, 'ordinary')).call('Approvals.Approve', { requestId })).toMatchObject(code(403, 'Forbidden'));

  const { userName } = await administrator();
  const acting = await logInAs(site, 'sysadmin');
  await acting.call('Users.Impersonate', { userName, reason });
  await other.ok('Approvals.Approve', { requestId: (await requestAbout(other, userName)).requestId });
  await acting.ok('Users.Impersonate', { userName, reason });
  expect(await acting.call('Approvals.Approve', { requestId })).toMatchObject(code(403, 'Impersonating'));
  expect(await acting.call('Approvals.Refuse', { requestId })).toMatchObject(code(403, 'Impersonating'));
  const another = await administrator();
  expect(await askToDisable(acting, another)).toMatchObject(code(403, 'Impersonating'));
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });
});

test('a new request is needed after a change of the account, or of the requester’s rights', async () => {
  const [target, asker] = [await administrator(), await administrator()];
  const asking = await logInAs(site, asker.userName);
  await askToDisable(asking, target);
  const { requestId } = await requestAbout(other, target.userName);
  await setRoles(site, asker.userId, ['Member']);
  expect(await other.call('Approvals.Approve', { requestId })).toMatchObject(code(409, 'TargetChanged'));
  await setRoles(site, asker.userId, ['SubscriberAdministration']);
  await setRoles(site, target.userId, ['SubscriberAdministration', 'Member']);
  expect(await other.call('Approvals.Approve', { requestId })).toMatchObject(code(409, 'TargetChanged'));
  expect(await stateOf(target.userId)).toMatchObject({ enabled: true });
  await askToDisable(asking, target);
  await other.ok('Approvals.Approve', { requestId: (await requestAbout(other, target.userName)).requestId });
  expect(await stateOf(target.userId)).toMatchObject({ enabled: false });
});

test('the same act with another reason is another request: what was read before approves nothing', async () => {
  const target = await administrator();
  await askToDisable(sysadmin, target, { reason: 'First' });
  const first = await requestAbout(other, target.userName);
  await askToDisable(sysadmin, target, { reason: 'Second' });
  expect(await other.call('Approvals.Approve', { requestId: first.requestId })).toMatchObject(code(404, 'NotFound'));
  expect(await requestAbout(other, target.userName)).toMatchObject({ reason: 'Second' });
});

test('after 24 hours a request is over, and the audit says so', async () => {
  const target = await administrator();
  await askToDisable(sysadmin, target);
  const { requestId } = await requestAbout(other, target.userName);
  await requestsAge(site, '24 hours', requestId);
  expect(await other.call('Approvals.Approve', { requestId })).toMatchObject(code(409, 'RequestClosed'));
  expect(await requestAbout(sysadmin, target.userName)).toMatchObject({ state: 'expired' });
  await expireNow();
  const events = await eventsAbout(target.userName);
  expect(events.at(-1)).toMatchObject({ action: 'Approvals.Expire', actor: null, details: { request: requestId } });
  await expireNow();
  expect(await eventsAbout(target.userName)).toHaveLength(events.length);
});

test('an organisation asks for two pairs of eyes by itself, and one administrator alone does not end that', async () => {
  const server = await startServer({ database: site.database, env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
  try {
    const [operator, second] = [await logInAs(server, 'sysadmin'), await logInAs(server, 'system_only')];
    const { organisation } = await subadmin.ok('Users.Self');
    const publicId = organisation.publicId;
    const [before, bound] = [await administrator(), await administrator()];
    expect((await askToDisable(operator, before, {})).status).toBe(200);
    expect(await operator.ok('Organisations.Update', { publicId, body: { fourEyes: true } })).toMatchObject({ fourEyes: true });
    expect(await askToDisable(operator, bound)).toMatchObject(needed);
    expect(await operator.call('Organisations.Update', { publicId, body: { fourEyes: false }, reason })).toMatchObject(needed);
    const ending = (await second.ok('Approvals.List')).find(({ detail }) => detail.fourEyes === false);
    await second.ok('Approvals.Approve', { requestId: ending!.requestId });
    expect((await askToDisable(operator, bound, {})).status).toBe(200);
  } finally {
    await server.stop();
  }
});
