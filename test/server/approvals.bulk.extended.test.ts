/** Two pairs of eyes on many people: a few an hour alone, further ones by an approved request that names them, once each. */
import type { ApprovalRequest } from '../../api/contract/approvals.ts';
import { openDatabase, openPool } from '../../server/db/database.ts';
import { expireRequests } from '../../server/approvals/expiry.ts';
import type { Client } from '../support/client.ts';
import { logInAs } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { scaled } from '../support/scale.ts';
import { type Member, membersOf } from '../support/membersOf.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const ALONE = 5;
const AT_ONCE = 20;
const site = useServer({ env: { FOUR_EYES: 'on', FOUR_EYES_BULK: String(ALONE), LIMIT_LOGINS_PER_ADDRESS: '10000' } });

const reason = 'The branch in Bergen is closed';
const reasonRequired = { status: 400, problem: { code: 'ReasonRequired' } };

interface Administrator extends MemberAccount {
  readonly client: Client;
}

let colleague: Administrator;
let asker: Administrator;
beforeAll(async () => {
  colleague = await administrator();
  asker = await administrator();
});
beforeEach(async () => {
  await site.database.query(`DELETE FROM four_eyes_acts`);
  await site.database.query(`DELETE FROM approval_requests`);
  await site.database.query(`UPDATE users SET enabled = true WHERE roles = '{Member}' AND registered`);
});

async function administrator(): Promise<Administrator> {
  const member = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [member.userId]);
  return { ...member, client: await logInAs(site, member.userName) };
}

const people = (count: number, organisation = 'Harbour Mutual') => membersOf(site.database, organisation, count);
const useUp = ({ userId }: Administrator) =>
  site.database.query(
    `INSERT INTO four_eyes_acts SELECT $1, gen_random_uuid(), now() FROM generate_series(1, ${String(ALONE)})`,
    [userId],
  );
const disable = ({ client }: Administrator, { userName }: Member, given: { reason?: string } = {}) =>
  client.call('Users.Enable', { userName, enabled: false, ...given });
const reset = ({ client }: Administrator, { userName }: Member) =>
  client.call('Users.ResetAuthentication', { userName, type: 'Mfa' });
const bodyFor = (those: readonly Member[]) => ({ action: 'Users.Enable' as const, userIds: those.map(({ userId }) => userId) });
const isOk = ({ status }: { readonly status: number }) => status === 200;

async function ask(by: Administrator, those: readonly Member[]): Promise<string> {
  const asked = await by.client.ok('Approvals.Bulk', { body: { ...bodyFor(those), reason } });
  expect(asked).toMatchObject({ needed: true });
  return asked.requestId!;
}
const approve = (requestId: string, by = colleague) => by.client.ok('Approvals.Approve', { requestId });
const requestOf = async ({ client }: Administrator, requestId: string): Promise<ApprovalRequest | undefined> =>
  (await client.ok('Approvals.List')).find((request) => request.requestId === requestId);
const eventsOf = (requestId: string) =>
  site.database.query<{ action: string; target: string | null; actor: string | null; details: Record<string, unknown> }>(
    `SELECT action, target, actor, details FROM audit_events WHERE details ->> 'request' = $1 AND outcome = 'success' ORDER BY seq`,
    [requestId],
  );
const countDisabled = async (those: readonly Member[]): Promise<number> => {
  const ids = those.map(({ userId }) => userId);
  const rows = await site.database.query(`SELECT FROM users WHERE user_id = ANY ($1) AND NOT enabled`, [ids]);
  return rows.length;
};

test('alone it is a few people an hour, disabled or reset; a further one needs another administrator', async () => {
  const those = await people(ALONE + 1);
  const [first, second, third, fourth, fifth, further] = those as [Member, Member, Member, Member, Member, Member];
  for (const one of [first, second, third]) expect(await disable(asker, one)).toMatchObject({ status: 200 });
  for (const one of [fourth, fifth]) expect(await reset(asker, one)).toMatchObject({ status: 200 });
  expect(await disable(asker, further)).toMatchObject(reasonRequired);
  expect(await reset(asker, further)).toMatchObject(reasonRequired);
  // Nobody further.
  await asker.client.ok('Users.Enable', { userName: first.userName, enabled: true });
  expect(await disable(asker, first)).toMatchObject({ status: 200 });
  expect(await disable(asker, third)).toMatchObject({ status: 200 });
  // For each administrator.
  expect(await reset(colleague, further)).toMatchObject({ status: 200 });

  expect(await disable(asker, further, { reason })).toMatchObject({ status: 409, problem: { code: 'ApprovalNeeded' } });
  const open = (await colleague.client.ok('Approvals.List')).find(({ target }) => target === further.userName);
  expect(await approve(open!.requestId)).toMatchObject({ state: 'done' });
  expect(await countDisabled([further])).toBe(1);

  await site.database.query(`UPDATE four_eyes_acts SET acted_at = acted_at - interval '61 minutes'`);
  expect(await reset(asker, further)).toMatchObject({ status: 200 });
});

