/** The log-in with an organisation's own identity provider as its administrators set it up, on the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const organisationIdOf = async (name: string) =>
  (await site.database.row<{ id: string }>('SELECT organisation_id AS id FROM organisations WHERE name = $1', [name])).id;

const open = async (organisationId: string, userName = 'subadmin') =>
  openPageAs(site, userName, `/Organisations/Login/${organisationId}`);

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('a domain is added, shows the record that proves it, and is deleted after a question', async () => {
  const { user } = await open(await organisationIdOf('Harbour Mutual'));
  const domains = await section('Domains');
  expect(await domains.findByText('No domain is entered yet.')).toBeVisible();
  await user.click(domains.getByRole('button', { name: 'Add domain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }));
  await user.type(dialog.getByLabelText('Domain'), 'harbour.example');
  await user.click(dialog.getByRole('button', { name: 'Add domain' }));
  expect(await domains.findByText('Not proven yet')).toBeVisible();
  const { token } = await site.database.row<{ token: string }>('SELECT token FROM domains WHERE name = $1', ['harbour.example']);
  expect(domains.getByText((text) => text.includes(token))).toBeVisible();
  await user.click(domains.getByRole('button', { name: 'Delete (harbour.example)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete harbour.example?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await domains.findByText('No domain is entered yet.')).toBeVisible();
});

test('our values are there before any input; what is missing is said, and the provider is deleted again', async () => {
  const { user } = await open(await organisationIdOf('Harbour Mutual'));
  const provider = await section('Identity provider');
  await user.click(await provider.findByRole('button', { name: 'Add identity provider' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add identity provider' }));
  await user.type(dialog.getByLabelText('Name'), 'Harbour account');
  await user.click(dialog.getByRole('button', { name: 'Add identity provider' }));
  expect(await provider.findByText(/\/sso\/oidc\/[\da-f-]+\/callback$/)).toBeVisible();
  expect(provider.getAllByText('Not entered yet')).toHaveLength(3);

  const run = await section('Dry run');
  await user.click(run.getByRole('button', { name: 'Test' }));
  expect(await run.findByText('Issuer, client ID or secret is missing')).toBeVisible();
  expect(run.getByText('Enter them in the settings.')).toBeVisible();

  await user.click(provider.getByRole('button', { name: 'Settings' }));
  const settings = within(await screen.findByRole('dialog', { name: 'Settings of Harbour account' }));
  await user.type(settings.getByLabelText('Client ID'), 'gatehouse');
  await user.click(settings.getByRole('button', { name: 'Save' }));
  expect(await provider.findByText('gatehouse')).toBeVisible();
  expect(provider.getAllByText('Not entered yet')).toHaveLength(2);

  await user.click(provider.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Harbour account?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Dry run' })).not.toBeInTheDocument());
});

test('another organisation’s provider is as good as none', async () => {
  await open(await organisationIdOf('Northgate Portfolio'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Domains' })).not.toBeInTheDocument();
});
