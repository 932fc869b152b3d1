/** Daily limit of repeated invitation mails per administrator, over all invited users; first mails are not counted. */
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer({ env: { LIMIT_RESENDS_PER_DAY: '5' } });

test('An administrator may repeat five invitation mails a day, by either operation; each administrator has a separate limit', async () => {
  const [subadmin, sysadmin] = [await logInAs(site, 'subadmin'), await logInAs(site, 'sysadmin')];
  const userIds: string[] = [];
  for (let number = 0; number < 8; number += 1) {
    const body = { email: `again${String(number)}@example.net`, firstName: 'Ada', lastName: 'Example', roles: ['Member'] };
    userIds.push((await subadmin.ok('Invite.CreateUser', { body })).userId);
  }
  expect(await subadmin.ok('Invite.SendEmail', { body: { userIds } })).toMatchObject({ failed: [] });
  const [userId = '', ...others] = userIds;
  for (let time = 0; time < 3; time += 1) await subadmin.ok('Invite.Resend', { userId });
  const { sent, failed } = await subadmin.ok('Invite.SendEmail', { body: { userIds: others.slice(0, 3) } });
  expect([sent.length, failed.length]).toEqual([2, 1]);
  const refused = await subadmin.call('Invite.Resend', { userId });
  expect(refused).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  await sysadmin.ok('Invite.Resend', { userId });
  await site.database.query(`UPDATE throttles SET resets_at = now() - interval '1 second' WHERE bucket LIKE 'resend:%'`);
  await subadmin.ok('Invite.Resend', { userId });
});
