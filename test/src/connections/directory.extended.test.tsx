/** An organisation's directory as its administrators set it up, on the real server. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { connectDirectory } from '../../support/connectedDirectory.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { directorySilentFor } from '../../support/directories.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { userOf } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const open = async (organisationId: string, userName = 'subadmin', part?: string) =>
  openPageAs(site, userName, `/Organisations/Connections/${organisationId}${part === undefined ? '' : `?part=${part}`}`);

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('a key is made, shown once, listed without its secret, and revoked after a question', async () => {
  const { user } = await open(await organisationIdOf(site, 'Harbour Mutual'));
  await user.click(await screen.findByRole('link', { name: 'Connect a directory' }));
  const directory = await section('Directory');
  const keys = await section('Keys');
  expect(await keys.findByText('There is no key yet.')).toBeVisible();
  await user.click(directory.getByRole('button', { name: 'Create key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create key' }));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  await user.type(dialog.getByLabelText('Name'), 'Entra, production');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  // Beside the step that takes it.
  const step = (await directory.findByText(/and the key as Secret Token:$/)).closest('li')!;
  const shown = within(await within(step).findByRole('group', { name: 'The key to copy' }));
  expect(shown.getByText(/^The key is ready/)).toBeVisible();
  const secret = shown.getByRole('group', { name: 'Secret token' }).textContent;
  expect(secret.length).toBeGreaterThan(30);
  await user.click(shown.getByRole('button', { name: 'I have saved it' }));
  expect(await keys.findByText('Entra, production')).toBeVisible();
  expect(document.body).not.toHaveTextContent(secret);
  await user.click(keys.getByRole('button', { name: 'Revoke (Entra, production)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke Entra, production?' }));
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await keys.findByText('There is no key yet.')).toBeVisible();
});

test('the address is at the step that takes it, as that product wants it', async () => {
  const { user } = await open(await organisationIdOf(site, 'Kaveri Finance'), 'sysadmin', 'directory');
  const directory = await section('Directory');
  const entra = (await directory.findByText(/^Enter this address as Tenant URL/)).closest('li')!;
  expect(within(entra).getByText(/\/scim\/v2\?aadOptscim062020$/)).toBeVisible();
  await user.click(directory.getByRole('radio', { name: 'Okta' }));
  const okta = (await directory.findByText(/enter this address as base URL:$/)).closest('li')!;
  expect(within(okta).getByText(/\/scim\/v2$/)).toBeVisible();
  expect(within(okta).queryByRole('button', { name: 'Create key' })).not.toBeInTheDocument();
});

test('a directory that works is not green while its requests are refused', async () => {
  const { organisationId } = await connectDirectory(site, 'Kaveri Finance');
  await open(organisationId, 'sysadmin');
  const directory = await section('Directory');
  expect(await directory.findByText('Connected, 1 request refused in the last hour')).toBeVisible();
  expect(await directory.findByText('The email address is missing or is none')).toBeVisible();
  expect(directory.getByText('2 managed by the directory, 0 of them disabled')).toBeVisible();
  cleanup();
  await directorySilentFor(site, organisationId, '2 hours');
  await open(organisationId, 'sysadmin');
  expect(await (await section('Directory')).findByText('The directory is connected and working.')).toBeVisible();
});

test('a group grants a role to its members after a preview that names them', async () => {
  const { organisationId, people } = await connectDirectory(site);
  const { user } = await open(organisationId, 'subadmin', 'groups');
  const groups = await section('Groups and roles');
  await user.click(await groups.findByRole('button', { name: 'Change roles (Help desk)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roles of the group Help desk' }));
  expect(dialog.queryByRole('checkbox', { name: 'System administrator' })).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Support' }));
  expect(await dialog.findByText('2 people gain a role.')).toBeVisible();
  for (const { userName } of people) expect(dialog.getByRole('region')).toHaveTextContent(`(${userName}) · gains Support`);
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect((await userOf(site, people[0]!.userId, 'roles')).roles).toEqual(['Member', 'Support']);
});

test('a request says what it did, and a refused one its remedy', async () => {
  const { organisationId, people } = await connectDirectory(site, 'Northgate Portfolio');
  const { user } = await open(organisationId, 'sysadmin', 'requests');
  const requests = await section('Requests');
  const rows = async () => (await requests.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect((await rows())[0]).toContain('Disabled');
  expect((await rows())[1]).toContain(
    'The email address is missing or is noneMap emails[type eq "work"].value to a real address',
  );
  expect((await requests.findAllByRole('link'))[1]).toHaveAttribute('href', `/Users/List?user=${people[0]?.userName ?? ''}`);
  await user.click(requests.getByRole('checkbox', { name: 'Only what was refused (1)' }));
  expect(await rows()).toHaveLength(1);
});

test('existing people are handed over after a preview that says who stays, and are released again', async () => {
  const organisationId = await organisationIdOf(site, 'Kaveri Finance');
  const { user } = await open(organisationId, 'sysadmin', 'people');
  const people = await section('Existing people');
  await user.click(people.getByRole('button', { name: 'Show who would be adopted' }));
  const submit = await people.findByRole('button', { name: /^Let the directory manage [\d,]+ (person|people)$/ });
  await user.click(submit);
  const managed = async () =>
    (
      await site.database.row<{ count: number }>('SELECT count(*)::int AS count FROM scim_users WHERE organisation_id = $1', [
        organisationId,
      ])
    ).count;
  await waitFor(async () => expect(await managed()).toBeGreaterThan(0));
  await user.click(await people.findByRole('button', { name: 'End the management' }));
  const question = within(await screen.findByRole('dialog', { name: 'End the management by the directory?' }));
  await user.click(question.getByRole('button', { name: 'End the management' }));
  await waitFor(async () => expect(await managed()).toBe(0));
});
