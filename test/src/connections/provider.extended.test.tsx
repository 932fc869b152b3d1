/** The login with an organisation's own identity provider as its administrators set it up, on the real server. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import { logInAs } from '../../support/logInAs.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { addConnection, linkedMember, newMember, proveDomain } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { refusedLogin, usedLinks } from '../../support/identities.ts';
import { organisationIdOf } from '../../support/organisations.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const open = async (organisationId: string, userName = 'subadmin', query = '') =>
  openPageAs(site, userName, `/Organisations/Connections/${organisationId}${query}`);

const section = async (name: string) => within(await screen.findByRole('region', { name }));

test('a domain is added, shows the record that proves it, and is deleted after a question', async () => {
  const { user } = await open(await organisationIdOf(site, 'Harbour Mutual'));
  const domains = await section('Domain');
  expect(await domains.findByText('No domain is entered yet.')).toBeVisible();
  await user.type(domains.getByRole('textbox', { name: 'Domain' }), 'harbour.example');
  await user.click(domains.getByRole('button', { name: 'Add domain' }));
  expect(await domains.findByText('Not proven yet')).toBeVisible();
  await waitFor(() => expect(domains.getByRole('heading', { name: 'harbour.example' })).toHaveFocus());
  const { token } = await site.database.row<{ token: string }>('SELECT token FROM domains WHERE name = $1', ['harbour.example']);
  expect(domains.getByText((text) => text.includes(token))).toBeVisible();
  expect(domains.getByRole('textbox', { name: 'Domain' })).toHaveValue('');
  await user.click(domains.getByRole('button', { name: 'Delete (harbour.example)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete harbour.example?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await domains.findByText('No domain is entered yet.')).toBeVisible();
});

test('One step is open at a time; our values are there before any input, and a step that is left out is said', async () => {
  const { user } = await open(await organisationIdOf(site, 'Harbour Mutual'));
  await section('Domain');
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  const connect = await section('Connect');
  expect(screen.queryByRole('region', { name: 'Domain' })).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Connections' })).toHaveFocus();
  await user.type(connect.getByRole('textbox', { name: 'Name' }), 'Harbour account');
  await user.click(connect.getByRole('button', { name: 'Add identity provider' }));
  expect(await screen.findByText(/\/sso\/oidc\/[\da-f-]+\/callback$/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('group', { name: 'Connections' })).toHaveFocus());

  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const run = await section('Test');
  await user.click(await run.findByRole('button', { name: 'Test' }));
  expect(await run.findByText('Issuer, client ID or secret is missing')).toBeVisible();
  expect(run.getByText('Enter them in the step Connect.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Back' }));
  const again = await section('Connect');
  await user.type(again.getByLabelText('Client ID'), 'gatehouse');
  await user.click(again.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings of Harbour account are saved.')).toBeInTheDocument();
  expect(again.getByLabelText('Client ID')).toHaveValue('gatehouse');
  await user.type(again.getByLabelText('Directory (tenant) ID'), 'common');
  await user.click(again.getByRole('button', { name: 'Save' }));
  expect(await again.findByText(/^Enter the directory \(tenant\) ID, such as/)).toBeVisible();
  await user.clear(again.getByLabelText('Directory (tenant) ID'));
  await user.type(again.getByLabelText('Directory (tenant) ID'), '72f988bf-86f1-41af-91ab-2d7cd011db47');
  await user.type(again.getByLabelText('Client secret'), 'a secret of the provider');
  await user.click(again.getByRole('button', { name: 'Save' }));
  // Complete: the test comes next by itself.
  await section('Test');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click((await section('Connect')).getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Harbour account?' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('button', { name: 'Add identity provider' })).toBeVisible();
});

test('a proven domain keeps its record behind a line', async () => {
  await proveDomain(site, 'kaveri.example', 'Kaveri Finance');
  const { user } = await open(await organisationIdOf(site, 'Kaveri Finance'), 'sysadmin', '?part=domain');
  const domains = await section('Domain');
  expect(await domains.findByText('_gatehouse.kaveri.example')).not.toBeVisible();
  await user.click(domains.getByText('TXT record'));
  expect(domains.getByText('_gatehouse.kaveri.example')).toBeVisible();
});

test('another organisation’s connections do not exist for the caller', async () => {
  await open(await organisationIdOf(site, 'Northgate Portfolio'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Identity provider' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Directory' })).not.toBeInTheDocument();
});

test.each([
  ['Login', '#attempts', '?part=logins'],
  ['Login', '', ''],
  ['Provisioning', '#requests', '?part=requests'],
])('the former page %s%s leads to the same part', async (former, anchor, query) => {
  const id = await organisationIdOf(site, 'Harbour Mutual');
  await openPageAs(site, 'subadmin', `/Organisations/${former}/${id}${anchor}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  expect(location.pathname + location.search).toBe(`/Organisations/Connections/${id}${query}`);
});

const PORTFOLIO = 'Northgate Portfolio';

test('A provider is enabled and disabled after a question each; the dry run’s provider is the chosen one', async () => {
  await addConnection(site, { name: 'Earlier account' }, PORTFOLIO);
  const { connectionId, organisationPublicId } = await addConnection(
    site,
    { name: 'Later account', issuer: 'https://later.example' },
    PORTFOLIO,
  );
  const { user } = await open(organisationPublicId, 'sysadmin', `?connection=${connectionId}&part=enforce`);
  const enforce = await section('Enforce');
  await user.click(await enforce.findByRole('button', { name: 'Enable' }));
  const enabling = within(await screen.findByRole('dialog', { name: 'Let users log in with Later account?' }));
  await user.click(enabling.getByRole('button', { name: 'Enable' }));
  // It is no step any more, but a part of what is connected.
  const login = await section('Login');
  expect(await login.findByText('Later account is on: users log in with it.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All connections' }));
  const provider = await section('Identity provider');
  expect(await provider.findByText('Connected, and nobody has logged in with Later account yet')).toBeVisible();
  await user.click(provider.getByRole('link', { name: 'Change… (Login)' }));
  await user.click(await (await section('Login')).findByRole('button', { name: 'Disable' }));
  const disabling = within(await screen.findByRole('dialog', { name: 'Disable Later account?' }));
  await user.click(disabling.getByRole('button', { name: 'Disable' }));
  expect(await (await section('Enforce')).findByText(/^Later account is off/)).toBeVisible();
});

test('What was refused keeps the status from being green: how often, why, and what solves it', async () => {
  const connection = await addConnection(site, { name: 'Refusing account', issuer: 'https://refusing.example' }, PORTFOLIO);
  await connection.enable(true);
  const { userId } = await linkedMember(site, connection, 'https://refusing.example', undefined, PORTFOLIO);
  await usedLinks(site, userId);
  const query = `?connection=${connection.connectionId}`;
  const { user } = await open(connection.organisationPublicId, 'sysadmin', query);
  const provider = await section('Identity provider');
  expect(await provider.findByText('Connected: users log in with Refusing account')).toBeVisible();
  for (const [problem, age] of [
    ['clock', '4 hours'],
    ['emailNotVerified', '3 hours'],
    ['emailNotVerified', '5 minutes'],
  ])
    await refusedLogin(site, connection.connectionId, problem!, age);
  act(() => {
    globalThis.dispatchEvent(new Event('focus'));
  });
  expect(await provider.findByText('Connected, 1 login refused in the last hour')).toBeVisible();
  expect(provider.getByText('The provider has not verified the email address')).toBeVisible();
  expect(provider.queryByText('Connected: users log in with Refusing account')).not.toBeInTheDocument();
  await user.click(provider.getByRole('link', { name: 'All logins' }));
  const logins = await section('Logins');
  expect(await logins.findByRole('checkbox', { name: 'Only what was refused (3)' })).toBeVisible();
});

/** Two accounts that an administrator has named for emergencies, one of them tested by the second factor since. */
async function named(organisationPublicId: string) {
  const administrator = await logInAs(site, 'sysadmin');
  const kept = [];
  for (const isTested of [true, false]) {
    const member = await newMember(site, { organisation: PORTFOLIO });
    const { key } = await enrol(await logInAs(site, member.userName));
    if (isTested) {
      await administrator.ok('Connections.SetBreakGlass', { organisationPublicId, userId: member.userId, kept: true });
      await logInWithCode(site, member.userName, key);
    }
    kept.push({ ...member, key });
  }
  return kept;
}

