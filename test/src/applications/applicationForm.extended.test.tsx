/** Registering and editing an application on the real server. */
import { generateKeyPair as generateKeyPairCallback } from 'node:crypto';
import { promisify } from 'node:util';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { logInAs } from '../../support/logInAs.ts';
import { register } from '../../support/oidc.ts';
import { selectOption } from '../../support/selectOption.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';
import { organisationIdOf } from '../../support/organisations.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const generateKeyPair = promisify(generateKeyPairCallback);

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

async function fill(user: UserEvent, values: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(values)) {
    const input = await field(name);
    await user.clear(input);
    if (text) {
      await user.click(input);
      await user.paste(text);
    }
  }
}

const stored = async (applicationName: string) =>
  (await (await logInAs(site, 'sysadmin')).ok('Applications.List')).find((each) => each.applicationName === applicationName);

async function openAdd() {
  const page = await openPageAs(site, 'sysadmin', '/Applications/Add');
  await screen.findByRole('heading', { level: 1, name: 'Register application' });
  return page;
}

test('registers with all that was chosen, shows the secret once, and opens the application in the list', async () => {
  const { user } = await openAdd();
  expect(await field('Name')).toHaveFocus();
  await fill(user, {
    Name: 'The harbour wiki',
    'Name in addresses': 'Harbour wiki',
    'Start address': 'https://wiki.example/',
    'Redirect addresses': 'https://wiki.example/callback\n\n  http://127.0.0.1:3000/callback  \n',
    'Addresses after logout': 'https://wiki.example/bye',
    'Back-channel logout address': 'https://wiki.example/logged-out',
  });
  expect(await screen.findByRole('checkbox', { name: /^Who it is/ })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: /^Refresh tokens/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Email/ }));
  await selectOption(user, 'Who runs it', 'Others: users are asked');
  await user.click(screen.getByRole('checkbox', { name: /pairwise/ }));
  await selectOption(user, 'Organisations', 'Only these');
  await user.type(await screen.findByRole('searchbox', { name: 'Find organisation' }), 'harbour');
  await user.click(await screen.findByRole('checkbox', { name: 'Harbour Mutual' }));
  await selectOption(user, 'Roles', 'Anyone with one of these');
  await user.click(await screen.findByRole('checkbox', { name: /^Member/ }));
  await user.click(screen.getByRole('checkbox', { name: /while they act as a user/ }));
  await press(user, 'Register');
  const shown = within(await screen.findByRole('dialog', { name: 'The secret of The harbour wiki' }));
  expect(shown.getByRole('group', { name: 'Secret' })).toHaveTextContent(/^gs_/);
  await press(user, 'I have saved it');
  const made = await stored('Harbour wiki');
  await addressIs(`/Applications?application=${made!.applicationId}`);
  const harbour = await organisationIdOf(site, 'Harbour Mutual');
  expect(made).toMatchObject({
    displayName: 'The harbour wiki',
    startUrl: 'https://wiki.example/',
    redirectUris: ['https://wiki.example/callback', 'http://127.0.0.1:3000/callback'],
    postLogoutRedirectUris: ['https://wiki.example/bye'],
    backchannelLogoutUri: 'https://wiki.example/logged-out',
    publicKeys: null,
    pairwise: true,
    own: false,
    organisationPublicIds: [harbour],
    roles: ['Member'],
    impersonation: true,
  });
  expect(made!.scopes.toSorted()).toEqual(['offline_access', 'openid', 'profile']);
});

