/** Lifetimes follow their settings, each set to a number that no other has. */
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({
  env: {
    SESSION_HOURS: '3',
    SESSION_IDLE_MINUTES: '7',
    SESSION_REMEMBER_DAYS: '9',
    IMPERSONATION_MINUTES: '13',
    INVITE_DAYS: '2',
    RECOVERY_MINUTES: '17',
    CONFIRM_EMAIL_HOURS: '5',
    ADMIN_EMAIL_DELAY_HOURS: '4',
    API_KEY_DAYS: '11',
    LIMIT_API_KEY_DAYS: '19',
    LIMIT_LOCK_MINUTES: '6',
  },
});

/** In minutes. */
const [HOUR, DAY] = [60, 24 * 60];

/** Minutes between two times, which may be written one after the other. */
const minutesOf = async (span: string, from: string, values: readonly unknown[] = []): Promise<number> => {
  const { minutes } = await site.database.row<{ minutes: number }>(
    `SELECT round(extract(epoch FROM ${span}) / 60)::int AS minutes FROM ${from}`,
    values,
  );
  return minutes;
};

const newest = (table: string, where: string) => `(SELECT * FROM ${table} WHERE ${where} ORDER BY created_at DESC LIMIT 1) r`;

test('of a session, of a remembered one, and of an impersonation', async () => {
  const { userId, userName } = await unusedMember(site);
  await logInAs(site, userName);
  const own = newest('sessions', `user_id = '${userId}'`);
  expect(await minutesOf('r.expires_at - r.created_at', own)).toBe(3 * HOUR);
  expect(await minutesOf(`r.idle_ms * interval '1 millisecond'`, own)).toBe(7);
  await createClient(site).ok('Login.Login', { body: { userName, password: DEMO_PASSWORD, rememberMe: true } });
  expect(await minutesOf('r.expires_at - r.created_at', own)).toBe(9 * DAY);
  await (await logInAs(site, 'sysadmin')).ok('Users.Impersonate', { userName });
  expect(await minutesOf('r.expires_at - r.created_at', own)).toBe(13);
});

test('of an invitation, of a recovery link, and of a new address’s link, which waits for administrators', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  const body = { email: 'lifetimes@example.net', firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await sysadmin.ok('Invite.CreateUser', { body });
  await sysadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  expect(await minutesOf('invite_expires_at - now()', 'users WHERE user_id = $1', [userId])).toBe(2 * DAY);
  const member = await unusedMember(site);
  await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: member.userName } });
  const linkOf = (purpose: string, of: string) => newest('links', `purpose = '${purpose}' AND user_id = '${of}'`);
  expect(await minutesOf('r.expires_at - r.created_at', linkOf('recovery', member.userId))).toBe(17);
  const patch = async (userName: string, email: string) => {
    const { version, userId: changed } = await sysadmin.ok('Users.User', { userName });
    await sysadmin.ok('Users.Patch', { userName, body: { version, email } });
    return minutesOf('r.expires_at - r.created_at', linkOf('confirmEmail', changed));
  };
  expect(await patch(member.userName, 'member.moves@example.net')).toBe(5 * HOUR);
  expect(await patch('second_sub', 'second.moves@example.net')).toBe((4 + 5) * HOUR);
});

test('of an API key, and of a lock', async () => {
  const { userName, userId } = await unusedMember(site);
  const client = await logInAs(site, userName);
  await client.ok('ApiKey.Create', { name: 'Lifetimes' });
  expect(await minutesOf('r.expires_at - r.created_at', newest('api_keys', `user_id = '${userId}'`))).toBe(11 * DAY);
  expect((await client.ok('ApiKey.OpenAccess')).longestDays).toBe(19);
  for (let tried = 0; tried < 5; tried += 1)
    await createClient(site).call('Login.Login', { body: { userName, password: 'wrong' } });
  expect(await minutesOf('locked_until - now()', 'users WHERE user_id = $1', [userId])).toBe(6);
});
