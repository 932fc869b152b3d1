/** Changing the password, on the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { mustChangePassword } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const NEW = 'Tall-ships-9';

async function openSection(userName: string, options: Parameters<typeof openPageAs>[3] = {}) {
  const page = await openPageAs(site, userName, '/SecurityDetails', options);
  const section = within(await screen.findByRole('region', { name: options.locale === 'de' ? 'Passwort' : 'Password' }));
  return { ...page, section };
}

test('missing fields are reported, and nothing is sent', async () => {
  const posts: string[] = [];
  const { user, section } = await openSection((await unusedMember(site)).userName, {
    transport: (own) => ({
      ...own,
      fetch: (url, init) => {
        if (init.method === 'POST') posts.push(url);
        return own.fetch(url, init);
      },
    }),
  });
  await user.type(section.getByLabelText('New password'), NEW);
  await user.type(section.getByLabelText('Confirm new password'), `${NEW}x`);
  await user.click(section.getByRole('button', { name: 'Change password' }));
  expect(await section.findByText('Current password is required')).toBeVisible();
  expect(section.getByText('The confirmation must match New password')).toBeVisible();
  await waitFor(() => expect(section.getByLabelText('Current password')).toHaveFocus());
  expect(posts).toEqual([]);
});

test('is where a password manager is sent to by /.well-known/change-password', async () => {
  const { status, headers } = await createClient(site).raw('/.well-known/change-password');
  const address = new URL(headers.get('location') ?? '', site.url);
  expect([status, address.pathname]).toEqual([302, '/SecurityDetails']);
  await openSection((await unusedMember(site)).userName);
  expect(document.getElementById(address.hash.slice(1))).toBe(screen.getByRole('region', { name: 'Password' }));
});

test('a password chosen by an administrator has to be changed first, and the page says so until it is', async () => {
  const { userName, userId } = await unusedMember(site);
  await mustChangePassword(site, userId);
  const { user, section } = await openSection(userName);
  const warning = /Your password was chosen by an administrator/;
  expect(await screen.findByText(warning)).toBeVisible();
  await user.type(section.getByLabelText('Current password'), DEMO_PASSWORD);
  await user.type(section.getByLabelText('New password'), NEW);
  await user.type(section.getByLabelText('Confirm new password'), NEW);
  await user.click(section.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByText(warning)).toBeNull());
});

test('a wrong current password is reported at its field, and the form keeps everything', async () => {
  const { user, section } = await openSection((await unusedMember(site)).userName);
  await user.type(section.getByLabelText('Current password'), 'not-mine');
  await user.type(section.getByLabelText('New password'), NEW);
  await user.type(section.getByLabelText('Confirm new password'), NEW);
  await user.click(section.getByRole('button', { name: 'Change password' }));
  const current = section.getByLabelText('Current password');
  await waitFor(() => expect(current).toHaveAccessibleDescription('The current password is incorrect.'));
  await waitFor(() => expect(current).toHaveFocus());
  expect(section.getByLabelText('New password')).toHaveValue(NEW);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each([
  [
    'en-US',
    'Current password',
    'New password',
    'Confirm new password',
    'Change password',
    'You have used this password recently.',
  ],
  [
    'de',
    'Aktuelles Passwort',
    'Neues Passwort',
    'Neues Passwort bestätigen',
    'Passwort ändern',
    'Dieses Passwort haben Sie vor Kurzem schon verwendet.',
  ],
] as const)('a password used before is refused in %s', async (locale, current, fresh, confirm, submit, message) => {
  const { user, section } = await openSection((await unusedMember(site)).userName, { locale });
  for (const label of [current, fresh, confirm]) await user.type(section.getByLabelText(label), DEMO_PASSWORD);
  await user.click(section.getByRole('button', { name: submit }));
  expect(await section.findByText(new RegExp(`^${message}`))).toBeVisible();
});

test('the new password works, the fields are cleared, and the other session is ended', async () => {
  const { userName } = await unusedMember(site);
  const elsewhere = await logInAs(site, userName);
  const { user, section } = await openSection(userName);
  await user.type(section.getByLabelText('Current password'), DEMO_PASSWORD);
  await user.type(section.getByLabelText('New password'), NEW);
  await user.type(section.getByLabelText('Confirm new password'), NEW);
  await user.click(section.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Your password has been changed. Your other sessions have ended.')).toBeVisible();
  for (const label of ['Current password', 'New password', 'Confirm new password'])
    expect(section.getByLabelText(label)).toHaveValue('');
  expect((await elsewhere.call('Users.Self')).status).toBe(401);
  await expect(logInAs(site, userName, { password: NEW })).resolves.toBeDefined();
});
