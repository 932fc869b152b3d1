/** Users whom a directory manages, on other screens of administrators, on the real server. */
import { cleanup, screen, within } from '@testing-library/react';
import { connectDirectory } from '../../support/connectedDirectory.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { disable } from '../../support/changeUser.ts';
import { directorySilentFor, setInactive } from '../../support/directories.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test('fields that the directory manages are locked and say so; administrators who may move users still can', async () => {
  const { people } = await connectDirectory(site);
  const userName = people[0]?.userName ?? '';
  await openPageAs(site, 'subadmin', `/Users/Edit/${userName}`);
  const details = within(await screen.findByRole('region', { name: 'Details' }));
  expect(await details.findByText("Managed by the organisation's directory: change it there")).toBeVisible();
  for (const name of ['First name', 'Last name', 'Title', 'Email']) expect(details.getByLabelText(name)).toBeDisabled();
  expect(details.getByRole('combobox', { name: 'Organisation' })).toHaveAccessibleDescription(
    'Only a system administrator can do this',
  );
  expect(details.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  cleanup();
  await openPageAs(site, 'sysadmin', `/Users/Edit/${userName}`);
  expect(await screen.findByRole('combobox', { name: 'Organisation' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Save' })).toBeVisible();
});

test('the drawer says what manages the user, and why a user whom the directory has disabled can’t log in', async () => {
  const { people } = await connectDirectory(site, 'Northgate Portfolio');
  const { userId, userName } = people[0]!;
  await setInactive(site, userId);
  await disable(site, userId);
  await openPageAs(site, 'sysadmin', `/Users/List?user=${userName}`);
  expect(await screen.findByText("Can log in: no, disabled by the organisation's directory")).toBeVisible();
  expect(
    screen.getByText('Disabled by the directory of Northgate Portfolio. Only there can the user be enabled again.'),
  ).toBeVisible();
  expect(within(screen.getByRole('complementary')).getByText('Directory')).toBeVisible();
});

test('the overview shows a directory that has gone silent, and leads to its page', async () => {
  const { organisationId } = await connectDirectory(site, 'Kaveri Finance');
  await directorySilentFor(site, organisationId, '4 days');
  const { user } = await openPageAs(site, 'sysadmin', '/Overview');
  const link = await screen.findByRole('link', { name: 'Nothing has been heard of the directory of Kaveri Finance' });
  await user.click(link);
  expect(await screen.findByText(/^Nothing has been heard of the directory since /)).toBeVisible();
});