test('streams of calls at once are counted together', async () => {
  const those = await people(AT_ONCE);
  const again = { ...asker, client: await logInAs(site, asker.userName) };
  for (let round = 0; round < scaled(2, 25); round += 1) {
    await site.database.query(`DELETE FROM four_eyes_acts`);
    await site.database.query(`UPDATE users SET enabled = true WHERE roles = '{Member}' AND registered`);
    const answers = await Promise.all(those.map((one, index) => disable(index % 2 === 0 ? asker : again, one)));
    expect([round, answers.filter(isOk).length, await countDisabled(those)]).toEqual([round, ALONE, ALONE]);
  }
}, 300_000);

test('few enough people need no request; for more it is one, with a reason, that the others see and get a mail about', async () => {
  const those = await people(ALONE + 7);
  expect(await asker.client.ok('Approvals.Bulk', { body: bodyFor(those.slice(0, ALONE)) })).toEqual({ needed: false });
  expect(await asker.client.call('Approvals.Bulk', { body: bodyFor(those) })).toMatchObject(reasonRequired);
  const stranger = await people(1, 'Northgate Portfolio');
  const before = (await colleague.client.ok('Approvals.Count')).open;
  const unknown = { userId: '00000000-0000-4000-8000-000000000000', userName: '' };
  const requestId = await ask(asker, [...those, ...stranger, unknown, asker]);

  expect((await colleague.client.ok('Approvals.Count')).open).toBe(before + 1);
  const names = those.map(({ userName }) => userName);
  expect(await requestOf(colleague, requestId)).toMatchObject({
    action: 'Approvals.Bulk',
    detail: { action: 'Users.Enable' },
    people: { count: those.length, done: 0, names: names.slice(0, 10) },
    reason,
    own: false,
  });
  const mail = await awaitMail(
    site,
    ({ to, text }) => to[0] === colleague.email && text.includes(`People: ${String(those.length)}`),
  );
  expect(mail.text).toContain(names[0]);
  expect(await eventsOf(requestId)).toMatchObject([
    { action: 'Approvals.Bulk', actor: asker.userName, details: { count: those.length, reason } },
  ]);
  expect(await countDisabled(those)).toBe(0);
  // Asked again, it takes the place of the first.
  const second = await ask(asker, those);
  expect(await requestOf(asker, requestId)).toBeUndefined();
  expect(await requestOf(asker, second)).toMatchObject({ people: { count: those.length } });
});

test('approved, it is carried out by who asked: once for each of its people, and for no other', async () => {
  const [other, ...those] = await people(ALONE + 3);
  const requestId = await ask(asker, those);
  expect(await asker.client.call('Approvals.Approve', { requestId })).toMatchObject({
    status: 403,
    problem: { code: 'OwnRequest' },
  });
  await useUp(asker);
  expect(await disable(asker, those[0]!)).toMatchObject(reasonRequired);
  expect(await approve(requestId)).toMatchObject({ state: 'approved' });
  expect(await countDisabled(those)).toBe(0);
  expect((await asker.client.ok('Approvals.People', { requestId })).people).toHaveLength(those.length);

  expect(await disable(asker, other!)).toMatchObject(reasonRequired);
  expect(await reset(asker, those[0]!)).toMatchObject(reasonRequired);
  const answers = await Promise.all(those.map((one) => disable(asker, one)));
  expect(answers.filter(isOk)).toHaveLength(those.length);
  expect(await requestOf(asker, requestId)).toMatchObject({ state: 'done', people: { done: those.length } });
  expect((await asker.client.ok('Approvals.People', { requestId })).people).toEqual([]);
  const done = (await eventsOf(requestId)).filter(({ action }) => action === 'Users.Enable');
  expect(done.map(({ target }) => target).sort()).toEqual(those.map(({ userName }) => userName).sort());
  for (const { actor, details } of done)
    expect([actor, details]).toMatchObject([asker.userName, { enabled: false, approvedBy: colleague.userName, reason }]);
  await asker.client.ok('Users.Enable', { userName: those[0]!.userName, enabled: true });
  expect(await disable(asker, those[0]!)).toMatchObject(reasonRequired);
});