test('a guarded application has no settings of OpenID Connect and no secret, but the address that the proxy requests', async () => {
  const { user } = await openAdd();
  const indexed = () => within(screen.getByRole('navigation', { name: 'Register application' })).getAllByRole('link').length;
  expect(indexed()).toBe(5);
  await fill(user, {
    Name: 'The ledger',
    'Name in addresses': 'Ledger',
    'Start address': 'https://ledger.example:8443/',
    'Redirect addresses': 'https://typed.example/before',
  });
  await selectOption(user, 'How users get in', 'A proxy in front of it asks us');
  expect(indexed()).toBe(2);
  for (const name of ['Redirect addresses', 'Back-channel logout address'])
    expect(screen.queryByRole('textbox', { name })).not.toBeInTheDocument();
  await selectOption(user, 'Roles', 'Anyone with one of these');
  await user.click(await screen.findByRole('checkbox', { name: /^Support/ }));
  await press(user, 'Register');
  const panel = await screen.findByRole('complementary', { name: 'The ledger' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const made = await stored('Ledger');
  expect(made).toMatchObject({ kind: 'guarded', redirectUris: [], roles: ['Support'] });
  expect(panel).toHaveTextContent(`Address for the proxy${location.origin}/api/Login/Check?application=${made!.applicationId}`);
  expect(panel).not.toHaveTextContent('Client ID');
});

test('missing or wrong values are reported at their fields, before anything is sent', async () => {
  const { user } = await openAdd();
  await press(user, 'Register');
  expect(await field('Name')).toBeInvalid();
  expect(await field('Name')).toHaveFocus();
  await fill(user, {
    Name: 'The wrong wiki',
    'Name in addresses': 'wrong/wiki',
    'Start address': 'http://wiki.example/',
    'Redirect addresses': 'https://wiki.example/callback\nhttps://*.example/callback',
  });
  await press(user, 'Register');
  for (const name of ['Name in addresses', 'Start address', 'Redirect addresses']) expect(await field(name)).toBeInvalid();
  expect(await field('Name')).toBeValid();
  expect(screen.getByText(/^A redirect address must be a whole https address without wildcard/)).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('errors that only the server knows are reported at their fields too, and nothing typed is lost', async () => {
  await register(site, { applicationName: 'Taken wiki' });
  const { user } = await openAdd();
  await fill(user, {
    Name: 'Another wiki',
    'Name in addresses': 'taken WIKI',
    'Start address': 'https://wiki.example/',
    'Redirect addresses': Array.from({ length: 21 }, (_, index) => `https://wiki.example/${String(index)}`).join('\n'),
  });
  await press(user, 'Register');
  await waitFor(async () => expect(await field('Redirect addresses')).toBeInvalid());
  await fill(user, { 'Redirect addresses': 'https://wiki.example/1' });
  await press(user, 'Register');
  await waitFor(async () => expect(await field('Name in addresses')).toBeInvalid());
  expect(await field('Name')).toHaveValue('Another wiki');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(await stored('taken WIKI')).toBeUndefined();
});

describe('keys of its own', () => {
  async function openKeys() {
    const page = await openAdd();
    await fill(page.user, {
      Name: 'The signing wiki',
      'Name in addresses': 'Signing wiki',
      'Start address': 'https://wiki.example/',
      'Redirect addresses': 'https://wiki.example/callback',
    });
    await selectOption(page.user, 'Proof', 'Keys of its own');
    return page;
  }

  test('a private key does not leave the browser; refused ones are said at the field; public ones need no secret', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ec', { namedCurve: 'P-256' });
    const { user } = await openKeys();
    for (const [text, message] of [
      ['no JSON', 'This is no JSON Web Key Set'],
      [JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }), /^This has a private key/],
      [JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-521', x: 'short', y: 'short' }] }), /^These are not up to five public keys/],
    ] as const) {
      await fill(user, { 'Public keys': text });
      await press(user, 'Register');
      expect(await screen.findByText(message)).toBeVisible();
      expect(await field('Public keys')).toBeInvalid();
    }
    const key = publicKey.export({ format: 'jwk' });
    await fill(user, { 'Public keys': JSON.stringify(key) });
    await press(user, 'Register');
    await waitFor(() => expect(location.search).toMatch(/^\?application=/));
    expect((await stored('Signing wiki'))?.publicKeys).toEqual([key]);
  });
});

describe('editing', () => {
  async function openEdit(id: string) {
    const page = await openPageAs(site, 'sysadmin', `/Applications/Edit/${id}`);
    await screen.findByRole('heading', { level: 1, name: 'Edit application' });
    await field('Name');
    return page;
  }

  test('shows what is stored, saves what changed, and keeps the secret', async () => {
    const wiki = await register(site, { displayName: 'The old wiki', roles: ['Support'], own: false });
    const before = await stored(wiki.name);
    const { user, late } = await openEdit(wiki.id);
    expect(await field('Redirect addresses')).toHaveValue('https://wiki.example/callback');
    expect(await screen.findByRole('checkbox', { name: /^Support/ })).toBeChecked();
    await fill(user, { Name: 'The new wiki' });
    await press(user, 'Save');
    await addressIs(`/Applications?application=${wiki.id}`);
    expect(JSON.stringify((await late.open()).getState().notices)).toContain('applications:form.saved');
    const { lastUsedAt: _used, ...rest } = before!;
    expect(await stored(wiki.name)).toMatchObject({ ...rest, displayName: 'The new wiki' });
  });

  test('going from keys back to a secret says what happens, and shows the secret', async () => {
    const { publicKey } = await generateKeyPair('ec', { namedCurve: 'P-256' });
    const wiki = await register(site, {
      displayName: 'The turning wiki',
      publicKeys: [publicKey.export({ format: 'jwk' }) as never],
    });
    const { user } = await openEdit(wiki.id);
    await selectOption(user, 'Proof', 'A secret');
    expect(screen.getByText(/its keys are no longer accepted, and a new secret is shown/)).toBeVisible();
    await press(user, 'Save');
    expect(await screen.findByRole('dialog', { name: 'The secret of The turning wiki' })).toBeVisible();
  });

  test('leaving with changes asks', async () => {
    const wiki = await register(site, { displayName: 'The half wiki' });
    const { user } = await openEdit(wiki.id);
    await fill(user, { Name: 'The half-edited wiki' });
    await user.click(screen.getByRole('link', { name: 'Back to the applications' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(location.pathname).toBe(`/Applications/Edit/${wiki.id}`);
  });

  test('a missing application says so', async () => {
    await openPageAs(site, 'sysadmin', '/Applications/Edit/00000000-0000-4000-8000-000000000000');
    expect(await screen.findByRole('heading', { name: 'There is no such application' })).toBeVisible();
  });
});
