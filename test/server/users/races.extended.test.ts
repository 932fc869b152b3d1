/** Two system administrators who act against each other concurrently: one always remains. */
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';
import { useServer } from '../../support/useServer.ts';
import { setRoles } from '../../support/changeUser.ts';
import { approve, houseId } from '../../support/organisations.ts';

const ROUNDS = scaled(10, 200);
const env = { LIMIT_LOGINS_PER_ADDRESS: '10000' };
const first = useServer({ env });
const second = useServer({ env, beside: first });
beforeAll(async () => {
  // Only these two have the role.
  await first.database.query(
    `UPDATE users SET roles = '{SystemAdministration}', enabled = true, organisation_id = (SELECT organisation_id FROM organisations WHERE house) WHERE user_name IN ('ordinary', 'support_user')`,
  );
  await setRoles(first, ['sysadmin', 'system_only'], ['SubscriberAdministration']);
});

const A = 'ordinary';
const B = 'support_user';

async function restore(): Promise<void> {
  await first.database.query(
    `UPDATE users SET enabled = true, roles = '{SystemAdministration}', organisation_id = (SELECT organisation_id FROM organisations WHERE house) WHERE user_name IN ($1, $2)`,
    [A, B],
  );
  await first.database.query('UPDATE organisations SET approved = true WHERE house');
}

const countRemaining = async () =>
  (
    await first.database.query(
      `SELECT 1 FROM users JOIN organisations o USING (organisation_id) WHERE 'SystemAdministration' = ANY (roles) AND enabled AND registered_at IS NOT NULL AND o.approved`,
    )
  ).length;

type Attack = (client: Client, victim: string) => Promise<{ status: number }>;
const disable: Attack = (client, userName) => client.call('Users.Enable', { userName, enabled: false });
const demote: Attack = (client, userName) => client.call('Roles.SetUser', { userName, body: { roles: ['Member'] } });

describe.each([
  ['disable each other', disable, disable],
  ['demote each other', demote, demote],
  ['disable and demote each other', disable, demote],
])('When two system administrators concurrently %s', (_what, byA, byB) => {
  it('one remains, in every round, on one process and on two', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await restore();
      const [a, b] = [await logInAs(first, A), await logInAs(round % 2 === 0 ? first : second, B)];
      const statuses = (await Promise.all([byA(a, B), byB(b, A)])).map(({ status }) => status);
      expect([round, await countRemaining()]).toEqual([round, 1]);
      // The other is refused as the last one, or no longer has the role.
      expect([
        statuses.filter((status) => status === 200).length,
        statuses.some((status) => [401, 403, 409].includes(status)),
      ]).toEqual([1, true]);
    }
  }, 600_000);
});

const closeHouse = async (client: Client) =>
  client.call('Organisations.Update', { publicId: await houseId(first), body: { approved: false } });
const refusedAsLast = { status: 409, problem: { code: 'LastSystemAdministrator' } };

it('the last one cannot be excluded by withdrawing the approval of the house organisation', async () => {
  await restore();
  const a = await logInAs(first, A);
  await disable(a, B);
  expect(await closeHouse(a)).toMatchObject(refusedAsLast);
  expect(await countRemaining()).toBe(1);
});

it('an invited one or one in an unapproved organisation does not count, nor act', async () => {
  await restore();
  await setRoles(first, 'invited@example.com', ['SystemAdministration']);
  const [a, b] = [await logInAs(first, A), await logInAs(first, B)];
  const { organisation_id: elsewhere } = await first.database.row<{ organisation_id: string }>(
    `UPDATE users SET organisation_id = (SELECT organisation_id FROM organisations WHERE NOT approved LIMIT 1)
      WHERE user_name = $1 RETURNING organisation_id`,
    [A],
  );
  expect(await disable(a, B)).toMatchObject({ status: 401, problem: { code: 'SessionRequired' } });
  expect(await closeHouse(b)).toMatchObject(refusedAsLast);
  expect(await countRemaining()).toBe(1);

  await approve(first, elsewhere);
  expect((await closeHouse(b)).status).toBe(200);
  expect(await countRemaining()).toBe(1);
});
