/** Administrators of one organisation who take each other away at once, on one process and on two: one of them stays. */
import { AT_ONCE, atOnce, one } from '../../support/atOnce.ts';
import type { Answer, Client } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { scaled } from '../../support/scale.ts';
import { useAccountScene } from '../../support/accountScene.ts';
import { operations } from '../../support/operations.ts';
import { administratorsByGroup, administratorsLeft, clientsOf, ownAdministrators } from '../../support/smallOrganisation.ts';
import type { SsoMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';

const ROUNDS = scaled(3, 25);
const env = { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '100' };

const first = useServer({ env });
const second = useServer({ env, beside: first });
const scene = useAccountScene(first);

interface Racer extends SsoMember {
  readonly clients: readonly Client[];
}
type Way = (by: Client, target: SsoMember) => Promise<Answer<unknown>>;

const ways: Readonly<Record<string, readonly [Way, Way]>> = {
  'disable each other': [disable, disable],
  'demote each other': [demote, demote],
  'demote and disable each other': [demote, disable],
  'disable each other in bulk': [inBulk, inBulk],
  'disable each other, one of them in bulk': [inBulk, disable],
};

function disable(by: Client, { userName }: SsoMember): Promise<Answer<unknown>> {
  return by.call('Users.Enable', { userName, enabled: false });
}
function demote(by: Client, { userName }: SsoMember): Promise<Answer<unknown>> {
  return by.call('Roles.SetUser', { userName, body: { roles: ['Member'] } });
}
function inBulk(by: Client, { userId }: SsoMember): Promise<Answer<unknown>> {
  return by.call('Operations.Start', { body: { kind: 'disable', userIds: [userId] } });
}

/** No bulk operation is at work any more. */
const quiet = () =>
  eventually('the end of all operations', async () => (await operations(first, { state: 'running' })).length === 0);

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_where, count) => {
  const processes = () => [first, second].slice(0, count);

  test.each(Object.entries(ways))(
    'two administrators who %s are one after that',
    async (_what, [way, back]) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { organisationPublicId, administrators } = await ownAdministrators(first, 2);
        const racers: Racer[] = [];
        for (const each of administrators) racers.push({ ...each, clients: await clientsOf(first, each.userId, processes()) });
        const [ada, bob] = racers as [Racer, Racer];
        const answers = await atOnce((index) =>
          index % 2 === 0 ? way(one(ada.clients, index / 2), bob) : back(one(bob.clients, (index - 1) / 2), ada),
        );
        await quiet();
        expect([round, await administratorsLeft(first, organisationPublicId)]).toEqual([round, 1]);
        expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      }
    },
    600_000,
  );

  test('administrators that every road takes away at once are one after that', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const where = await administratorsByGroup(scene(), 3);
      const { organisationPublicId, ids, groupId } = where;
      const users = await first.database.query<SsoMember>(
        `SELECT user_id AS "userId", user_name AS "userName", email FROM users WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id`,
        [ids],
      );
      const racers: Racer[] = [];
      for (const each of users) racers.push({ ...each, clients: await clientsOf(first, each.userId, processes()) });
      const directories = processes().map((process) => where.directory.on(process));
      const leaveGroup = (index: number) =>
        one(directories, index).send('PATCH', `/Groups/${groupId}`, {
          Operations: [{ op: 'remove', path: `members[value eq "${one(ids, index)}"]` }],
        });
      const deactivate = (index: number) =>
        one(directories, index).send('PATCH', `/Users/${one(ids, index)}`, {
          Operations: [{ op: 'replace', path: 'active', value: false }],
        });
      const by = (index: number) => one(one(racers, index).clients, index);
      const target = (index: number) => one(racers, index + 1);
      const takes: readonly ((index: number) => Promise<{ readonly status: number }>)[] = [
        (index) => disable(by(index), target(index)),
        (index) => demote(by(index), target(index)),
        (index) => inBulk(by(index), target(index)),
        leaveGroup,
        deactivate,
        (index) => one(directories, index).send('DELETE', `/Users/${one(ids, index)}`),
        (index) => by(index).call('Provisioning.MapGroup', { organisationPublicId, groupId, body: { roles: [] } }),
      ];
      const answers = await atOnce((index) => one(takes, index)(index));
      await quiet();
      expect([round, await administratorsLeft(first, organisationPublicId)]).toEqual([round, 1]);
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    }
  }, 600_000);

  test('a directory that deletes its administrators at once leaves one', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const where = await administratorsByGroup(scene(), 4);
      const at = processes().map((process) => where.directory.on(process));
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => one(at, index).send('DELETE', `/Users/${one(where.ids, index)}`)),
      );
      expect([round, await administratorsLeft(first, where.organisationPublicId)]).toEqual([round, 1]);
    }
  }, 600_000);
});
