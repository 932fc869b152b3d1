/** The drawer's tab of logins: where a user is logged in, what came of each attempt, and ending a session. */
import { screen, within } from '@testing-library/react';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('An administrator finds a refused login with its reason, and ends the session of the user', async () => {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await createClient(site).call('Login.Login', { body: { userName, password: 'Wrong-password-1' } });
  await logInAs(site, userName);
  const { user, client } = await openPageAs(site, 'subadmin', `/Users/List?user=${userName}`);
  await user.click(await screen.findByRole('tab', { name: 'Logins' }));
  const panel = await screen.findByRole('tabpanel', { name: 'Logins' });
  const attempts = await within(panel).findByRole('list', { name: 'Logins' });
  expect(await within(attempts).findByText(/wrong password/i)).toBeVisible();
  await user.click(await within(panel).findByRole('button', { name: /^End / }));
  const dialog = await screen.findByRole('dialog', { name: /^End this session of / });
  await user.click(within(dialog).getByRole('button', { name: 'End session' }));
  expect(await within(panel).findByText('Logged in nowhere.')).toBeVisible();
  expect(await client.ok('Users.UserSessions', { userName })).toEqual([]);
});

test('The arrows move between the parts of the drawer', async () => {
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const { user } = await openPageAs(site, 'subadmin', `/Users/List?user=${userName}`);
  const overview = await screen.findByRole('tab', { name: 'Overview', selected: true });
  overview.focus();
  await user.keyboard('{ArrowRight}{Enter}');
  expect(screen.getByRole('tab', { name: 'Logins' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('heading', { name: 'Logins' })).toBeVisible();
});
