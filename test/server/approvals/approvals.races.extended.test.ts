/** Two pairs of eyes, raced on one process and on two: an act is never done twice, and never without two people. */
import { AT_ONCE, atOnce, logInAtEach, one, served, whileDemoted, withStatus } from '../../support/atOnce.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { enable, setRoles } from '../../support/changeUser.ts';
import type { Client } from '../../support/client.ts';
import { clear } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { enrol, removeMfa } from '../../support/mfa.ts';
import { forgetOperations } from '../../support/operations.ts';
import { requireProvider } from '../../support/organisations.ts';
import { scaled } from '../../support/scale.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const ROUNDS = scaled(2, 25);
const env = { FOUR_EYES: 'on', LIMIT_LOGINS_PER_ADDRESS: '10000' };
const reason = 'Left the company';

const first = useServer({ env });
const second = useServer({ env, beside: first });
let target: MemberAccount;
let approver: MemberAccount;
let asking: Client[];
/** Clients of the same users at each process. */
let approving: Client[];
let alsoApproving: Client[];

const ofBoth = (userName: string) => logInAtEach([first, second], userName);
type People = readonly [asking: Client[], approving: Client[], alsoApproving: Client[]];
let onBoth: People;

beforeAll(async () => {
  [target, approver] = [await unusedMember(first), await unusedMember(first)];
  await setRoles(first, target.userId, ['SubscriberAdministration']);
  await setRoles(first, approver.userId, ['SystemAdministration']);
  onBoth = [await ofBoth('sysadmin'), await ofBoth('system_only'), await ofBoth(approver.userName)];
});

const isEnabled = async () => (await userOf(first, target.userId, 'enabled')).enabled;
/** The target's events from this request in the audit, with the administrator who decided it. */
const doneBy = (requestId: string, action: string) =>
  auditEvents(first, { action, outcome: 'success', details: { request: requestId } }, 'actor');

