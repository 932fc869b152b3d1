/**
 * Concurrent e-mail changes and erasure on two processes, and on a process that is killed in the middle of many. The oracle is the
 * database and the audit.
 */
import { randomBytes } from 'node:crypto';
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess, type ServerProcess } from '../../support/server.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { plantLink } from '../../support/credentials.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { userOf, users } from '../../support/userFacts.ts';

const ROUNDS = scaled(5, 25);
const AT_ONCE = 20;
const LONG_MS = 300_000;

let database: TestDatabase;
let servers: [ServerProcess, ServerProcess];
let harbour: string;
beforeAll(async () => {
  database = await createDatabase();
  servers = [await startServerProcess({ database }), await startServerProcess({ database })];
  harbour = await organisationIdOf({ database }, 'Harbour Mutual');
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
});

let people = 0;
async function newUser({ enabled = true } = {}) {
  people += 1;
  const userName = `racing_${String(people)}`;
  const { userId } = await database.row<{ userId: string }>(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, roles, enabled, registered_at, created_at)
     VALUES (gen_random_uuid(), $1, $1 || '@race.example', 'Ada', 'Racer', $2, '{Member}', $3, now(), now()) RETURNING user_id AS "userId"`,
    [userName, harbour, enabled],
  );
  return { userId, userName, email: `${userName}@race.example` };
}
/** Creates a link as a mail would contain it. */
async function linkTo(purpose: 'confirmEmail' | 'cancelEmail', userId: string) {
  const token = randomBytes(32).toString('base64url');
  await plantLink({ database }, userId, purpose, token);
  return { userId, token };
}
const successes = async (userId: string) =>
  (await auditEvents({ database }, { targetUserId: userId, outcome: 'success' }, 'action')).map(({ action }) => action);
const administrators = async (userName = 'sysadmin'): Promise<Client[]> => {
  const { jar } = await logInAs(servers[0], userName);
  return Array.from({ length: AT_ONCE }, (_, index) => createClient(servers[index % 2]!, { jar }));
};

test(
  'A new address is confirmed or refused, once, and never both',
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, userName, email } = await newUser();
      const next = `next.${userName}@race.example`;
      const [sysadmin] = await administrators();
      const { version } = await sysadmin!.ok('Users.User', { userName });
      await sysadmin!.ok('Users.Patch', { userName, body: { version, email: next } });
      const [confirm, cancel] = [await linkTo('confirmEmail', userId), await linkTo('cancelEmail', userId)];
      const owners = Array.from({ length: AT_ONCE }, (_, index) => createClient(servers[index % 2]!));
      await Promise.all(owners.map((owner) => owner.raw('/api/Login/Login')));
      const answers = await Promise.all(
        owners.map((owner, index) =>
          index % 3 === 0
            ? owner.call('Users.CancelEmail', { body: cancel })
            : owner.call('Users.ConfirmEmail', { body: confirm }),
        ),
      );
      const changing = answers.filter(({ status, body }) => status === 200 && body?.already === undefined);
      expect(changing).toHaveLength(1);
      expect(answers.every(({ status, body }) => status === 410 || (status === 200 && body !== undefined))).toBe(true);
      const [, ended] = await successes(userId);
      const row = await userOf({ database }, userId, 'email', 'pendingEmail');
      expect(row).toEqual({ email: ended === 'Users.ConfirmEmail' ? next : email, pendingEmail: null });
      expect(await successes(userId)).toHaveLength(2);
    }
  },
  LONG_MS,
);

test(
  'No confirmation succeeds after the account was disabled, reset or erased at the same moment',
  async () => {
    const [sysadmin, ...others] = await administrators();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, userName, email } = await newUser();
      const next = `after.${userName}@race.example`;
      const { version } = await sysadmin!.ok('Users.User', { userName });
      await sysadmin!.ok('Users.Patch', { userName, body: { version, email: next } });
      const confirm = await linkTo('confirmEmail', userId);
      const owner = createClient(servers[round % 2]!);
      await owner.raw('/api/Login/Login');
      const [confirmed] = await Promise.all([
        owner.call('Users.ConfirmEmail', { body: confirm }),
        others[0]!.ok('Users.Enable', { userName, enabled: false }),
        others[1]!.ok('Users.ResetAuthentication', { userName, type: 'All' }),
      ]);
      const actions = (await successes(userId)).filter((action) => action !== 'Users.Patch');
      const row = await userOf({ database }, userId, 'email', 'pendingEmail', 'enabled');
      const isConfirmed = confirmed.status === 200;
      expect(row).toEqual({ email: isConfirmed ? next : email, pendingEmail: null, enabled: false });
      // The address is confirmed only if that call came first.
      expect(actions.indexOf('Users.ConfirmEmail')).toBe(isConfirmed ? 0 : -1);
    }
  },
  LONG_MS,
);

test(
  'A user is erased once, whatever else changes the account at the same moment, and is not restored by it',
  async () => {
    const all = await administrators();
    const sub = await administrators('subadmin');
    for (let round = 0; round < ROUNDS; round += 1) {
      const { userId, userName, email } = await newUser({ enabled: false });
      const acts = all.map((admin, index) => {
        if (index % 4 === 0) return admin.call('Users.Erase', { userName });
        if (index % 4 === 1) return admin.call('Users.ResetAuthentication', { userName, type: 'Password' });
        if (index % 4 === 2) return sub[index]!.call('Users.TakeOwnership', { userName });
        return admin.call('Roles.SetUser', { userName, body: { roles: index % 8 === 3 ? ['Support'] : ['Member'] } });
      });
      const statuses = (await Promise.all<{ status: number }>(acts)).map(({ status }) => status);
      expect(statuses.filter((_, index) => index % 4 === 0).sort()).toEqual([200, 404, 404, 404, 404]);
      for (const status of statuses) expect([200, 404]).toContain(status);
      expect(await users({ database }, { userId })).toEqual([]);
      expect((await successes(userId)).filter((action) => action === 'Users.Erase')).toHaveLength(1);
      // Requests refused afterwards keep the name that they asked for, and the last mail its recipient.
      const left = await database.query(
        `SELECT action, outcome FROM audit_events e WHERE strpos(e::text, $1) > 0 AND outcome <> 'refused'
         UNION ALL SELECT template, 'mail' FROM mails WHERE recipient = $2 AND template <> 'accountErased'`,
        [userName, email],
      );
      expect(left).toEqual([]);
    }
  },
  LONG_MS,
);

test(
  'Killed in the middle of many of them, each has happened whole or not at all',
  async () => {
    const admin = await logInAs(servers[0], 'sysadmin');
    const targets = await Promise.all(
      Array.from({ length: scaled(60, 300) }, (_, index) => newUser({ enabled: index % 2 === 0 })),
    );
    const acknowledged = new Map<string, 'changed' | 'erased'>();
    let killed: Promise<void> | undefined;
    const queue = targets.entries();
    const writer = async () => {
      for (const [index, { userId, userName }] of queue) {
        if (killed) return;
        const erases = index % 2 === 1;
        const answer = await (
          erases
            ? admin.call('Users.Erase', { userName })
            : admin.call('Users.Patch', { userName, body: { version: 1, email: `moved.${userName}@race.example` } })
        ).catch(() => undefined);
        if (answer?.status === 200) acknowledged.set(userId, erases ? 'erased' : 'changed');
        if (acknowledged.size >= targets.length / 2) killed ??= servers[0].kill();
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    await killed;
    servers[0] = await startServerProcess({ database });
    for (const [index, { userId, userName, email }] of targets.entries()) {
      const state = await database.row<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM users WHERE user_id = $1) AS users,
                (SELECT count(*)::int FROM users WHERE user_id = $1 AND pending_email IS NOT NULL) AS pending,
                (SELECT count(*)::int FROM links WHERE user_id = $1) AS links,
                (SELECT count(*)::int FROM mails WHERE recipient IN ($2, 'moved.' || $2)) AS mails,
                (SELECT count(*)::int FROM audit_events WHERE target_user_id = $1 AND outcome = 'success') AS events`,
        [userId, email],
      );
      const none = { users: 1, pending: 0, links: 0, mails: 0, events: 0 };
      const whole =
        index % 2 === 1
          ? { users: 0, pending: 0, links: 0, mails: 1, events: 1 }
          : { users: 1, pending: 1, links: 2, mails: 2, events: 1 };
      expect([userName, [none, whole]]).toEqual([userName, expect.arrayContaining([state])]);
      if (acknowledged.has(userId)) expect([userName, state]).toEqual([userName, whole]);
    }
    expect(acknowledged.size).toBeLessThan(targets.length);
  },
  LONG_MS,
);
