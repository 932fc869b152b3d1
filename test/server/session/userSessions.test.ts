/** The sessions of a user as an administrator sees and ends them, one at a time. */
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const HARBOUR = { organisation: 'Harbour Mutual' };
const isLoggedIn = async (client: Client) => (await client.call('Users.Self')).status === 200;

test('An administrator sees the sessions of a user and ends one; the other goes on', async () => {
  const { userName } = await unusedMember(site, HARBOUR);
  const [first, second] = [await logInAs(site, userName), await logInAs(site, userName)];
  const subadmin = await logInAs(site, 'subadmin');
  const sessions = await subadmin.ok('Users.UserSessions', { userName });
  expect(sessions).toHaveLength(2);
  expect(sessions.every(({ current }) => !current)).toBe(true);
  const [{ sessionId } = { sessionId: '' }] = (await first.ok('Users.Sessions')).filter(({ current }) => current);
  await subadmin.ok('Users.EndUserSession', { userName, sessionId });
  expect([await isLoggedIn(first), await isLoggedIn(second)]).toEqual([false, true]);
  expect(await subadmin.ok('Users.UserSessions', { userName })).toHaveLength(1);
});

test('A session that is over is not found, nor is one of another user, nor one at which an administrator impersonates the user', async () => {
  const [member, other] = [await unusedMember(site, HARBOUR), await unusedMember(site, HARBOUR)];
  const own = await logInAs(site, member.userName);
  const subadmin = await logInAs(site, 'subadmin');
  const [session] = await subadmin.ok('Users.UserSessions', { userName: member.userName });
  const sessionId = session!.sessionId;
  expect(await subadmin.call('Users.EndUserSession', { userName: other.userName, sessionId })).toMatchObject({ status: 404 });
  expect(await isLoggedIn(own)).toBe(true);
  await subadmin.ok('Users.EndUserSession', { userName: member.userName, sessionId });
  expect(await subadmin.call('Users.EndUserSession', { userName: member.userName, sessionId })).toMatchObject({ status: 404 });
  await subadmin.ok('Users.Impersonate', { userName: member.userName });
  const sysadmin = await logInAs(site, 'sysadmin');
  expect(await sysadmin.ok('Users.UserSessions', { userName: member.userName })).toEqual([]);
});

test('The sessions of another organisation and one’s own are not reached', async () => {
  const elsewhere = await logInAs(site, 'second_sub');
  const [{ sessionId } = { sessionId: '' }] = await elsewhere.ok('Users.Sessions');
  const subadmin = await logInAs(site, 'subadmin');
  expect(await subadmin.call('Users.UserSessions', { userName: 'second_sub' })).toMatchObject({ status: 404 });
  expect(await subadmin.call('Users.EndUserSession', { userName: 'second_sub', sessionId })).toMatchObject({ status: 404 });
  const [own] = await subadmin.ok('Users.Sessions');
  expect(await subadmin.call('Users.EndUserSession', { userName: 'subadmin', sessionId: own!.sessionId })).toMatchObject({
    problem: { code: 'OwnAccount' },
  });
});