test('of repeats at once for the same person one is carried out', async () => {
  const those = await people(ALONE + 1);
  const [one] = those as [Member];
  for (let round = 0; round < scaled(2, 25); round += 1) {
    await site.database.query(`DELETE FROM four_eyes_acts`);
    await useUp(asker);
    const body = { action: 'Users.ResetAuthentication' as const, type: 'Mfa' as const, userIds: bodyFor(those).userIds, reason };
    const { requestId = '' } = await asker.client.ok('Approvals.Bulk', { body });
    await approve(requestId);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => reset(asker, one)));
    const events = (await eventsOf(requestId)).filter(({ action }) => action === 'Users.ResetAuthentication');
    expect([round, answers.filter(isOk).length, events.length]).toEqual([round, 1, 1]);
  }
}, 300_000);

test('withdrawn while it is carried out: no account is disabled beyond those that the request counts', async () => {
  const those = await people(ALONE + 5);
  const requestId = await ask(asker, those);
  await approve(requestId);
  await useUp(asker);
  const calls = those.map((one) => disable(asker, one));
  const { status } = await asker.client.call('Approvals.Withdraw', { requestId });
  const done = (await Promise.all(calls)).filter(isOk).length;
  expect(await countDisabled(those)).toBe(done);
  // Unless all of them were quicker.
  const state = done === those.length && status === 409 ? 'done' : 'withdrawn';
  expect(await requestOf(asker, requestId)).toMatchObject({ state, people: { done } });
  for (const one of those)
    expect(await disable(asker, one)).toMatchObject((await countDisabled([one])) === 1 ? { status: 200 } : reasonRequired);
});

test('a request that was refused, has expired, or whose approver may no longer approve covers no account', async () => {
  const those = await people(ALONE + 1);
  const [one] = those as [Member];
  await useUp(asker);
  const refused = await ask(asker, those);
  expect(await colleague.client.ok('Approvals.Refuse', { requestId: refused })).toMatchObject({ state: 'refused' });
  expect(await disable(asker, one)).toMatchObject(reasonRequired);

  const approver = await administrator();
  const requestId = await ask(asker, those);
  await approve(requestId, approver);
  await site.database.query(`UPDATE users SET roles = '{Member}' WHERE user_id = $1`, [approver.userId]);
  expect(await disable(asker, one)).toMatchObject(reasonRequired);
  await site.database.query(`UPDATE users SET roles = '{SubscriberAdministration}' WHERE user_id = $1`, [approver.userId]);
  // What has changed is no longer what was approved.
  await site.database.query(`UPDATE users SET roles = '{Member,Support}' WHERE user_id = $1`, [those[1]!.userId]);
  expect(await disable(asker, those[1]!)).toMatchObject(reasonRequired);
  await site.database.query(`UPDATE users SET roles = '{Member}' WHERE user_id = $1`, [those[1]!.userId]);
  expect(await disable(asker, one)).toMatchObject({ status: 200 });

  const end = (id: string) => site.database.query(`UPDATE approval_requests SET expires_at = now() WHERE request_id = $1`, [id]);
  await end(requestId);
  expect(await disable(asker, those[1]!)).toMatchObject(reasonRequired);
  expect(await requestOf(asker, requestId)).toMatchObject({ state: 'done', people: { done: 1 } });
  const undecided = await ask(asker, those.slice(1));
  await end(undecided);
  expect(await colleague.client.call('Approvals.Approve', { requestId: undecided })).toMatchObject({
    problem: { code: 'RequestClosed' },
  });
  const pool = openPool({ url: site.database.url, poolSize: 1, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
  await expireRequests(openDatabase(pool), new Date());
  await pool.end();
  expect((await requestOf(asker, requestId))?.state).toBe('done');
  expect((await requestOf(asker, undecided))?.state).toBe('expired');
  expect((await eventsOf(undecided)).at(-1)).toMatchObject({ action: 'Approvals.Expire', actor: null });
});

test('administrators among the people come first, and decide nothing about themselves', async () => {
  const third = await administrator();
  const those = await people(2);
  const requestId = await ask(asker, [...those, third]);
  expect((await requestOf(colleague, requestId))?.people?.names[0]).toBe(third.userName);
  expect(await requestOf(third, requestId)).toBeUndefined();
  expect(await third.client.call('Approvals.Approve', { requestId })).toMatchObject({
    status: 403,
    problem: { code: 'OwnAccount' },
  });
  await approve(requestId);
  expect(await disable(asker, third)).toMatchObject({ status: 200 });
  await site.database.query(`UPDATE users SET enabled = true, roles = '{Member}' WHERE user_id = $1`, [third.userId]);
});
