/**
 * Two pairs of eyes on the screen: a request with a reason, which another administrator sees, approves, or its requester withdraws.
 */
import { screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { enable } from '../../support/changeUser.ts';
import { forgetOperations } from '../../support/operations.ts';
import { userOf } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer({ env: { FOUR_EYES: 'on' } });

/** The name of `second_sub`. */
let SECOND = '';
beforeAll(async () => {
  SECOND = (await userOf(site, 'second_sub', 'name')).name;
});

const isEnabled = async () => (await userOf(site, 'second_sub', 'enabled')).enabled;
const askedBy = async (userName: string) => {
  const client = await logInAs(site, userName);
  await client.call('Users.Enable', { userName: 'second_sub', enabled: false, reason: 'Left the company' });
};

test('what another administrator has asked for is approved after a question, and done', async () => {
  await askedBy('system_only');
  const { user } = await openPageAs(site, 'sysadmin', '/Approvals');
  expect(await screen.findByRole('link', { name: 'Approvals, 1 waits for you' })).toHaveAttribute('href', '/Approvals');
  expect(await screen.findByRole('heading', { level: 3, name: `Disable ${SECOND}` })).toBeVisible();
  expect(screen.getByText('Reason: Left the company')).toBeVisible();
  const account = screen.getByRole('link', { name: new RegExp(`^View the account ?: ${SECOND}$`) });
  expect(account).toHaveAttribute('href', '/Users/Edit/second_sub');
  await user.click(screen.getByRole('button', { name: new RegExp(`^Approve ?: Disable ${SECOND}$`) }));
  await user.click(within(await screen.findByRole('dialog', { name: 'Approve this?' })).getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(`Approved and carried out: Disable ${SECOND}.`)).toBeVisible();
  expect(await screen.findByText(/^Carried out: .* approved it on/)).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Nothing waits for you' })).toBeVisible();
  expect(await isEnabled()).toBe(false);
});

test('the requester gives a reason, sees that the request waits, and may withdraw it', async () => {
  await enable(site, 'second_sub');
  const { user } = await openPageAs(site, 'sysadmin', '/Users/Edit/second_sub');
  await user.click(await screen.findByRole('button', { name: /^Disable/ }));
  await user.click(within(await screen.findByRole('dialog', { name: /^Disable/ })).getByRole('button', { name: /^Disable/ }));
  const why = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  await user.type(why.getByRole('textbox', { name: /^Reason/ }), 'Ticket 42');
  await user.click(why.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText(/^Asked\. This needs two administrators/)).toBeVisible();
  expect(await isEnabled()).toBe(true);
});

test('the user’s own requests are listed apart, and can be withdrawn', async () => {
  await askedBy('sysadmin');
  const { user, client } = await openPageAs(site, 'sysadmin', '/Approvals');
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Withdraw ?: Disable ${SECOND}$`) }));
  expect(await screen.findByText('Withdrawn.')).toBeVisible();
  await waitFor(async () => expect((await client.ok('Approvals.List')).filter(({ state }) => state === 'open')).toEqual([]));
});

async function askForMany() {
  await forgetOperations(site);
  const members = await site.database.query<{ userId: string; name: string }>(
    `SELECT user_id AS "userId", first_name || ' ' || last_name AS name FROM users WHERE roles = '{Member}' AND registered AND enabled
      ORDER BY user_name LIMIT 25`,
  );
  const userIds = members.map(({ userId }) => userId);
  const asker = await logInAs(site, 'system_only');
  await asker.ok('Operations.Start', { body: { kind: 'disable', userIds }, reason: 'Left the company' });
  return { userIds, last: members.at(-1)!.name };
}

test('a request for many users shows all of them before it is approved, and is then carried out without the requester', async () => {
  const { userIds, last } = await askForMany();
  const { user } = await openPageAs(site, 'sysadmin', '/Approvals');
  expect(await screen.findByRole('heading', { level: 3, name: 'Disable 25 people' })).toBeVisible();
  expect(screen.queryByText(new RegExp(last))).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more people' }));
  expect(await screen.findByText(new RegExp(`, ${last}$`))).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Approve ?: Disable 25 people$/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Approve this?' }));
  expect(question.getByText(/carried out at once for exactly these people, in the name of/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('Approved. It is being carried out: Disable 25 people.')).toBeVisible();
  await waitFor(async () => {
    const sql = `SELECT FROM users WHERE user_id = ANY ($1) AND NOT enabled`;
    expect(await site.database.query(sql, [userIds])).toHaveLength(25);
  });
});

test('the approver reads the roles and the organisation before and after, and whose account it is', async () => {
  await forgetOperations(site);
  const asker = await logInAs(site, 'system_only');
  await asker.call('Roles.SetUser', { userName: 'second_sub', body: { roles: ['Member'] }, reason: 'Another team' });
  await openPageAs(site, 'sysadmin', '/Approvals');
  expect(await screen.findByRole('heading', { level: 3, name: `Change the roles of ${SECOND}` })).toBeVisible();
  expect(screen.getByText(/^second_sub · second_sub@example\.com · Northgate Portfolio$/)).toBeVisible();
  const row = screen.getByRole('row', { name: /^Roles/ });
  expect(row).toHaveTextContent('Before: Subscriber administrator → After: Member'.replace('After', 'From then on'));
});

test('what was approved for the requester alone is done by them now, exactly as it was approved', async () => {
  await forgetOperations(site);
  const [asker, approver] = [await logInAs(site, 'sysadmin'), await logInAs(site, 'system_only')];
  await site.database.query(`UPDATE users SET mfa_enrolled_at = now(), mfa_secret = NULL WHERE user_name = 'second_sub'`);
  const { userId } = await userOf(site, 'second_sub', 'userId');
  await asker.call('Mfa.RecoveryFor', { userId, reason: 'Lost the phone' });
  const { user } = await openPageAs(site, 'sysadmin', '/Approvals');
  expect(await screen.findByText(/one code to read to/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Do it now/ })).toBeNull();
  const [request] = await approver.ok('Approvals.List');
  await approver.ok('Approvals.Approve', { requestId: request!.requestId });
  window.dispatchEvent(new Event('focus'));
  expect(await screen.findByText('What you asked for is approved. You can do it now.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Do it now ?: Get a recovery code for ${SECOND}$`) }));
  expect(await screen.findByRole('status', { name: 'Recovery code' })).toBeVisible();
  expect(await screen.findByText(/^Carried out:/)).toBeVisible();
  expect((await asker.ok('Approvals.List'))[0]).toMatchObject({ state: 'done' });
});
