/** The return URL of a deep link survives every detour of the login. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { screens } from '@src/app/routes.tsx';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { requestLink } from '../../support/recovery.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openPage } from '../openPage.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const TARGET = '/SecurityDetails?from=mail#keys';
const FORM = `/Login/Gatehouse?ReturnUrl=${TARGET}`;
const PASSWORD = 'Quiet-harbour-7';

const returning = (path: string, query = '') => `${path}?${query}ReturnUrl=${encodeURIComponent(TARGET)}`;
const open = (path: string) => openPage(site, path, { screens });
const follow = async (user: UserEvent, name: string) => user.click(await screen.findByRole('link', { name }));
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
/** Waits for the new page first: some links and fields are on both, and the old page's must not be used. */
const isAt = (heading: string) => screen.findByRole('heading', { level: 1, name: heading });
const field = (label: string) => screen.findByLabelText(label, { selector: 'input' });

async function logIn(user: UserEvent, userName: string, password = DEMO_PASSWORD) {
  await addressIs(FORM);
  await user.type(await field('Username or email'), userName);
  await user.type(await field('Password'), password);
  await press(user, 'Log in');
}

async function logInAndExpectTarget(user: UserEvent, userName: string, password = DEMO_PASSWORD) {
  await logIn(user, userName, password);
  await waitFor(() => expect(location.pathname + location.search + location.hash).toBe(TARGET));
}

test('from the front page', async () => {
  const { user } = await open(returning('/'));
  await logInAndExpectTarget(user, (await unusedMember(site)).userName);
});

test('when the first account is rejected, with another one', async () => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await logIn(user, 'disabled_user');
  await isAt("You can't log in");
  await follow(user, 'Back to log in');
  await logInAndExpectTarget(user, (await unusedMember(site)).userName);
});

test('when the account is locked, after setting a new password', async () => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await logIn(user, 'locked_user');
  await follow(user, 'Choose a new password');
  await isAt('Forgotten password');
  await follow(user, 'Back to log in');
  await addressIs(FORM);
});

test.each([
  ['username', 'Email', 'nobody@example.com', 'Send my username'],
  ['password', 'Username or email', 'nobody', 'Send reset link'],
])('after requesting a forgotten %s', async (what, label, typed, send) => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await follow(user, `Forgotten ${what}?`);
  await isAt(`Forgotten ${what}`);
  await user.type(await field(label), typed);
  await press(user, send);
  await isAt('Check your email');
  await follow(user, 'Back to log in');
  await logInAndExpectTarget(user, (await unusedMember(site)).userName);
});

test('after setting a new password by a link that carries the return URL', async () => {
  const person = await unusedMember(site);
  const { userId, token } = await requestLink(site, person);
  const { user } = await open(returning('/ForgottenPassword', `userId=${userId}&token=${token}&`));
  await user.type(await field('New password'), PASSWORD);
  await user.type(await field('Confirm new password'), PASSWORD);
  expect(location.search).not.toMatch(/token/);
  await press(user, 'Set new password');
  await logInAndExpectTarget(user, person.userName, PASSWORD);
});

test('after an expired link and requesting a new one', async () => {
  const { userId, token } = await requestLink(site, await unusedMember(site));
  const { user } = await open(returning('/ForgottenPassword', `userId=${userId}&token=${token.slice(1)}x&`));
  await press(user, 'Send a new link');
  await isAt('Forgotten password');
  await follow(user, 'Back to log in');
  await addressIs(FORM);
});

test.each([
  ["I don't know my username", 'Forgotten username'],
  ["I don't know my password", 'Forgotten password'],
])('after asking for help: %s', async (way, heading) => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await follow(user, 'Need help logging in?');
  await isAt('Help with logging in');
  expect(await screen.findByRole('link', { name: /I can't use my authenticator/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/ContactSupport\?about=authenticator&/),
  );
  await user.click(screen.getByRole('link', { name: new RegExp(way) }));
  await isAt(heading);
  await follow(user, 'Back to log in');
  await addressIs(FORM);
});

test('after reading the help or contacting support', async () => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await follow(user, 'Need help logging in?');
  await user.click(await screen.findByRole('link', { name: /Something else/ }));
  await isAt('Contact support');
  await follow(user, 'Back to log in');
  await follow(user, 'Need help logging in?');
  await isAt('Help with logging in');
  await follow(user, 'Back to log in');
  await logInAndExpectTarget(user, (await unusedMember(site)).userName);
});

test('without the authenticator at hand', async () => {
  const { user } = await open(returning('/Login/Gatehouse'));
  await logIn(user, 'mfa_user');
  await isAt('Enter your code');
  await follow(user, 'Contact support');
  await isAt('Contact support');
  await follow(user, 'Back to log in');
  await addressIs(FORM);
});

test('with a newly registered account', async () => {
  const admin = await logInAs(site, 'subadmin');
  const body = { email: 'ada.lovelace@example.net', firstName: 'Ada', lastName: 'Lovelace', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const { links } = await awaitMail(site, ({ to }) => to[0] === body.email);
  const { user } = await open(returning('/ReceivedInvite', `${new URL(links[0] ?? '').search.slice(1)}&`));
  await press(user, 'Create account');
  await user.type(await field('Username'), 'ada_lovelace');
  await user.type(await field('Password'), PASSWORD);
  await user.type(await field('Confirm password'), PASSWORD);
  await press(user, 'Register');
  await isAt('Your account is ready');
  await press(user, 'Log in');
  await logInAndExpectTarget(user, 'ada_lovelace', PASSWORD);
});