test('An account for emergencies is found by a part of its name; with two tested ones the provider is required, and no more', async () => {
  const connection = await addConnection(site, { issuer: 'https://required.example' }, PORTFOLIO);
  const { connectionId, organisationPublicId } = connection;
  await connection.enable(true);
  const { userId } = await linkedMember(site, connection, 'https://required.example', undefined, PORTFOLIO);
  await usedLinks(site, userId);
  const [, second] = await named(organisationPublicId);
  const { user } = await open(organisationPublicId, 'sysadmin', `?connection=${connectionId}&part=enforce`);
  const required = await section('Login');
  await user.click(await required.findByRole('button', { name: 'Add account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add account' }));
  await user.type(dialog.getByLabelText('Username'), second!.userName.slice(0, 12));
  await user.click(await screen.findByText((text) => text.startsWith(`${second!.userName} ·`)));
  expect(dialog.getByLabelText('Username')).toHaveValue(second!.userName);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await required.findByText('Not tested: log in once with password and second factor')).toBeVisible();
  expect(required.getByRole('button', { name: 'Require the identity provider' })).toBeDisabled();
  expect(required.getByText('Two accounts for emergencies are tested').closest('li')).toHaveTextContent(/Missing$/);

  await logInWithCode(site, second!.userName, second!.key);
  act(() => {
    globalThis.dispatchEvent(new Event('focus'));
  });
  await waitFor(() => expect(required.getByRole('button', { name: 'Require the identity provider' })).toBeEnabled());
  await user.click(required.getByRole('button', { name: 'Require the identity provider' }));
  const question = within(await screen.findByRole('dialog', { name: 'Require the identity provider?' }));
  await user.click(question.getByRole('button', { name: 'Require the identity provider' }));
  expect(await required.findByText('Users log in with the identity provider only.')).toBeVisible();
  await user.click(required.getByRole('button', { name: 'Require it no more' }));
  const freeing = within(await screen.findByRole('dialog', { name: 'Require the identity provider no more?' }));
  await user.click(freeing.getByRole('button', { name: 'Require it no more' }));
  expect(await required.findByText('Users may log in with password or passkey, too.')).toBeVisible();
});

