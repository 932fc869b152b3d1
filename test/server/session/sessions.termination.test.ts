/** Sessions ended by an administrator, for one user or a whole organisation, and the limit of twenty per user. */
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { authenticatedAgo, lastSeenAgo, sessions } from '../../support/sessions.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { only } from '../../support/facts.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };
const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;
const organisationId = async (name: string) => await organisationIdOf(site, name);
const expireIdentityProof = (userName: string) => authenticatedAgo(site, '31 minutes', userName);

test('An administrator ends all sessions of a user with a fresh proof of identity; the user may log in again', async () => {
  const { userName } = await unusedMember(site, HARBOUR);
  const [first, second, subadmin] = [
    await logInAs(site, userName),
    await logInAs(site, userName),
    await logInAs(site, 'subadmin'),
  ];
  await expireIdentityProof('subadmin');
  expect(await subadmin.call('Users.EndSessions', { userName })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  await subadmin.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  expect(await subadmin.ok('Users.EndSessions', { userName })).toMatchObject({ userName, loggedIn: false, enabled: true });
  expect([await isLoggedIn(first), await isLoggedIn(second)]).toEqual([false, false]);
  expect(await isLoggedIn(await logInAs(site, userName))).toBe(true);
  const { details } = await only(auditEvents(site, { action: 'Users.EndSessions', target: userName }, 'details'));
  expect(details).toEqual({ sessionsEnded: 2 });
  expect(await subadmin.call('Users.EndSessions', { userName: 'subadmin' })).toMatchObject({ problem: { code: 'OwnAccount' } });
  expect(await subadmin.call('Users.EndSessions', { userName: 'second_sub' })).toMatchObject({ status: 404 });
});

test('An administrator ends the sessions of the organisation, except for their own, those of higher roles and those of other organisations', async () => {
  const [member, elsewhere] = [await unusedMember(site, HARBOUR), await logInAs(site, 'second_sub')];
  const higher = await unusedMember(site, HARBOUR);
  await setRoles(site, higher.userId, ['SystemAdministration']);
  const [own, other] = [await logInAs(site, member.userName), await logInAs(site, higher.userName)];
  const subadmin = await logInAs(site, 'subadmin');
  const publicId = await organisationId('Harbour Mutual');
  await expireIdentityProof('subadmin');
  expect(await subadmin.call('Organisations.EndSessions', { publicId })).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  await subadmin.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  expect((await subadmin.ok('Organisations.EndSessions', { publicId })).ended).toBeGreaterThan(0);
  expect([await isLoggedIn(own), await isLoggedIn(other), await isLoggedIn(elsewhere), await isLoggedIn(subadmin)]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  const northgate = await organisationId('Northgate Portfolio');
  expect(await subadmin.call('Organisations.EndSessions', { publicId: northgate })).toMatchObject({ status: 404 });
  await (await logInAs(site, 'sysadmin')).ok('Organisations.EndSessions', { publicId });
  expect([await isLoggedIn(other), await isLoggedIn(subadmin)]).toEqual([false, false]);
});

test('A user ends their other sessions with a fresh proof of identity', async () => {
  const { userName } = await unusedMember(site);
  const [current, otherSession] = [await logInAs(site, userName), await logInAs(site, userName)];
  await expireIdentityProof(userName);
  expect(await current.call('Users.EndOtherSessions')).toMatchObject({ problem: { code: 'ConfirmIdentity' } });
  await current.ok('Login.ConfirmIdentity', { body: { password: DEMO_PASSWORD } });
  await current.ok('Users.EndOtherSessions');
  expect([await isLoggedIn(current), await isLoggedIn(otherSession)]).toEqual([true, false]);
});

test('The twenty-first login ends the least recently used session, and no other', async () => {
  const { userName, userId } = await unusedMember(site);
  const clients: Client[] = [];
  for (let number = 0; number < 20; number += 1) clients.push(await logInAs(site, userName));
  const [oldest, ...others] = clients as [Client, ...Client[]];
  await lastSeenAgo(site, '10 minutes', (await sessions(site, { userId }))[7]!.sessionId);
  const newest = createClient(site);
  await newest.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  expect(await isLoggedIn(oldest)).toBe(true);
  expect(await isLoggedIn(newest)).toBe(true);
  const states = await Promise.all(others.map(isLoggedIn));
  expect(states.filter((state) => !state)).toHaveLength(1);
  expect(states[6]).toBe(false);
});
