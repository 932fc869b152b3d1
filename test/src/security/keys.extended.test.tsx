/** API keys: created, shown once, used, and deleted, on the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { curlLine } from '@src/features/security/curlLine.ts';
import { createClient } from '../../support/client.ts';
import { selectOption } from '../../support/selectOption.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer({ env: { LIMIT_API_KEYS: '2' } });

async function openSection(options: Parameters<typeof openPageAs>[3] & { readonly as?: string } = {}) {
  const userName = options.as ?? (await unusedMember(site)).userName;
  const page = await openPageAs(site, userName, '/SecurityDetails', options);
  const section = within(await screen.findByRole('region', { name: /^API/ }));
  return { ...page, userName, section };
}

type Opened = Awaited<ReturnType<typeof openSection>>;

async function openDialog({ user, section }: Pick<Opened, 'user' | 'section'>) {
  await user.click(await section.findByRole('button', { name: 'Create key' }));
  return within(await screen.findByRole('dialog', { name: 'Create key' }));
}

/** Runs the command line as a shell would. */
async function run(line: string) {
  const [, key = '', address = ''] = /^curl -H 'Authorization: Bearer (\S+)' '(\S+)'$/.exec(line) ?? [];
  expect(address).toMatch(new RegExp(`^${site.url}/api/`));
  const answer = await createClient(site).raw(address.slice(site.url.length), {
    bare: true,
    headers: { Authorization: `Bearer ${key}` },
  });
  return { key, status: answer.status, body: answer.body };
}

test('a key needs a name and at least one permission', async () => {
  const opened = await openSection();
  expect(await opened.section.findByText('You have no API keys yet.')).toBeVisible();
  const dialog = await openDialog(opened);
  await opened.user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByText('Name is required')).toBeVisible();
  await opened.user.type(dialog.getByLabelText('Name'), 'Nightly report');
  await opened.user.click(dialog.getByRole('button', { name: 'Create key' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Choose at least one thing that the key may do.');
  expect(dialog.getByLabelText('Name')).toHaveValue('Nightly report');
  expect(await opened.client.ok('ApiKey.GetExisting')).toEqual([]);
});

test('a key is shown once with a working command line, listed, and refused after deletion', async () => {
  const opened = await openSection();
  const { user, section, userName } = opened;
  const dialog = await openDialog(opened);
  await user.type(dialog.getByLabelText('Name'), 'Nightly report');
  await user.click(dialog.getByRole('checkbox', { name: /^Read a user in full/ }));
  await selectOption(user, 'Expires', 'In 30 days');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));

  const shown = within(await screen.findByRole('dialog', { name: 'The key "Nightly report" is ready' }));
  expect(shown.getByText('Copy the key now. It is shown only this once.')).toBeVisible();
  const line = shown.getByRole('group', { name: 'Try it in a terminal' }).textContent;
  const { key, status, body } = await run(line);
  expect(shown.getByRole('group', { name: 'Key' })).toHaveTextContent(key);
  expect([status, (body as { userName: string }).userName]).toEqual([200, userName]);
  await user.click(shown.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(document.body).not.toHaveTextContent(key);

  const row = within(await section.findByRole('listitem'));
  expect(row.getByText(`${key.split('_').slice(0, 2).join('_')}…`)).toBeVisible();
  expect(await row.findByText('Read a user in full')).toBeVisible();
  expect(await row.findByText(/Expires on \w+ \d+, \d{4}$/)).toBeVisible();

  await user.click(row.getByRole('button', { name: 'Delete (Nightly report)' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete the key "Nightly report"?' }));
  expect(question.getByText('Programs that use it are refused from now on.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The key "Nightly report" has been deleted.')).toBeVisible();
  expect(await section.findByText('You have no API keys yet.')).toBeVisible();
  expect((await run(line)).status).toBe(401);
});

test('a taken name is reported at its field; at the maximum number of keys no more can be created', async () => {
  const opened = await openSection({
    before: (client) => client.ok('ApiKey.Create', { name: 'First' }),
  });
  const { user, section } = opened;
  expect(await section.findByText('May do nothing yet')).toBeVisible();
  const dialog = await openDialog(opened);
  await user.type(dialog.getByLabelText('Name'), 'first');
  await user.click(dialog.getByRole('checkbox', { name: /^Read your profile/ }));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  const name = dialog.getByLabelText('Name');
  await waitFor(() => expect(name).toHaveAccessibleDescription(/^You already have an API key with this name\./));
  await user.clear(name);
  await user.type(name, 'Second');
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  await user.click(await screen.findByRole('button', { name: 'I have saved it' }));
  expect(await section.findByText('You can have 2 keys. Delete one to create another.')).toBeVisible();
  expect(section.queryByRole('button', { name: 'Create key' })).not.toBeInTheDocument();
});

test('retrying after its permissions could not be set does not create the key twice', async () => {
  let broken = true;
  const opened = await openSection({
    transport: (own) => ({
      ...own,
      fetch: (url, init) =>
        broken && url.includes('/CreateClaims') ? Promise.reject(new TypeError('Failed to fetch')) : own.fetch(url, init),
    }),
  });
  const { user, client } = opened;
  const dialog = await openDialog(opened);
  await user.type(dialog.getByLabelText('Name'), 'Half');
  await user.click(dialog.getByRole('checkbox', { name: /^Read your profile/ }));
  await user.click(dialog.getByRole('button', { name: 'Create key' }));
  const alert = await dialog.findByRole('alert');
  expect(alert).toHaveTextContent('Network error. Check your connection and try again.');
  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog', { name: 'The key "Half" is ready' })).toBeVisible();
  expect((await client.ok('ApiKey.GetExisting')).map(({ name, claims }) => [name, claims.length])).toEqual([['Half', 1]]);
});

test('permissions are in German for German users', async () => {
  const { user, section } = await openSection({ as: 'sysadmin', locale: 'de' });
  await user.click(await section.findByRole('button', { name: 'Schlüssel erstellen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const audit = within(dialog.getByRole('group', { name: 'Benutzer' })).getByRole('checkbox', {
    name: 'Audit-Protokoll lesen und exportieren Users.AuditReport',
  });
  expect(audit).not.toBeChecked();
});

describe('The command line', () => {
  const owner = { userName: 'ada', userId: 'id-1', organisation: { publicId: 'org-1' } };
  test.each([
    [['Users.Unlock', 'Users.Counts'], "curl -H 'Authorization: Bearer k' 'https://x.test/api/Users/Counts'"],
    [['Users.Search'], "curl -H 'Authorization: Bearer k' 'https://x.test/api/Users/Search?partialName=ada'"],
    [['Users.TakeOwnership', 'Mfa.Status'], "curl -H 'Authorization: Bearer k' 'https://x.test/api/Mfa/Status/id-1'"],
    [
      ['Organisations.Find'],
      "curl -X POST -H 'Authorization: Bearer k' -H 'Content-Type: application/json' -d '{}' 'https://x.test/api/Organisations/FindOrganisations'",
    ],
    [['Never.HeardOf'], "curl -H 'Authorization: Bearer k' 'https://x.test/api/Users/Self'"],
  ])('for %j uses a read rather than a write, with its parameters filled in', (claims, line) => {
    expect(curlLine(claims, 'k', 'https://x.test', owner)).toBe(line);
  });
});
