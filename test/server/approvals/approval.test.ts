/**
 * Operations on many users that another administrator has to approve: they are requested once, decided once, then carried out by
 * the server.
 */
import { openDatabase } from '../../../server/db/database.ts';
import { expireRequests } from '../../../server/approvals/expiry.ts';
import { enable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { clear, only } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { type Member, membersOf } from '../../support/membersOf.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { forgetOutcomes, operations, resume } from '../../support/operations.ts';
import { requireFourEyes } from '../../support/organisations.ts';
import { endSessions } from '../../support/sessions.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { disabledOf } from '../../support/userFacts.ts';

const ALONE = 3;
/** The only organisation that requires approval. */
const STRICT = 'Harbour Mutual';
const LENIENT = 'Northgate Portfolio';
const site = useServer({ env: { FOUR_EYES_BULK: String(ALONE), LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const reason = 'The branch in Bergen is closed';
const code = (status: number, problemCode: string) => ({ status, problem: { code: problemCode } });
const reasonRequired = code(400, 'ReasonRequired');

interface Administrator extends MemberAccount {
  readonly client: Client;
}

let sysadmin: Client;
let approver: Client;
let asker: Administrator;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  approver = await logInAs(site, 'system_only');
  asker = await administrator();
});
beforeEach(async () => {
  for (const table of ['four_eyes_acts', 'operations', 'lost_roles']) await site.database.query(`DELETE FROM ${table}`);
  await site.database.query(`UPDATE users SET enabled = true WHERE roles = '{Member}' AND registered`);
  await setStrict(STRICT, true);
  await setStrict(LENIENT, false);
});

async function administrator(): Promise<Administrator> {
  const member = await unusedMember(site, { organisation: STRICT });
  await setRoles(site, member.userId, ['SubscriberAdministration']);
  return { ...member, client: await logInAs(site, member.userName) };
}
const setStrict = (organisation: string, isStrict: boolean) => requireFourEyes(site, organisation, isStrict);

const people = (count: number, organisation = STRICT) => membersOf(site.database, organisation, count);
const start = (client: Client, those: readonly Pick<Member, 'userId'>[], why?: string) =>
  client.call('Operations.Start', {
    body: { kind: 'disable', userIds: those.map(({ userId }) => userId) },
    ...(why !== undefined && { reason: why }),
  });
async function ask(client: Client, those: readonly Pick<Member, 'userId'>[]): Promise<string> {
  const { body } = await start(client, those, reason);
  expect(body).toMatchObject({ state: 'awaitingApproval', reason });
  return body!.operationId;
}
const finished = (operationId: string) =>
  eventually('the end of the operation', async () => {
    const { state } = await only(operations(site, { operationId }, 'state'));
    return ['done', 'cancelled'].includes(state) && state;
  });
const countDisabled = async (those: readonly Member[]): Promise<number> => {
  const ids = those.map(({ userId }) => userId);
  return disabledOf(site, ids);
};
const problemsOf = async (operationId: string): Promise<(string | null)[]> =>
  (
    await site.database.query<{ problem: string | null }>(
      `SELECT problem FROM operation_targets WHERE operation_id = $1 AND outcome = 'failed' ORDER BY place`,
      [operationId],
    )
  ).map(({ problem }) => problem);

test('an act on few users is done at once; for more a reason is asked for, and the others see and are mailed one request', async () => {
  const those = await people(ALONE + 4);
  const few = await start(asker.client, those.slice(0, ALONE));
  expect(few.body).toMatchObject({ state: 'running', counts: { total: ALONE } });
  await finished(few.body!.operationId);
  const rest = those.slice(ALONE);
  expect(await start(asker.client, rest)).toMatchObject(reasonRequired);

  const before = (await sysadmin.ok('Approvals.Count')).open;
  const operationId = await ask(asker.client, rest);
  expect((await sysadmin.ok('Approvals.Count')).open).toBe(before + 1);
  const request = (await sysadmin.ok('Approvals.List')).find(({ requestId }) => requestId === operationId);
  expect(request).toMatchObject({
    action: 'Operations.Start',
    state: 'open',
    detail: { kind: 'disable' },
    people: { count: rest.length, done: 0, users: rest.map(({ userName }) => ({ userName })) },
    reason,
  });
  const mail = await awaitMail(site, ({ text }) => text.includes(`People: ${String(rest.length)}`));
  expect(mail.text).toContain(rest[0]!.userName);
  expect(await countDisabled(rest)).toBe(0);
  // A second request for the same replaces the first.
  const again = await ask(asker.client, rest);
  expect(await asker.client.call('Operations.Get', { operationId })).toMatchObject({ status: 404 });
  expect(await asker.client.ok('Operations.Get', { operationId: again })).toMatchObject({ counts: { total: rest.length } });
});

test('approved, the server disables each user once, in the name of the requester, who need not be there', async () => {
  const those = await people(ALONE + 2);
  const operationId = await ask(asker.client, those);
  expect(await asker.client.call('Approvals.Approve', { requestId: operationId })).toMatchObject(code(403, 'OwnRequest'));
  await endSessions(site, asker.userId);
  expect(await approver.ok('Approvals.Approve', { requestId: operationId })).toMatchObject({ state: 'approved' });
  expect(await finished(operationId)).toBe('done');
  expect(await countDisabled(those)).toBe(those.length);
  const events = await site.database.query<{ target: string; actor: string; details: Record<string, unknown> }>(
    `SELECT target, actor, details FROM audit_events WHERE action = 'Users.Enable' AND details ->> 'request' = $1 ORDER BY target`,
    [operationId],
  );
  expect(events.map(({ target, actor }) => [target, actor])).toEqual(those.map(({ userName }) => [userName, asker.userName]));
  expect(events[0]?.details).toMatchObject({ enabled: false, approvedBy: 'system_only', reason });
  asker = { ...asker, client: await logInAs(site, asker.userName) };
  expect(await asker.client.ok('Operations.Get', { operationId })).toMatchObject({
    state: 'done',
    counts: { done: those.length },
  });
});

test('refused, withdrawn or expired it does nothing', async () => {
  const those = await people(ALONE + 1);
  const refused = await ask(asker.client, those);
  expect(await approver.ok('Approvals.Refuse', { requestId: refused })).toMatchObject({ state: 'refused' });
  const withdrawn = await ask(asker.client, those);
  expect(await asker.client.ok('Operations.Cancel', { operationId: withdrawn })).toMatchObject({ state: 'withdrawn' });
  expect(await approver.call('Approvals.Approve', { requestId: withdrawn })).toMatchObject(code(409, 'RequestClosed'));
  const expired = await ask(asker.client, those);
  await site.database.query(`UPDATE operations SET expires_at = now() WHERE operation_id = $1`, [expired]);
  expect(await approver.call('Approvals.Approve', { requestId: expired })).toMatchObject(code(409, 'RequestClosed'));
  const pool = openTestPool(site.database.url, 1);
  await expireRequests(openDatabase(pool), new Date());
  await pool.end();
  for (const [operationId, state] of [
    [refused, 'refused'],
    [withdrawn, 'withdrawn'],
    [expired, 'expired'],
  ] as const)
    expect(await asker.client.ok('Operations.Get', { operationId })).toMatchObject({ state });
  expect(await countDisabled(those)).toBe(0);
});

test('cancelled after the approval it is shown as cancelled to both, with the users for whom it was done', async () => {
  const those = await people(ALONE + 2);
  const operationId = await ask(asker.client, those);
  await approver.ok('Approvals.Approve', { requestId: operationId });
  await finished(operationId);
  await forgetOutcomes(site, operationId, ALONE + 1);
  await resume(site, operationId, 'paused');
  await asker.client.ok('Operations.Cancel', { operationId });
  for (const client of [asker.client, approver])
    expect((await client.ok('Approvals.List')).find(({ requestId }) => requestId === operationId)).toMatchObject({
      state: 'cancelled',
      people: { count: those.length, done: ALONE },
      decidedBy: { userName: 'system_only' },
    });
});

test('an account that has changed since the request is left as it is', async () => {
  const those = await people(ALONE + 2);
  const operationId = await ask(asker.client, those);
  await setRoles(site, those[0]!.userId, ['Member', 'Support']);
  await approver.ok('Approvals.Approve', { requestId: operationId });
  expect(await finished(operationId)).toBe('done');
  expect([await countDisabled(those.slice(0, 1)), await countDisabled(those)]).toEqual([0, those.length - 1]);
  expect(await problemsOf(operationId)).toEqual(['TargetChanged']);
  await setRoles(site, those[0]!.userId, ['Member']);
});

test('an operation is not approved when the requester has lost the right to one of its users', async () => {
  const those = await people(ALONE + 1);
  const requestId = await ask(asker.client, those);
  await site.database.query(`INSERT INTO lost_roles (user_id, role_name, lost_at) VALUES ($1, 'SystemAdministration', now())`, [
    those[0]!.userId,
  ]);
  expect(await approver.call('Approvals.Approve', { requestId })).toMatchObject(code(409, 'TargetChanged'));
  expect(await countDisabled(those)).toBe(0);
});

test('an approver who lost the right ends it, as does a requester', async () => {
  const losers = ['approver', 'requester'] as const;
  const started = [];
  for (const loser of losers) {
    const [requester, decider] = [await administrator(), await administrator()];
    const those = await people(ALONE + 1);
    const operationId = await ask(requester.client, those);
    await decider.client.ok('Approvals.Approve', { requestId: operationId });
    await finished(operationId);
    await enable(
      site,
      those.map(({ userId }) => userId),
    );
    await setRoles(site, (loser === 'approver' ? decider : requester).userId, ['Member']);
    await forgetOutcomes(site, operationId);
    await resume(site, operationId);
    started.push({ loser, operationId, those, requester, decider });
  }
  for (const { loser, operationId, those, requester, decider } of started) {
    expect([loser, await finished(operationId), await countDisabled(those)]).toEqual([loser, 'cancelled', 0]);
    for (const one of [requester, decider]) await setRoles(site, one.userId, ['Member']);
  }
});

test('users of an organisation without the rule do not count; one administrator among many asks for a second person', async () => {
  const lenient = await people(ALONE + 2, LENIENT);
  const strict = await people(ALONE + 1);
  const mixed = await start(sysadmin, [...lenient, ...strict.slice(0, ALONE)]);
  expect(mixed.body).toMatchObject({ state: 'running', counts: { total: lenient.length + ALONE } });
  await finished(mixed.body!.operationId);
  expect(await start(sysadmin, strict.slice(ALONE))).toMatchObject(reasonRequired);
  await clear(site, 'four_eyes_acts');
  const third = await administrator();
  const operationId = await ask(asker.client, [strict[ALONE]!, third]);
  expect(
    (await approver.ok('Approvals.List')).find(({ requestId }) => requestId === operationId)?.people?.users[0]?.userName,
  ).toBe(third.userName);
  // Nobody decides about themselves.
  expect(await third.client.call('Approvals.Approve', { requestId: operationId })).toMatchObject(code(403, 'OwnAccount'));
  await setRoles(site, third.userId, ['Member']);
});

test('administrators of other organisations neither see nor decide it, and what spans organisations is for system administrators', async () => {
  const operationId = await ask(asker.client, await people(ALONE + 1));
  const stranger = await logInAs(site, 'second_sub');
  for (const call of ['Operations.Get', 'Operations.Targets', 'Operations.Cancel'] as const)
    expect(await stranger.call(call, { operationId })).toMatchObject(code(404, 'NotFound'));
  expect(await stranger.call('Approvals.Approve', { requestId: operationId })).toMatchObject(code(404, 'NotFound'));
  const spanning = await ask(sysadmin, [...(await people(1, LENIENT)), ...(await people(ALONE + 1))]);
  expect(await asker.client.call('Approvals.Approve', { requestId: spanning })).toMatchObject(code(404, 'NotFound'));
});

test('an administrator who impersonates another requests nothing', async () => {
  const acting = await logInAs(site, 'sysadmin');
  await acting.ok('Users.Impersonate', { userName: 'second_sub' });
  await setStrict(LENIENT, true);
  expect(await start(acting, await people(ALONE + 1, LENIENT), reason)).toMatchObject(code(403, 'Impersonating'));
});

test('undoing is judged as doing: enabling administrators again needs a second person', async () => {
  const [one, two] = [await administrator(), await administrator()];
  const operationId = await ask(asker.client, [one, two]);
  await approver.ok('Approvals.Approve', { requestId: operationId });
  await finished(operationId);
  expect(await asker.client.call('Operations.Undo', { operationId })).toMatchObject(reasonRequired);
  expect(await asker.client.ok('Operations.Undo', { operationId, reason })).toMatchObject({
    kind: 'enable',
    state: 'awaitingApproval',
    undoes: operationId,
  });
});

test('an approver reads all of the users, in order, by pages', async () => {
  const those = await people(30);
  const operationId = await ask(asker.client, those);
  const { targets, next } = await approver.ok('Operations.Targets', { operationId });
  expect(targets.map(({ user }) => user.userName)).toEqual(those.map(({ userName }) => userName));
  expect(next).toBeNull();
  expect((await approver.ok('Operations.Targets', { operationId, after: 28 })).targets).toHaveLength(2);
});
