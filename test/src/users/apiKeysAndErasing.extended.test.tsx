/** On a user's page: API keys are deleted, and a disabled account is erased, each after a question. */
import { screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const person = () => unusedMember(site, { organisation: 'Harbour Mutual' });

test('An administrator deletes a user’s API key', async () => {
  const { userName } = await person();
  await (await logInAs(site, userName)).ok('ApiKey.Create', { name: 'nightly' });
  const { user, client } = await openPageAs(site, 'subadmin', `/Users/Edit/${userName}`);
  expect(await screen.findByRole('heading', { name: 'API keys' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete (nightly)' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this API key?' });
  expect(dialog).toHaveTextContent(`nightly of ${userName} stops working at once.`);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The API key “nightly” has been deleted.')).toBeVisible();
  expect(await client.ok('Users.ApiKeys', { userName })).toEqual([]);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'API keys' })).toBeNull());
});

test('A system administrator erases a disabled account; a subscriber administrator is not offered it', async () => {
  const { userName } = await person();
  await (await logInAs(site, 'sysadmin')).ok('Users.Enable', { userName, enabled: false });
  await openPageAs(site, 'subadmin', `/Users/Edit/${userName}`);
  await screen.findByRole('button', { name: 'Enable' });
  expect(screen.queryByRole('button', { name: 'Erase' })).toBeNull();
});

test('Erasing asks, and says that nobody can undo it', async () => {
  const { userName } = await person();
  await (await logInAs(site, 'sysadmin')).ok('Users.Enable', { userName, enabled: false });
  const { user, client } = await openPageAs(site, 'sysadmin', `/Users/Edit/${userName}`);
  await user.click(await screen.findByRole('button', { name: 'Erase' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase this account for good?' });
  expect(dialog).toHaveTextContent('Nobody can undo this.');
  await user.click(within(dialog).getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('The account is erased.')).toBeVisible();
  expect(await client.call('Users.User', { userName })).toMatchObject({ status: 404 });
});
