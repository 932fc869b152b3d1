/** Daily limit of repeated invitation mails per administrator, over all invited users; first mails are not counted. */
import { logInAs } from '../../support/logInAs.ts';
import { endThrottles } from '../../support/throttles.ts';
import { useServer } from '../../support/useServer.ts';

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
  await endThrottles(site, 'LIMIT_RESENDS_PER_DAY:');
  await subadmin.ok('Invite.Resend', { userId });
});

test('Deleting an invitation and inviting the address again counts as mailing it again', async () => {
  const [subadmin, sysadmin] = [await logInAs(site, 'second_sub'), await logInAs(site, 'sysadmin')];
  const inviteAgain = async (email: string) => {
    const body = { email, firstName: 'Ada', lastName: 'Example', roles: ['Member'] };
    const { userId } = await subadmin.ok('Invite.CreateUser', { body });
    const { sent, failed } = await subadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
    await subadmin.ok('Invite.Delete', { userId });
    return [sent.length, failed.length];
  };
  // The first mail, and five more.
  for (let time = 0; time < 6; time += 1) expect(await inviteAgain('flooded@example.net')).toEqual([1, 0]);
  expect(await inviteAgain('flooded@example.net')).toEqual([0, 1]);
  expect(await inviteAgain('Flooded@EXAMPLE.net')).toEqual([0, 1]);
  // Another address is mailed for the first time, and only once.
  expect(await inviteAgain('calm@example.net')).toEqual([1, 0]);
  expect(await inviteAgain('calm@example.net')).toEqual([0, 1]);
  const body = { email: 'flooded@example.net', firstName: 'Ada', lastName: 'Example', roles: ['Member'] };
  const { userId } = await sysadmin.ok('Invite.CreateUser', { body });
  expect(await sysadmin.ok('Invite.SendEmail', { body: { userIds: [userId] } })).toMatchObject({ failed: [] });
  const buckets = await site.database.query<{ bucket: string }>('SELECT bucket FROM throttles');
  expect(JSON.stringify(buckets)).not.toContain('example.net');
});
