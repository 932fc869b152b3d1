/**
 * Operations on two processes: raced decisions, control and single calls, and processes killed in the middle. No user is handled
 * twice.
 */
import { atOnce, logInAtEach, one, served, whileDemoted, withStatus } from '../../support/atOnce.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { enable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { only } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { membersOf } from '../../support/membersOf.ts';
import { forgetOperations, operations } from '../../support/operations.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { disabledOf } from '../../support/userFacts.ts';

const ROUNDS = scaled(2, 25);
const PEOPLE = 4;
const env = { FOUR_EYES: 'on', FOUR_EYES_BULK: '0', LIMIT_LOGINS_PER_ADDRESS: '10000' };

const first = useServer({ env });
const second = useServer({ env, beside: first });
let targets: { readonly userId: string; readonly userName: string }[];
let approver: MemberAccount;
let asking: Client[];
/** Clients of the same users at both processes. */
let approving: Client[];
let alsoApproving: Client[];

const ofBoth = (userName: string) => logInAtEach([first, second], userName);

beforeAll(async () => {
  approver = await unusedMember(first);
  await setRoles(first, approver.userId, ['SystemAdministration']);
  asking = await ofBoth('sysadmin');
  approving = await ofBoth('system_only');
  alsoApproving = await ofBoth(approver.userName);
  targets = await membersOf(first.database, 'Harbour Mutual', PEOPLE);
});

const namesOf = async (operationId: string, action: string): Promise<string[]> =>
  (await auditEvents(first, { action, outcome: 'success', details: { request: operationId } }))
    .map(({ target }) => target!)
    .sort();
const countDisabled = async () => {
  const ids = targets.map(({ userId }) => userId);
  return disabledOf(first, ids);
};
const stateOf = async (operationId: string): Promise<string> => (await only(operations(first, { operationId }, 'state'))).state;
const isOver = (operationId: string) =>
  eventually('the end of the operation', async () => !['running', 'paused'].includes(await stateOf(operationId)));

async function ask(): Promise<string> {
  await forgetOperations(first);
  const userIds = targets.map(({ userId }) => userId);
  await enable(first, userIds);
  const { operationId } = await asking[0]!.ok('Operations.Start', { body: { kind: 'disable', userIds }, reason: 'Left' });
  return operationId;
}

test('of twenty approvals by two administrators at once one counts, and each user is disabled once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const answers = served(
      await atOnce((index) => one([...approving, ...alsoApproving], index).call('Approvals.Approve', { requestId })),
    );
    const refusals = answers.flatMap(({ status, problem }) => (status === 200 ? [] : [problem?.code]));
    expect([round, refusals]).toEqual([round, Array.from({ length: answers.length - 1 }, () => 'RequestClosed')]);
    await isOver(requestId);
    expect(await namesOf(requestId, 'Users.Enable')).toEqual(targets.map(({ userName }) => userName));
    expect(await countDisabled()).toBe(PEOPLE);
  }
}, 600_000);

test('approved, refused, withdrawn, paused, resumed and cancelled at once: users are disabled only if it was approved', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const operationId = await ask();
    const requestId = operationId;
    const control = ['Operations.Cancel', 'Operations.Pause', 'Operations.Resume'] as const;
    await atOnce((index): Promise<unknown> => {
      if (index % 4 === 0) return one(asking, index).call(one(control, index / 4), { operationId });
      if (index % 4 === 1) return one(alsoApproving, index).call('Approvals.Refuse', { requestId });
      return one(approving, index).call('Approvals.Approve', { requestId });
    });
    const approvals = (await namesOf(requestId, 'Approvals.Approve')).length;
    if ((await stateOf(operationId)) === 'paused') await asking[0]!.ok('Operations.Resume', { operationId });
    await isOver(operationId);
    const names = await namesOf(requestId, 'Users.Enable');
    expect([round, new Set(names).size, await countDisabled()]).toEqual([round, names.length, names.length]);
    if (approvals === 0) expect(names).toEqual([]);
  }
}, 600_000);

test('an administrator who is demoted while approving approves nothing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const approve = () => atOnce((index) => one(alsoApproving, index).call('Approvals.Approve', { requestId }));
    const answers = served(await whileDemoted(first.database, approver, approve));
    expect(withStatus(answers, 403)).toEqual(answers);
    expect([round, await stateOf(requestId), await countDisabled()]).toEqual([round, 'awaitingApproval', 0]);
    await setRoles(first, approver.userId, ['SystemAdministration']);
  }
}, 600_000);

test('the requester is not the second person, however often they try', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const requestId = await ask();
    const answers = served(await atOnce((index) => one(asking, index).call('Approvals.Approve', { requestId })));
    expect(withStatus(answers, 403)).toEqual(answers);
    expect(await countDisabled()).toBe(0);
  }
}, 600_000);

describe('One thousand users', () => {
  const THOUSAND = 1000;
  const crowd = useServer({ users: 5000, env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
  let those: { readonly userId: string }[];
  beforeAll(async () => {
    those = await crowd.database.query(
      `SELECT user_id AS "userId" FROM users WHERE roles = '{Member}' AND registered AND enabled AND user_name <> 'ordinary' LIMIT $1`,
      [THOUSAND],
    );
  });
  const userIds = () => those.map(({ userId }) => userId);
  const enableAll = () => enable(crowd, userIds());
  const isDone = async (operationId: string) => {
    const { state } = await only(operations(crowd, { operationId }, 'state'));
    return state === 'done';
  };
  const eventsBy = async (operationId: string) =>
    crowd.database.row<{ events: number; users: number }>(
      `SELECT count(*)::int AS events, count(DISTINCT target_user_id)::int AS users FROM audit_events
        WHERE action = 'Users.Enable' AND details ->> 'operation' = $1`,
      [operationId],
    );

  test('are disabled by the server, each once', async () => {
    const client = await logInAs(crowd, 'sysadmin');
    await enableAll();
    const startedAtMs = Date.now();
    const { operationId } = await client.ok('Operations.Start', { body: { kind: 'disable', userIds: userIds() } });
    await eventually('its end', () => isDone(operationId));
    process.stdout.write(`1,000 users disabled in ${String(Date.now() - startedAtMs)} ms\n`);
    expect(await eventsBy(operationId)).toEqual({ events: THOUSAND, users: THOUSAND });
  });

  test('are each disabled once though the process is killed in the middle, again and again', async () => {
    for (let round = 0; round < scaled(1, 5); round += 1) {
      await enableAll();
      let process = await startServerProcess({ database: crowd.database, env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
      const client = await logInAs(process, 'sysadmin');
      const { operationId } = await client.ok('Operations.Start', { body: { kind: 'disable', userIds: userIds() } });
      for (let kill = 0; kill < 2; kill += 1) {
        const done = async () => (await eventsBy(operationId)).events;
        const before = await done();
        await eventually('some of them', async () => (await done()) > before + 50 || (await isDone(operationId)));
        await process.kill();
        process = await startServerProcess({ database: crowd.database });
      }
      await eventually('its end', () => isDone(operationId));
      expect([round, await eventsBy(operationId)]).toEqual([round, { events: THOUSAND, users: THOUSAND }]);
      await process.stop();
    }
  }, 600_000);
});
