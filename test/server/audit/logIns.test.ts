/** The logins of a user: every attempt with its step, outcome, reason, browser and address. */
import { randomUUID } from 'node:crypto';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { type Client, createClient } from '../../support/client.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { useServer } from '../../support/useServer.ts';
import { moveBeside, mustChangePassword } from '../../support/changeUser.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });

let sysadmin: Client;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
});

/** A member of Harbour Mutual who has never logged in. */
async function newcomer(): Promise<{ userId: string; userName: string }> {
  const id = await organisationIdOf(site, 'Harbour Mutual');
  const userName = `newcomer_${randomUUID().slice(0, 8)}`;
  const person = { userName, email: `${userName}@example.com`, firstName: 'Nora', lastName: 'New', roles: ['Member'] };
  const created = await sysadmin.ok('Users.Create', { body: { ...person, organisationPublicId: id, password: DEMO_PASSWORD } });
  await mustChangePassword(site, created.userId, false);
  return created;
}

const tryToLogIn = async (userName: string, password: string) =>
  createClient(site).call('Login.Login', { body: { userName, password } });

test('An administrator sees what came of each attempt, newest first; a wrong password has its reason', async () => {
  const { userName } = await newcomer();
  await tryToLogIn(userName, 'Wrong-password-1');
  await tryToLogIn(userName, DEMO_PASSWORD);
  const { events, nextCursor } = await (await logInAs(site, 'subadmin')).ok('Users.LogIns', { userName });
  expect(nextCursor).toBeNull();
  expect(events).toMatchObject([
    { action: 'Login.Login', outcome: 'success', details: { outcome: 'SignedIn' } },
    { action: 'Login.Login', outcome: 'failure', details: { reason: 'InvalidCredentials' } },
  ]);
  expect(events.every(({ address }) => address !== '')).toBe(true);
});

test('A user sees the own logins, and no others; what administrators did to the account is none', async () => {
  const { userName } = await newcomer();
  const subadmin = await logInAs(site, 'subadmin');
  await subadmin.ok('Users.Enable', { userName, enabled: false });
  await subadmin.ok('Users.Enable', { userName, enabled: true });
  const own = await logInAs(site, userName);
  const { events } = await own.ok('Users.OwnLogIns', {});
  expect(events.map(({ action, target }) => [action, target])).toEqual([['Login.Login', userName]]);
  expect(await own.call('Users.LogIns', { userName: 'subadmin' })).toMatchObject({ status: 403 });
});

test('A page holds twenty; the cursor leads to the rest', async () => {
  const { userName } = await newcomer();
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, outcome, details)
     SELECT gen_random_uuid(), now() - n * interval '1 hour', u.user_name, 'Login.Login', u.user_name, u.user_id, u.organisation_id, 'success',
            '{"outcome": "SignedIn"}' FROM users u, generate_series(1, 25) n WHERE u.user_name = $1`,
    [userName],
  );
  const subadmin = await logInAs(site, 'subadmin');
  const first = await subadmin.ok('Users.LogIns', { userName });
  expect(first.events).toHaveLength(20);
  const rest = await subadmin.ok('Users.LogIns', { userName, cursor: first.nextCursor! });
  expect([rest.events.length, rest.nextCursor]).toEqual([5, null]);
  expect(new Set([...first.events, ...rest.events].map(({ eventId }) => eventId)).size).toBe(25);
});

test('The logins of another organisation are not reached, nor those from before a user moved; a system administrator sees them all', async () => {
  const { userName, userId } = await newcomer();
  await tryToLogIn(userName, DEMO_PASSWORD);
  const [subadmin, elsewhere] = [await logInAs(site, 'subadmin'), await logInAs(site, 'second_sub')];
  expect(await elsewhere.call('Users.LogIns', { userName })).toMatchObject({ status: 404 });
  await moveBeside(site, userId, 'second_sub');
  expect(await subadmin.call('Users.LogIns', { userName })).toMatchObject({ status: 404 });
  expect((await elsewhere.ok('Users.LogIns', { userName })).events).toEqual([]);
  expect((await sysadmin.ok('Users.LogIns', { userName })).events).toHaveLength(1);
});
