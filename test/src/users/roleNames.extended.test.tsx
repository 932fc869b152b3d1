/** Display names of roles on the user screens, in German, where all differ from the technical names. */
import { screen, within } from '@testing-library/react';
import EditUserPage from '@src/features/users/edit/EditUserPage.tsx';
import UsersListPage from '@src/features/users/list/UsersListPage.tsx';
import { UserPanel } from '@src/features/users/panel/UserPanel.tsx';
import { paths } from '@src/paths.ts';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { openScreen } from './openScreen.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const nothing = () => undefined;

test('the list shows display names, with the technical ones in the tooltip', async () => {
  // Roles are shown from here on.
  window.innerWidth = 1440;
  await openScreen(site, UsersListPage, paths.usersList.pattern, { at: '/Users/List/all/subadmin', locale: 'de' });
  const cell = await screen.findByText('Organisationsadministrator');
  expect(cell.closest('[title]')).toHaveAttribute('title', 'Organisationsadministrator (SubscriberAdministration)');
});

test('the panel does too', async () => {
  const Panel = () => <UserPanel userName="ordinary" now={Date.now()} onClose={nothing} />;
  await openScreen(site, Panel, '/', { at: '/', locale: 'de' });
  expect(await screen.findByText('Mitglied')).toHaveAttribute('title', 'Mitglied (Member)');
});

test('the filter by roles offers them', async () => {
  const { user } = await openScreen(site, UsersListPage, paths.usersList.pattern, {
    at: '/Users/List?roles=Member',
    locale: 'de',
  });
  await user.click(await screen.findByRole('button', { name: 'Rollen: Mitglied' }));
  expect(await screen.findByRole('checkbox', { name: 'Systemadministrator' })).toBeVisible();
});

test('the edit screen, its preview, its question and its events use the display name', async () => {
  const admin = await logInAs(site, 'subadmin');
  const userName = 'disabled_user';
  const { user } = await openScreen(site, EditUserPage, paths.usersEdit.pattern, {
    at: paths.usersEdit.to({ userName }),
    locale: 'de',
  });
  const role = await screen.findByRole('checkbox', { name: /^Organisationsadministrator / });
  await user.click(role);
  expect(await screen.findByText(/: Organisationsadministrator$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rollen ändern' }));
  const question = await screen.findByRole('dialog');
  expect(question).toHaveTextContent(`${userName} erhält: Organisationsadministrator.`);
  await user.click(within(question).getByRole('button', { name: 'Rollen ändern' }));
  expect(await screen.findByText(/^Organisationsadministrator erteilt/)).toBeVisible();
  expect((await admin.ok('Roles.User', { userName })).toSorted()).toEqual(['Member', 'SubscriberAdministration']);
});
