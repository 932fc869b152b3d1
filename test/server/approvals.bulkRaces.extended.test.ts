/** Two pairs of eyes on many people, raced on two processes: no account is changed twice, and none without two administrators. */
import { atOnce, served, setRoles, whileDemoted, withStatus } from '../support/atOnce.ts';
import type { Client } from '../support/client.ts';
import { logInAs } from '../support/logInAs.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';

const ROUNDS = scaled(2, 25);
const PEOPLE = 4;
const env = { FOUR_EYES: 'on', FOUR_EYES_BULK: '0', LIMIT_LOGINS_PER_ADDRESS: '10000' };

const first = useServer({ env });
let second: TestServer;
let targets: { readonly userId: string; readonly userName: string }[];
let approver: MemberAccount;
let asking: Client[];
/** The same people at both processes. */
let approving: Client[];
let alsoApproving: Client[];

const ofBoth = async (userName: string) => [await logInAs(first, userName), await logInAs(second, userName)];
const one = <T>(those: readonly T[], index: number) => those[index % those.length]!;

beforeAll(async () => {
  second = await startServer({ database: first.database, env });
  approver = await unusedMember(first);
  await setRoles(first.database, approver, ['SystemAdministration']);
  asking = await ofBoth('sysadmin');
  approving = await ofBoth('system_only');
  alsoApproving = await ofBoth(approver.userName);
  targets = await first.database.query(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users WHERE roles = '{Member}' AND registered AND enabled
        AND user_name <> 'ordinary' ORDER BY user_name LIMIT $1`,
    [PEOPLE],
  );
});
afterAll(() => second.stop());

const eventsOf = (requestId: string, action: string) =>
  first.database.query<{ target: string }>(
    `SELECT target FROM audit_events WHERE action = $2 AND outcome = 'success' AND details ->> 'request' = $1 ORDER BY target`,
    [requestId, action],
  );
const countDisabled = async () => {
  const ids = targets.map(({ userId }) => userId);
  return (await first.database.query(`SELECT FROM users WHERE user_id = ANY ($1) AND NOT enabled`, [ids])).length;
};

async function ask(): Promise<string> {
  await first.database.query(`DELETE FROM approval_requests`);
  const userIds = targets.map(({ userId }) => userId);
  await first.database.query(`UPDATE users SET enabled = true WHERE user_id = ANY ($1)`, [userIds]);
  const body = { action: 'Users.Enable' as const, userIds, reason: 'Left the company' };
  return (await asking[0]!.ok('Approvals.Bulk', { body })).requestId!;
}
/** Each person five times, at both processes. */
const carryOut = () =>
  atOnce((index) => one(asking, index).call('Users.Enable', { userName: one(targets, index).userName, enabled: false }));
/** @returns those who were disabled, by the audit */
async function carriedOut(requestId: string): Promise<string[]> {
  await carryOut();
  return (await eventsOf(requestId, 'Users.Enable')).map(({ target }) => target);
}

test('of twenty approvals by two administrators at once one counts, and each person is disabled once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const answers = served(
      await atOnce((index) => one([...approving, ...alsoApproving], index).call('Approvals.Approve', { requestId })),
    );
    const refusals = answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem?.code]));
    expect([round, refusals]).toEqual([round, Array.from({ length: answers.length - 1 }, () => 'RequestClosed')]);
    expect(await eventsOf(requestId, 'Approvals.Approve')).toHaveLength(1);
    expect(await carriedOut(requestId)).toEqual(targets.map(({ userName }) => userName));
    expect(await countDisabled()).toBe(PEOPLE);
  }
}, 600_000);

test('approved, refused, withdrawn and carried out at once: people are disabled only while it is approved', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    await atOnce((index): Promise<unknown> => {
      if (index % 5 === 0) return one(asking, index / 5).call('Approvals.Withdraw', { requestId });
      if (index % 5 === 1) return one(alsoApproving, index).call('Approvals.Refuse', { requestId });
      if (index % 5 === 2) return one(approving, index).call('Approvals.Approve', { requestId });
      return one(asking, index).call('Users.Enable', { userName: one(targets, index).userName, enabled: false });
    });
    const approvals = (await eventsOf(requestId, 'Approvals.Approve')).length;
    const refusals = (await eventsOf(requestId, 'Approvals.Refuse')).length;
    const { state } = await first.database.row<{ state: string }>(`SELECT state FROM approval_requests WHERE request_id = $1`, [
      requestId,
    ]);
    expect([round, approvals + refusals <= 1, state !== 'open']).toEqual([round, true, true]);
    const before = await countDisabled();
    if (approvals === 0) expect(before).toBe(0);
    const names = await carriedOut(requestId);
    expect([round, names.length]).toEqual([round, await countDisabled()]);
    if (state !== 'approved' && state !== 'done') expect(names).toHaveLength(before);
    else expect(names).toEqual(targets.map(({ userName }) => userName));
  }
}, 600_000);

test('who is demoted while approving approves nothing, and who was demoted afterwards did not', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const approve = () => atOnce((index) => one(alsoApproving, index).call('Approvals.Approve', { requestId }));
    const answers = served(await whileDemoted(first.database, approver, approve));
    expect(withStatus(answers, 403)).toEqual(answers);
    expect(await carriedOut(requestId)).toEqual([]);
    await setRoles(first.database, approver, ['SystemAdministration']);
    await alsoApproving[0]!.ok('Approvals.Approve', { requestId });
    await setRoles(first.database, approver, ['Member']);
    expect(await carriedOut(requestId)).toEqual([]);
    expect(await countDisabled()).toBe(0);
    await setRoles(first.database, approver, ['SystemAdministration']);
  }
}, 600_000);

test('the requester is not the second person, however often they try', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const answers = served(await atOnce((index) => one(asking, index).call('Approvals.Approve', { requestId })));
    expect(withStatus(answers, 403)).toEqual(answers);
    expect(await carriedOut(requestId)).toEqual([]);
    await first.database.query(`DELETE FROM approval_requests`);
  }
}, 600_000);
