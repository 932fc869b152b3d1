/**
 * Concurrent changes by 20 clients, in 25 rounds in a full run, on one server process and on two; checked against the database and
 * the audit. The tests fail without the guards (`registered_at is null` in `register`, the conditions of `enable` and `disable`, the
 * lock of `lockUser`); user names are guarded by a unique index.
 */
import { randomBytes } from 'node:crypto';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { scaled } from '../../support/scale.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { plantLink } from '../../support/credentials.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { userOf } from '../../support/userFacts.ts';

const ROUNDS = scaled(4, 25);
const CONCURRENT = 20;
const TIMEOUT_MS = 300_000;

let database: TestDatabase;
let servers: [TestServer, TestServer];
let harbour: string;

beforeAll(async () => {
  database = await createDatabase();
  const start = () =>
    startServer({
      database,
      env: { LIMIT_HASH_WAIT_MS: '60000', LIMIT_LOGINS_PER_ADDRESS: '1000000', LIMIT_BROWSER_MAILS: '1' },
    });
  servers = [await start(), await start()];
  harbour = await organisationIdOf({ database }, 'Harbour Mutual');
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

/** Clients with one shared session, alternating between the processes. */
async function concurrentClients(userName: string, processes: number): Promise<Client[]> {
  const { jar } = await logInAs(servers[0], userName);
  return Array.from({ length: CONCURRENT }, (_, index) => createClient({ url: servers[index % processes]!.url }, { jar }));
}

const events = (action: string, userId: string) =>
  auditEvents({ database }, { action, targetUserId: userId, outcome: 'success' }, 'actor', 'details');

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_where, processes) => {
  test(
    'one invitation creates one account',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = randomBytes(32).toString('base64url');
        const name = `race${String(processes)}_${String(round)}`;
        const { userId } = await database.row<{ userId: string }>(
          `INSERT INTO users (user_id, email, first_name, last_name, organisation_id, roles, invite_expires_at, created_at)
           VALUES (gen_random_uuid(), $1, 'Ada', 'Racer', $2, '{Member}', now() + interval '1 day', now()) RETURNING user_id AS "userId"`,
          [`${name}@race.example`, harbour],
        );
        await plantLink({ database }, userId, 'invite', token);
        const guests = Array.from({ length: CONCURRENT }, (_, index) => createClient(servers[index % processes]!));
        await Promise.all(guests.map((guest) => guest.ok('Invite.Receive', { body: { userId, token } })));
        const answers = await Promise.all(
          guests.map((guest, index) =>
            guest.call('Invite.Accept', {
              userId,
              body: {
                userName: `${name}_${String(index)}`,
                firstName: 'Ada',
                lastName: 'Racer',
                password: 'Tall-ships-9',
                confirmPassword: 'Tall-ships-9',
              },
            }),
          ),
        );
        const winner = answers.find(({ status }) => status === 200)?.body?.userName;
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        for (const { status } of answers) expect([200, 403, 410]).toContain(status);
        expect(await userOf({ database }, userId, 'userName')).toEqual({ userName: winner });
        expect((await events('Invite.Accept', userId)).map(({ actor }) => actor)).toEqual([winner]);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'one user name is assigned once, whatever its case',
    async () => {
      const admins = await concurrentClients('sysadmin', processes);
      for (let round = 0; round < ROUNDS; round += 1) {
        const userName = `Wanted_${String(processes)}_${String(round)}`;
        const answers = await Promise.all(
          admins.map((admin, index) =>
            admin.call('Users.Create', {
              body: {
                userName: index % 2 === 0 ? userName : userName.toUpperCase(),
                email: `${userName}.${String(index)}@race.example`,
                firstName: 'Ada',
                lastName: 'Racer',
                organisationPublicId: harbour,
                roles: ['Member'],
              },
            }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(CONCURRENT - 1).fill(409)]);
        const created = await database.query<{ user_id: string }>(
          'SELECT user_id FROM users WHERE lower(user_name) = lower($1)',
          [userName],
        );
        expect(created).toHaveLength(1);
        expect(await events('Users.Create', created[0]!.user_id)).toHaveLength(1);
      }
    },
    TIMEOUT_MS,
  );

  test(
    'enabling and disabling are audited in the order in which they took effect',
    async () => {
      const admins = await concurrentClients('subadmin', processes);
      const { userId, userName } = await unusedMember({ database }, { organisation: 'Harbour Mutual' });
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all(
          admins.map((admin, index) => admin.call('Users.Enable', { userName, enabled: index % 2 === 0 })),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const audited = (await events('Users.Enable', userId)).map(({ details }) => details.enabled);
      // Only changes are audited: the first one disables, and no two successive ones are equal.
      expect(audited.length).toBeGreaterThan(ROUNDS);
      expect(audited).toEqual(audited.map((_, index) => index % 2 === 1));
      expect(await userOf({ database }, userId, 'enabled')).toEqual({ enabled: audited.at(-1) });
    },
    TIMEOUT_MS,
  );

  test(
    'each change of ownership is audited with the previous owner',
    async () => {
      const [subadmins, sysadmins] = [
        await concurrentClients('subadmin', processes),
        await concurrentClients('sysadmin', processes),
      ];
      const { userId, userName } = await unusedMember({ database }, { organisation: 'Harbour Mutual' });
      const owner = () =>
        database.query<{ user_name: string }>(
          'SELECT w.user_name FROM users u JOIN users w ON w.user_id = u.owner_id WHERE u.user_id = $1',
          [userId],
        );
      const [first] = await owner();
      for (let round = 0; round < ROUNDS; round += 1) {
        const takers = subadmins.map((client, index) => (index % 2 === 0 ? client : sysadmins[index]!));
        const answers = await Promise.all(takers.map((client) => client.call('Users.TakeOwnership', { userName })));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const chain = await events('Users.TakeOwnership', userId);
      expect(chain.length).toBeGreaterThan(ROUNDS);
      const owners = [first?.user_name ?? null, ...chain.map(({ actor }) => actor)];
      expect(chain.map(({ details }) => details.formerOwner)).toEqual(owners.slice(0, -1));
      expect(await owner()).toEqual([{ user_name: owners.at(-1) }]);
    },
    TIMEOUT_MS,
  );
});