/** Requests to this path wait until they are released. @param method unless any */
function hold(path: string, method?: string) {
  const asked = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const transport = (own: Transport) => ({
    ...own,
    fetch: async (...args: Parameters<Transport['fetch']>) => {
      if (args[0].includes(path) && (method === undefined || args[1].method === method)) {
        asked.resolve(undefined);
        await released.promise;
      }
      return own.fetch(...args);
    },
  });
  const release = () => {
    released.resolve(undefined);
  };
  return { transport, asked: asked.promise, release };
}

test('A refusal that arrives after the dialog was closed is shown in the bar, and closes no other dialog', async () => {
  const connection = await addConnection(site, {}, PORTFOLIO);
  const unfit = await newMember(site, { organisation: PORTFOLIO });
  const held = hold('/Connections/BreakGlass');
  const query = `?connection=${connection.connectionId}&part=enforce`;
  const address = `/Organisations/Connections/${connection.organisationPublicId}${query}`;
  const { user } = await openPageAs(site, 'sysadmin', address, { transport: held.transport });
  const required = await section('Enforce');
  await user.click(await required.findByRole('button', { name: 'Add account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add account' }));
  await user.type(dialog.getByLabelText('Username'), unfit.userName);
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await held.asked;
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(required.getByRole('button', { name: 'Add account' }));
  expect(await screen.findByRole('dialog', { name: 'Add account' })).toBeVisible();
  held.release();
  expect(await screen.findByText(/^An account for emergencies needs/)).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Add account' })).toBeVisible();
});

test('So is the refusal of a domain, as no form is left to show it', async () => {
  const organisationId = await organisationIdOf(site, PORTFOLIO);
  await proveDomain(site, 'taken.example', PORTFOLIO);
  const held = hold(`/Domains/${organisationId}`, 'POST');
  const address = `/Organisations/Connections/${organisationId}?part=domain`;
  const { user } = await openPageAs(site, 'sysadmin', address, { transport: held.transport });
  await user.type(await screen.findByRole('textbox', { name: 'Domain' }), 'taken.example');
  await user.click(screen.getByRole('button', { name: 'Add domain' }));
  await held.asked;
  await user.click(screen.getByRole('link', { name: 'To the organisation' }));
  await screen.findByRole('heading', { level: 1, name: 'Organisations' });
  held.release();
  expect(await screen.findByText(/domain.*already/i)).toBeInTheDocument();
});

test('A refusal by the provider is shown where the user began, once', async () => {
  await openPageAs(site, 'subadmin', '/SecurityDetails?problem=sso');
  expect(await screen.findByText(/^That did not work with the identity provider/)).toBeVisible();
  expect(location.search).toBe('');
});
