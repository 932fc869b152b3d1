/** The log-in with an organisation's own identity provider as its administrators set it up, on the real server. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import { logInAs } from '../../support/logInAs.ts';
import { enrol, logInWithCode } from '../../support/mfa.ts';
import { addConnection, linkedMember, newMember, proveDomain } from '../../support/sso.ts';
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

test('a proven domain keeps its record behind a line', async () => {
  await proveDomain(site, 'kaveri.example', 'Kaveri Finance');
  const { user } = await open(await organisationIdOf('Kaveri Finance'), 'sysadmin');
  const domains = await section('Domains');
  expect(await domains.findByText('_gatehouse.kaveri.example')).not.toBeVisible();
  await user.click(domains.getByText('TXT record'));
  expect(domains.getByText('_gatehouse.kaveri.example')).toBeVisible();
});

test('another organisation’s provider does not exist for the caller', async () => {
  await open(await organisationIdOf('Northgate Portfolio'));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Domains' })).not.toBeInTheDocument();
});

const PORTFOLIO = 'Northgate Portfolio';

test('A provider is enabled and disabled after a question each; the dry run’s provider is the chosen one', async () => {
  await addConnection(site, { name: 'Earlier account' }, PORTFOLIO);
  const { connectionId, organisationPublicId } = await addConnection(
    site,
    { name: 'Later account', issuer: 'https://later.example' },
    PORTFOLIO,
  );
  const { user } = await openPageAs(site, 'sysadmin', `/Organisations/Login/${organisationPublicId}?connection=${connectionId}`);
  const provider = await section('Identity provider');
  expect(await provider.findByText('https://later.example')).toBeVisible();
  await user.click(provider.getByRole('button', { name: 'Enable' }));
  const enabling = within(await screen.findByRole('dialog', { name: 'Let users log in with Later account?' }));
  await user.click(enabling.getByRole('button', { name: 'Enable' }));
  expect(await provider.findByText('On: users log in with it')).toBeVisible();
  await user.click(provider.getByRole('button', { name: 'Disable' }));
  const disabling = within(await screen.findByRole('dialog', { name: 'Disable Later account?' }));
  await user.click(disabling.getByRole('button', { name: 'Disable' }));
  expect(await provider.findByText('Off: nobody logs in with it yet')).toBeVisible();
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
  await site.database.query('UPDATE identities SET last_login_at = now() WHERE user_id = $1', [userId]);
  const [, second] = await named(organisationPublicId);
  const { user } = await openPageAs(site, 'sysadmin', `/Organisations/Login/${organisationPublicId}?connection=${connectionId}`);
  const required = await section('Required');
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
  const address = `/Organisations/Login/${connection.organisationPublicId}`;
  const { user } = await openPageAs(site, 'sysadmin', address, { transport: held.transport });
  const required = await section('Required');
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
  const organisationId = await organisationIdOf(PORTFOLIO);
  await proveDomain(site, 'taken.example', PORTFOLIO);
  const held = hold(`/Domains/${organisationId}`, 'POST');
  const { user } = await openPageAs(site, 'sysadmin', `/Organisations/Login/${organisationId}`, { transport: held.transport });
  const domains = await section('Domains');
  await user.click(await domains.findByRole('button', { name: 'Add domain' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add domain' }));
  await user.type(dialog.getByLabelText('Domain'), 'taken.example');
  await user.click(dialog.getByRole('button', { name: 'Add domain' }));
  await held.asked;
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  held.release();
  expect(await screen.findByText(/domain.*already/i)).toBeInTheDocument();
});

test('A refusal by the provider is shown where the user began, once', async () => {
  await openPageAs(site, 'subadmin', '/SecurityDetails?problem=sso');
  expect(await screen.findByText(/^That did not work with the identity provider/)).toBeVisible();
  expect(location.search).toBe('');
});
