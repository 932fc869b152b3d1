/** Resending an invitation on the real server: prefilled, optionally corrected, with a new link. */
import { screen, waitFor } from '@testing-library/react';
import ReinvitePage from '@src/features/users/invite/ReinvitePage.tsx';
import { paths } from '@src/paths.ts';
import { logInAs, type DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { openScreen } from './openScreen.tsx';
import { auditEvents } from '../../support/auditEvents.ts';
import { queuedMails } from '../../support/queuedMails.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const idOf = async (userName: string) => (await (await logInAs(site, 'sysadmin')).ok('Users.User', { userName })).userId;
const field = (name: string) => screen.findByRole('textbox', { name });

const mailsTo = async (email: string) => (await queuedMails(site, { recipient: email })).length;

async function open(userId: string, who: DemoUser = 'subadmin') {
  return openScreen(site, ReinvitePage, paths.usersReinvite.pattern, { as: who, at: paths.usersReinvite.to({ userId }) });
}

async function invited(email: string) {
  const admin = await logInAs(site, 'subadmin');
  const body = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  return userId;
}

test('an expired invitation is renewed, and nothing else is changed', async () => {
  const { user } = await open(await idOf('expired@example.com'));
  expect(await screen.findByRole('button', { name: 'Change expired@example.com' })).toBeVisible();
  expect((await field('First name')).getAttribute('value')).not.toBe('');
  await screen.findByRole('checkbox', { name: /^Member/ });
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  expect(await screen.findByText('1 of 1 sent')).toBeVisible();
  expect(await mailsTo('expired@example.com')).toBe(1);
  const person = await (await logInAs(site, 'subadmin')).ok('Users.User', { userName: 'expired@example.com' });
  expect(person.inviteState).toBe('Invited');
  const events = await auditEvents(site, { action: 'Users.Patch', target: /^expired/ });
  expect(events).toHaveLength(0);
});

test('a wrong address, name and roles are corrected before the new link goes out', async () => {
  const userId = await invited('gruce@example.net');
  const { user } = await open(userId);
  await user.click(await screen.findByRole('button', { name: 'Change gruce@example.net' }));
  await user.clear(await field('Email addresses'));
  await user.type(await field('Email addresses'), 'grace@example.net');
  await user.clear(await field('Last name'));
  await user.type(await field('Last name'), 'Hopper');
  await user.click(await screen.findByRole('checkbox', { name: /^Support/ }));
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  await screen.findByText('1 of 1 sent');
  expect(await (await logInAs(site, 'subadmin')).ok('Users.User', { userName: 'grace@example.net' })).toMatchObject({
    userId,
    firstName: 'Grace',
    lastName: 'Hopper',
    roles: ['Member', 'Support'],
  });
  expect([await mailsTo('gruce@example.net'), await mailsTo('grace@example.net')]).toEqual([1, 1]);
});

test('an address of another user is refused, and everything can be changed again', async () => {
  const userId = await invited('clash@example.net');
  const { user } = await open(userId);
  await user.click(await screen.findByRole('button', { name: 'Change clash@example.net' }));
  await user.clear(await field('Email addresses'));
  await user.type(await field('Email addresses'), 'ordinary@example.com');
  await user.type(await field('Message'), 'Kept');
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  expect(await screen.findByText('This email address already belongs to another account.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change and send again' }));
  expect(await screen.findByRole('button', { name: 'Change ordinary@example.com' })).toBeVisible();
  expect(await field('Message')).toHaveValue('Kept');
  expect(await field('First name')).toHaveValue('Grace');
});

test('only one address can be entered', async () => {
  const { user } = await open(await invited('single@example.net'));
  await user.type(await field('Email addresses'), 'another@example.net;');
  await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
});

test('a user who has registered meanwhile, or does not exist, shows an error', async () => {
  const { user } = await open(await idOf('ordinary'));
  expect(await screen.findByRole('heading', { name: 'This user has already registered' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Edit user' }));
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('/Users/Edit/ordinary'));
});

test('a user of another organisation is not found', async () => {
  await open(await idOf('second_sub'));
  expect(await screen.findByText(/no longer exists, or is not in your organisation/)).toBeVisible();
});

test('while impersonating an administrator, everything but the roles can be corrected', async () => {
  const userId = await invited('acted.for@example.net');
  await openPageAs(site, 'sysadmin', paths.usersReinvite.to({ userId }), {
    before: (client) => client.ok('Users.Impersonate', { userName: 'subadmin' }),
  });
  expect(await screen.findByText('Not possible while you act as another user')).toBeVisible();
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeDisabled();
  expect(await field('First name')).toBeEnabled();
});
