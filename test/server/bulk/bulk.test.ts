/** Operations on many users: the server handles each user once, without the page, and reports each outcome. */
import type { LongRunningOperation, OperationTarget } from '../../../api/contract/bulk.ts';
import { enable, giveAuthenticator, setRoles } from '../../support/changeUser.ts';
import { type Client, createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { only } from '../../support/facts.ts';
import { holdUsers } from '../../support/holdUsers.ts';
import { logInAs } from '../../support/logInAs.ts';
import { type Member, membersOf } from '../../support/membersOf.ts';
import { forgetOutcomes, operations, resume } from '../../support/operations.ts';
import { authenticatedAgo } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { disabledOf } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const HARBOUR = 'Harbour Mutual';

let subadmin: Client;
beforeAll(async () => {
  subadmin = await logInAs(site, 'subadmin');
});
beforeEach(() => site.database.query(`UPDATE users SET enabled = true WHERE roles = '{Member}' AND registered`));

const idsOf = (those: readonly Pick<Member, 'userId'>[]) => those.map(({ userId }) => userId);
const disable = (those: readonly Pick<Member, 'userId'>[], by = subadmin) =>
  by.ok('Operations.Start', { body: { kind: 'disable', userIds: idsOf(those) } });
const stateOf = (operationId: string, by = subadmin) => by.ok('Operations.Get', { operationId });
const targetsOf = async (operationId: string, by = subadmin): Promise<OperationTarget[]> =>
  (await by.ok('Operations.Targets', { operationId })).targets;
const finished = (operationId: string, by = subadmin) =>
  eventually<LongRunningOperation>('the end of the operation', async () => {
    const operation = await stateOf(operationId, by);
    return operation.finishedAt !== null && operation;
  });
const countDisabled = (those: readonly Member[]): Promise<number> => disabledOf(site, idsOf(those));
const eventsOf = (operationId: string) =>
  site.database.query<{ action: string; target: string | null; actor: string | null }>(
    `SELECT action, target, actor FROM audit_events WHERE details ->> 'operation' = $1 AND outcome = 'success' ORDER BY action, target`,
    [operationId],
  );

test('every user is disabled once, each with an event, without the page', async () => {
  const those = await membersOf(site.database, HARBOUR, 12);
  const started = await disable(those);
  expect(started).toMatchObject({ kind: 'disable', state: 'running', counts: { total: 12, done: 0 }, problem: null });
  expect(await finished(started.operationId)).toMatchObject({
    state: 'done',
    counts: { total: 12, done: 12, failed: 0, skipped: 0 },
  });
  expect(await countDisabled(those)).toBe(12);
  expect(await eventsOf(started.operationId)).toEqual([
    { action: 'Operations.Start', target: null, actor: 'subadmin' },
    ...those.map(({ userName }) => ({ action: 'Users.Enable', target: userName, actor: 'subadmin' })),
  ]);
  expect((await targetsOf(started.operationId)).map(({ user, outcome }) => [user.userName, outcome, user.enabled])).toEqual(
    those.map(({ userName }) => [userName, 'done', false]),
  );
  expect((await subadmin.ok('Operations.List'))[0]).toMatchObject({ operationId: started.operationId });
});

test('undone, those who were disabled are enabled again, and no other', async () => {
  const [already, ...those] = await membersOf(site.database, HARBOUR, 6);
  await subadmin.ok('Users.Enable', { userName: already!.userName, enabled: false });
  const { operationId } = await disable([already!, ...those]);
  await finished(operationId);
  const undone = await subadmin.ok('Operations.Undo', { operationId });
  expect(undone).toMatchObject({ kind: 'enable', undoes: operationId, counts: { total: 5 } });
  await finished(undone.operationId);
  expect([await countDisabled(those), await countDisabled([already!])]).toEqual([0, 1]);
});

test('users out of scope, unknown ids, the caller, and users who are disabled already are left out; with no user left it is refused', async () => {
  const [done, member] = await membersOf(site.database, HARBOUR, 2);
  const [stranger] = await membersOf(site.database, 'Northgate Portfolio', 1);
  const self = await subadmin.ok('Users.Self');
  await subadmin.ok('Users.Enable', { userName: done!.userName, enabled: false });
  const others = [{ userId: crypto.randomUUID() }, stranger!, self, done!];
  const body = { kind: 'disable', userIds: idsOf(others) } as const;
  expect(await subadmin.call('Operations.Start', { body })).toMatchObject({ status: 409, problem: { code: 'Conflict' } });
  const { operationId } = await disable([...others, member!]);
  expect(await finished(operationId)).toMatchObject({ counts: { total: 1, done: 1 } });
  expect(await countDisabled([stranger!])).toBe(0);
});

test('a user for whom it fails is named with the reason, does not stop the others, and can be tried again', async () => {
  const those = await membersOf(site.database, HARBOUR, 6);
  const [failing] = those as [Member];
  await site.database.query(`
    CREATE FUNCTION refuse_this_user() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse_this_user BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.user_id = '${failing.userId}') EXECUTE FUNCTION refuse_this_user()`);
  const { operationId } = await disable(those);
  expect(await finished(operationId)).toMatchObject({ state: 'done', counts: { total: 6, done: 5, failed: 1 } });
  const { targets } = await subadmin.ok('Operations.Targets', { operationId, outcome: 'failed' });
  expect(targets).toMatchObject([
    { user: { userName: failing.userName }, problem: 'ServerError', message: expect.stringMatching(/\w \w/) as unknown },
  ]);

  await site.database.query(`DROP TRIGGER refuse_this_user ON users`);
  await subadmin.ok('Operations.Retry', { operationId });
  expect(await finished(operationId)).toMatchObject({ state: 'done', counts: { done: 6, failed: 0 } });
  expect(await countDisabled(those)).toBe(6);
  expect(await subadmin.call('Operations.Retry', { operationId })).toMatchObject({ status: 409 });
});

test('paused it stops, resumed it goes on, cancelled it leaves out the rest', async () => {
  const those = await membersOf(site.database, HARBOUR, 30);
  const held = await holdUsers(site.database, ...idsOf(those));
  const { operationId } = await disable(those);
  await held.awaited();
  expect(await subadmin.ok('Operations.Pause', { operationId })).toMatchObject({ state: 'paused' });
  expect(await subadmin.call('Operations.Pause', { operationId })).toMatchObject({ status: 409 });
  await held.release();
  // Open transactions end, and no new one begins.
  await eventually('the end of one', async () => (await stateOf(operationId)).counts.done > 0);
  expect((await stateOf(operationId)).counts.done).toBeLessThan(those.length / 2);

  await subadmin.ok('Operations.Resume', { operationId });
  expect(await finished(operationId)).toMatchObject({ state: 'done', counts: { total: 30, done: 30 } });

  await enable(site, idsOf(those));
  await forgetOutcomes(site, operationId, 21);
  await resume(site, operationId, 'paused');
  expect(await subadmin.ok('Operations.Cancel', { operationId })).toMatchObject({
    state: 'cancelled',
    counts: { done: 20, skipped: 10 },
  });
  expect(await subadmin.call('Operations.Resume', { operationId })).toMatchObject({ status: 409 });
  expect(await countDisabled(those)).toBe(0);
});

test('it ends with the session that started it, and goes on in another one of the same user', async () => {
  const those = await membersOf(site.database, HARBOUR, 3);
  const other = await logInAs(site, 'subadmin');
  const held = await holdUsers(site.database, those[0]!.userId);
  const { operationId } = await disable(those, other);
  await held.awaited();
  await other.ok('Operations.Pause', { operationId });
  await held.release();
  await forgetOutcomes(site, operationId);
  await other.ok('Login.Logout');
  await resume(site, operationId);
  await eventually('its pause', async () => (await stateOf(operationId)).problem === 'SessionRequired');
  expect(await stateOf(operationId)).toMatchObject({ state: 'paused' });
  await subadmin.ok('Operations.Resume', { operationId });
  expect(await finished(operationId)).toMatchObject({ state: 'done', problem: null });
});

test('an administrator who has lost the right changes no further user', async () => {
  const administrator = await unusedMember(site, { organisation: HARBOUR });
  await setRoles(site, administrator.userId, ['SubscriberAdministration']);
  const by = await logInAs(site, administrator.userName);
  const [one] = await membersOf(site.database, HARBOUR, 1);
  const { operationId } = await disable([one!], by);
  await finished(operationId, by);
  await enable(site, one!.userId);
  await forgetOutcomes(site, operationId);
  await setRoles(site, administrator.userId, ['Member']);
  await resume(site, operationId);
  const end = () => only(operations(site, { operationId }, 'state', 'problem'));
  await eventually('its end', async () => (await end()).state === 'cancelled');
  expect(await end()).toEqual({ state: 'cancelled', problem: 'Forbidden' });
  expect(await countDisabled([one!])).toBe(0);
});

test('an operation is the caller’s own: another administrator neither sees nor stops it', async () => {
  const those = await membersOf(site.database, HARBOUR, 2);
  const { operationId } = await disable(those);
  await finished(operationId);
  const sysadmin = await logInAs(site, 'sysadmin');
  for (const call of [
    'Operations.Pause',
    'Operations.Resume',
    'Operations.Cancel',
    'Operations.Retry',
    'Operations.Undo',
  ] as const)
    expect(await sysadmin.call(call, { operationId })).toMatchObject({ status: 404 });
  expect(await sysadmin.call('Operations.Get', { operationId })).toMatchObject({ status: 404 });
  expect((await sysadmin.ok('Operations.List')).filter((one) => one.operationId === operationId)).toEqual([]);
  // No other administrator was needed.
  for (const one of [subadmin, sysadmin])
    expect((await one.ok('Approvals.List')).filter(({ requestId }) => requestId === operationId)).toEqual([]);
  const stranger = await logInAs(site, 'ordinary');
  expect(await stranger.call('Operations.Get', { operationId })).toMatchObject({ status: 403 });
});

test('resetting MFA of many asks for a fresh proof of identity, as for one', async () => {
  const [one] = await membersOf(site.database, HARBOUR, 1);
  await giveAuthenticator(site, one!.userId);
  const stale = await logInAs(site, 'subadmin');
  await authenticatedAgo(site, '1 day', 'subadmin');
  const body = { kind: 'resetMfa', userIds: idsOf([one!]) } as const;
  expect(await stale.call('Operations.Start', { body })).toMatchObject({ status: 403, problem: { code: 'ConfirmIdentity' } });
  const fresh = await logInAs(site, 'subadmin');
  const { operationId } = await fresh.ok('Operations.Start', { body });
  expect(await finished(operationId, fresh)).toMatchObject({ counts: { done: 1 } });
});

test('starting twice with one key starts one operation', async () => {
  const those = await membersOf(site.database, HARBOUR, 2);
  const idempotencyKey = crypto.randomUUID();
  const keyed = createClient(site, { jar: subadmin.jar, headers: { 'Idempotency-Key': idempotencyKey } });
  const start = () => keyed.call('Operations.Start', { body: { kind: 'disable', userIds: idsOf(those) } });
  const [first, second] = [await start(), await start()];
  expect(first).toMatchObject({ status: 200 });
  expect(second).toMatchObject({ status: 200, body: { operationId: (first.body as LongRunningOperation).operationId } });
});
