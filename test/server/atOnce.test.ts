/**
 * What must happen once happens once, and what goes to and fro is told in its order: 20 at once, 25 times over in full, on one server
 * process and on two. The oracle is the database and the audit. Run with the guards removed (`registered_at is null` in
 * `register`, the conditions of `enable` and `disable`, the lock of `lockUser`) they fail; a user name is the index's to guard.
 */
import { createHash, randomBytes } from 'node:crypto';
import { as } from '../support/as.ts';
import { createClient, type Client } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { scaled } from '../support/scale.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { unusedMember } from '../support/unusedMember.ts';

const ROUNDS = scaled(4, 25);
const AT_ONCE = 20;
const LONG_MS = 300_000;

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
  ({ harbour } = await database.row<{ harbour: string }>(
    `SELECT organisation_id AS harbour FROM organisations WHERE name = 'Harbour Mutual'`,
  ));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

/** So many browsers of one session, at one process or at two in turn. */
async function many(userName: string, processes: number): Promise<Client[]> {
  const { jar } = await as(servers[0], userName);
  return Array.from({ length: AT_ONCE }, (_, index) => createClient({ url: servers[index % processes]!.url }, { jar }));
}

const events = (action: string, userId: string) =>
  database.query<{ actor: string; details: Record<string, unknown> }>(
    `SELECT actor, details FROM audit_events WHERE action = $1 AND target_user_id = $2 AND outcome = 'success' ORDER BY seq`,
    [action, userId],
  );

describe.each([
  ['one process', 1],
  ['two processes', 2],
])('On %s', (_where, processes) => {
  test(
    'one invitation becomes one account',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = randomBytes(32).toString('base64url');
        const name = `race${String(processes)}_${String(round)}`;
        const { userId } = await database.row<{ userId: string }>(
          `INSERT INTO users (user_id, email, first_name, last_name, organisation_id, roles, invite_expires_at, created_at)
           VALUES (gen_random_uuid(), $1, 'Ada', 'Racer', $2, '{Member}', now() + interval '1 day', now()) RETURNING user_id AS "userId"`,
          [`${name}@race.example`, harbour],
        );
        await database.query(
          `INSERT INTO links (token_hash, purpose, user_id, data, created_at, expires_at)
           VALUES ($1, 'invite', $2, '{"inviterId": null}', now(), now() + interval '1 day')`,
          [createHash('sha256').update(token).digest(), userId],
        );
        const guests = Array.from({ length: AT_ONCE }, (_, index) => createClient(servers[index % processes]!));
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
        expect(await database.query('SELECT user_name FROM users WHERE user_id = $1', [userId])).toEqual([{ user_name: winner }]);
        expect((await events('Invite.Accept', userId)).map(({ actor }) => actor)).toEqual([winner]);
      }
    },
    LONG_MS,
  );

  test(
    'one user name is given once',
    async () => {
      const admins = await many('sysadmin', processes);
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
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(AT_ONCE - 1).fill(409)]);
        const made = await database.query<{ user_id: string }>('SELECT user_id FROM users WHERE lower(user_name) = lower($1)', [
          userName,
        ]);
        expect(made).toHaveLength(1);
        expect(await events('Users.Create', made[0]!.user_id)).toHaveLength(1);
      }
    },
    LONG_MS,
  );

  test(
    'enabling and disabling is told in the order in which it happened',
    async () => {
      const admins = await many('subadmin', processes);
      const { userId, userName } = await unusedMember({ database }, { organisation: 'Harbour Mutual' });
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all(
          admins.map((admin, index) => admin.call('Users.Enable', { userName, enabled: index % 2 === 0 })),
        );
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const told = (await events('Users.Enable', userId)).map(({ details }) => details.enabled);
      // Each event is of a change: the first one disables, and no two are alike in a row.
      expect(told.length).toBeGreaterThan(ROUNDS);
      expect(told).toEqual(told.map((_, place) => place % 2 === 1));
      const [row] = await database.query('SELECT enabled FROM users WHERE user_id = $1', [userId]);
      expect(row).toEqual({ enabled: told.at(-1) });
    },
    LONG_MS,
  );

  test(
    'ownership is taken from whoever had it',
    async () => {
      const [some, others] = [await many('subadmin', processes), await many('sysadmin', processes)];
      const { userId, userName } = await unusedMember({ database }, { organisation: 'Harbour Mutual' });
      const owner = () =>
        database.query<{ user_name: string }>(
          'SELECT w.user_name FROM users u JOIN users w ON w.user_id = u.owner_id WHERE u.user_id = $1',
          [userId],
        );
      const [first] = await owner();
      for (let round = 0; round < ROUNDS; round += 1) {
        const takers = some.map((client, index) => (index % 2 === 0 ? client : others[index]!));
        const answers = await Promise.all(takers.map((client) => client.call('Users.TakeOwnership', { userName })));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      const chain = await events('Users.TakeOwnership', userId);
      expect(chain.length).toBeGreaterThan(ROUNDS);
      const owners = [first?.user_name ?? null, ...chain.map(({ actor }) => actor)];
      expect(chain.map(({ details }) => details.formerOwner)).toEqual(owners.slice(0, -1));
      expect(await owner()).toEqual([{ user_name: owners.at(-1) }]);
    },
    LONG_MS,
  );
});