/** A new request of `sysadmin` to disable the target. */
async function ask(): Promise<string> {
  await enable(first, target.userId);
  const answer = await asking[0]!.call('Users.Enable', { userName: target.userName, enabled: false, reason });
  expect(answer.problem?.code).toBe('ApprovalNeeded');
  const open = (await asking[0]!.ok('Approvals.List')).find(({ state, own }) => own && state === 'open');
  return open!.requestId;
}

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_processes, count) => {
  beforeAll(async () => {
    [asking, approving, alsoApproving] = onBoth.map((clients) => clients.slice(0, count)) as unknown as [
      Client[],
      Client[],
      Client[],
    ];
    await removeMfa(first, target.userName);
  });

  test('of twenty approvals by two administrators at once one is carried out', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requestId = await ask();
      const answers = served(
        await atOnce((index) => one([...approving, ...alsoApproving], index).call('Approvals.Approve', { requestId })),
      );
      expect([round, withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([round, 1, answers.length - 1]);
      expect(await doneBy(requestId, 'Users.Enable')).toEqual([{ actor: 'sysadmin' }]);
      expect(await doneBy(requestId, 'Approvals.Approve')).toHaveLength(1);
      expect(await isEnabled()).toBe(false);
    }
  }, 600_000);

  test('an act that leaves its target as it was is carried out once, too', async () => {
    const { id: organisationPublicId } = await first.database.row<{ id: string }>(
      `SELECT organisation_id AS id FROM organisations WHERE NOT house AND organisation_id NOT IN
        (SELECT organisation_id FROM users WHERE user_name IN ('sysadmin', 'system_only', $1)) LIMIT 1`,
      [approver.userName],
    );
    for (let round = 0; round < ROUNDS; round += 1) {
      await requireProvider(first, organisationPublicId);
      await asking[0]!.call('Connections.SetRequired', { organisationPublicId, required: false, reason });
      const { requestId } = (await asking[0]!.ok('Approvals.List')).find(({ state, own }) => own && state === 'open')!;
      const answers = served(
        await atOnce((index) => one([...approving, ...alsoApproving], index).call('Approvals.Approve', { requestId })),
      );
      expect([round, withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([round, 1, answers.length - 1]);
      expect(await doneBy(requestId, 'Connections.SetRequired')).toEqual([{ actor: 'sysadmin' }]);
    }
  }, 600_000);

  test('approved, refused and withdrawn at once it is one of them, and done only if approved', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requestId = await ask();
      const answers = await atOnce((index) => {
        if (index % 4 === 0) return one(asking, index / 4).call('Approvals.Withdraw', { requestId });
        if (index % 4 === 1) return one(alsoApproving, index).call('Approvals.Refuse', { requestId });
        return one(approving, index).call('Approvals.Approve', { requestId });
      });
      const [won, ...others] = answers.flatMap(({ status, body }) => (status === 200 ? [body?.state] : []));
      expect([round, others]).toEqual([round, []]);
      expect(['done', 'refused', 'withdrawn']).toContain(won);
      expect(await isEnabled()).toBe(won !== 'done');
      expect(await doneBy(requestId, 'Users.Enable')).toHaveLength(won === 'done' ? 1 : 0);
    }
  }, 600_000);

  test('an administrator who is demoted while approving approves nothing', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requestId = await ask();
      const approve = () => atOnce((index) => one(alsoApproving, index).call('Approvals.Approve', { requestId }));
      const answers = served(await whileDemoted(first.database, approver, approve));
      expect(withStatus(answers, 403)).toEqual(answers);
      expect(await isEnabled()).toBe(true);
      expect(await doneBy(requestId, 'Users.Enable')).toEqual([]);
      await setRoles(first, approver.userId, ['SystemAdministration']);
    }
  }, 600_000);

  test('the requester is not the second person, however often they try, and neither is another request for the same', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const requestId = await ask();
      const answers = await atOnce((index) => one(asking, index).call('Approvals.Approve', { requestId }));
      expect(withStatus(answers, 403)).toHaveLength(AT_ONCE);
      const requests = await atOnce((index) =>
        one([...asking, ...approving], index).call('Users.Enable', { userName: target.userName, enabled: false, reason }),
      );
      expect(withStatus(requests, 409)).toHaveLength(AT_ONCE);
      expect(await isEnabled()).toBe(true);
      await forgetOperations(first);
    }
  }, 600_000);

  test('an approved recovery code is issued once', async () => {
    await enable(first, target.userId);
    await enrol(await logInAs(first, target.userName));
    const { userId } = target;
    for (let round = 0; round < ROUNDS; round += 1) {
      await asking[0]!.call('Mfa.RecoveryFor', { userId, reason });
      const open = (await approving[0]!.ok('Approvals.List')).find(({ state, own }) => !own && state === 'open');
      await approving[0]!.ok('Approvals.Approve', { requestId: open!.requestId });
      const answers = served(await atOnce((index) => one(asking, index).call('Mfa.RecoveryFor', { userId, reason })));
      expect([round, withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([round, 1, answers.length - 1]);
      await forgetOperations(first);
    }
  }, 600_000);

  test('an administrator whom the requester makes meanwhile approves nothing', async () => {
    const made = await unusedMember(first);
    for (let round = 0; round < ROUNDS; round += 1) {
      await setRoles(first, made.userId, ['Member']);
      await clear(first, 'sponsorships');
      const promotion = await asking[0]!.call('Roles.SetUser', {
        userName: made.userName,
        body: { roles: ['SystemAdministration'] },
        reason,
      });
      expect(promotion.problem?.code).toBe('ApprovalNeeded');
      const promoting = (await approving[0]!.ok('Approvals.List')).find(
        ({ target: name, state }) => name === made.userName && state === 'open',
      );
      const requestId = await ask();
      const byMade = await Promise.all((count === 1 ? [first] : [first, second]).map((server) => logInAs(server, made.userName)));
      const answers = await atOnce((index) =>
        index === 3
          ? one(approving, index).call('Approvals.Approve', { requestId: promoting!.requestId })
          : one(byMade, index).call('Approvals.Approve', { requestId }),
      );
      expect([round, withStatus(answers, 200).length]).toEqual([round, 1]);
      const late = await one(byMade, round).call('Approvals.Approve', { requestId });
      expect(late).toMatchObject({ status: 403, problem: { code: 'NotIndependent' } });
      expect(await isEnabled()).toBe(true);
      await forgetOperations(first);
    }
  }, 600_000);
});
