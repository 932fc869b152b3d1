/** A SAML provider as an administrator sets it up, on the real server. */
import type { Transport } from '@api/client/transport.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authorityKey, AUTHORITY, foreignKey, metadataOf } from '../../support/samlAuthority.ts';
import { selectOption } from '../../support/selectOption.ts';
import { addConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { organisationIdOf } from '../../support/organisations.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const ORGANISATION = 'Harbour Mutual';
/** Certificates of ours, which are shown before those of the provider. */
const OURS = 2;
const BROKEN = '<EntityDescriptor>half of it';

const section = async (name: string) => within(await screen.findByRole('region', { name }));

async function open(query = '?part=connect') {
  const id = await organisationIdOf(site, ORGANISATION);
  const saved: (readonly [string, Blob])[] = [];
  const transport = (own: Transport): Transport => ({ ...own, save: (name, content) => void saved.push([name, content]) });
  return { saved, ...(await openPageAs(site, 'subadmin', `/Organisations/Connections/${id}${query}`, { transport })) };
}

test('Our SAML values are there before any input; metadata that is none is refused with words, and nothing typed is lost', async () => {
  const { user, saved } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Harbour SAML');
  await selectOption(user, 'Protocol', 'SAML 2.0');
  await user.click(screen.getByRole('button', { name: 'Add identity provider' }));
  await user.click(await screen.findByText('All other addresses of ours'));
  const provider = await section('Connect');
  for (const name of [
    'Entity ID',
    'ACS URL (reply URL)',
    'Single logout URL',
    'Our metadata URL',
    "Sign-in URL (for the provider's portal)",
  ])
    expect(await provider.findByRole('button', { name: (copy) => copy.startsWith('Copy') && copy.endsWith(name) })).toBeVisible();
  const save = (of: string) =>
    provider.getByRole('button', { name: (label) => label.startsWith('Save as file') && label.endsWith(of) });
  await user.click(save('Current'));
  await user.click(save('Next, which takes its place before it ends'));
  expect(saved.map(([name]) => name)).toEqual(['gatehouse-saml.cer', 'gatehouse-saml-next.cer']);
  expect(provider.getAllByText(/^Valid until /)).toHaveLength(OURS);
  for (const end of [/\/sso\/saml\/[\da-f-]+\/acs$/, /\/sso\/saml\/[\da-f-]+\/slo$/])
    expect(provider.getByText(end)).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const run = await section('Test');
  await user.click(await run.findByRole('button', { name: 'Test' }));
  expect(await run.findByText('The metadata of the provider is missing')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Back' }));
  const settings = await section('Connect');
  await user.click(settings.getByLabelText('Or its metadata as XML'));
  await user.paste(BROKEN);
  await user.click(settings.getByRole('button', { name: 'Save' }));
  expect(await settings.findByText(/^This is not complete XML\. Copy all of it/)).toBeVisible();
  expect(settings.getByLabelText('Or its metadata as XML')).toHaveValue(BROKEN);

  const xml = metadataOf([authorityKey, foreignKey]);
  // The tests' browser can't read files.
  const file = Object.assign(new File([xml], 'idp.xml', { type: 'text/xml' }), { text: () => Promise.resolve(xml) });
  await user.upload(settings.getByLabelText('Choose XML file', { selector: 'input' }), file);
  await user.click(settings.getByRole('button', { name: 'Save' }));
  // Everything is there: the test comes next.
  await section('Test');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  const entered = await section('Connect');
  expect(await entered.findByText('Pasted')).toBeVisible();
  expect(entered.getByText(AUTHORITY.issuer)).toBeVisible();
  expect(entered.getAllByText(/^Valid until /)).toHaveLength(OURS + 2);
  expect(entered.queryByRole('button', { name: 'Refresh metadata' })).not.toBeInTheDocument();
});

test('Metadata that can’t be read from its address says why, in the words of SAML, and is read again by a button', async () => {
  const { connectionId } = await addConnection(
    site,
    { kind: 'saml', name: 'Far SAML', vendor: 'okta', metadataUrl: 'http://127.0.0.1:1/metadata' },
    ORGANISATION,
  );
  await open(`?part=connect&connection=${connectionId}`);
  const provider = await section('Connect');
  expect(await provider.findByText('The metadata of the provider can’t be reached')).toBeVisible();
  await site.database.query('UPDATE connections SET metadata_problem = NULL WHERE connection_id = $1', [connectionId]);
  await userEvent.click(provider.getByRole('button', { name: 'Refresh metadata' }));
  expect(await provider.findByText('The metadata of the provider can’t be reached')).toBeVisible();
  expect(provider.getByText(/as Single sign-on URL, and our entity ID as Audience URI/)).toBeVisible();
});

// Each guide shows the address at each vendor that reports logouts, where our certificates are entered, and which vendors encrypt in a way that is refused.
test.each([
  ['entra', [/our single logout URL/, /upload both of our certificates under Verification certificates/]],
  ['okta', [/our single logout URL/, /our current certificate as Signature Certificate/]],
  ['keycloak', [/our single logout URL/]],
  ['other', [/our single logout URL/, /^In AD FS Management, add a Relying Party Trust/, /-EncryptClaims \$false/]],
  ['google', [/Google does not tell of logouts/]],
] as const)('the guide of %s has what SAML takes there', async (vendor, words) => {
  const { connectionId } = await addConnection(site, { kind: 'saml', name: `Guide ${vendor}`, vendor }, ORGANISATION);
  await open(`?part=connect&connection=${connectionId}`);
  const provider = await section('Connect');
  for (const text of words) expect(await provider.findByText(text)).toBeVisible();
  expect(provider.getByRole('textbox', { name: 'Metadata URL of the provider' })).toBeVisible();
});

test('A provider that is on gets a new certificate from its page; another provider’s metadata is refused with words', async () => {
  const connection = await addConnection(site, { kind: 'saml', name: 'Rolling SAML', metadata: metadataOf() }, ORGANISATION);
  await connection.enable(true);
  const { user } = await open(`?part=connect&connection=${connection.connectionId}`);
  const provider = await section('Identity provider');
  await user.click(await provider.findByText('Steps at the provider'));
  await user.click(await provider.findByRole('button', { name: 'Replace metadata' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Replace the metadata of Rolling SAML?' }));
  const xml = dialog.getByLabelText('Or its metadata as XML');
  await user.click(xml);
  await user.paste(metadataOf([foreignKey], { ...AUTHORITY, issuer: 'https://other.example' }));
  await user.click(dialog.getByRole('button', { name: 'Replace metadata' }));
  expect(await dialog.findByText(/^This is the metadata of another provider/)).toBeVisible();
  await user.clear(xml);
  await user.paste(metadataOf([authorityKey, foreignKey]));
  await user.click(dialog.getByRole('button', { name: 'Replace metadata' }));
  expect(await screen.findByText('The metadata of Rolling SAML is replaced.')).toBeVisible();
  await waitFor(() => {
    expect(provider.getAllByText(/^Valid until /)).toHaveLength(OURS + 2);
  });
  await user.click(screen.getByRole('link', { name: 'All connections' }));
  await section('Directory');
  expect(await (await section('Identity provider')).findByText(/^Valid until/)).toBeVisible();
});

test('A certificate that ends soon is marked, unless another one follows it', async () => {
  const { connectionId } = await addConnection(
    site,
    { kind: 'saml', name: 'Ending SAML', metadata: metadataOf([authorityKey, foreignKey]) },
    ORGANISATION,
  );
  const endIn = (days: number, which: string) =>
    site.database.query(
      `UPDATE connection_certificates SET not_after = now() + $2 * interval '1 day'
        WHERE connection_id = $1 AND fingerprint = (SELECT ${which}(fingerprint) FROM connection_certificates WHERE connection_id = $1)`,
      [connectionId, days],
    );
  const shown = async () => {
    await open(`?part=connect&connection=${connectionId}`);
    const provider = await section('Connect');
    const texts = (await provider.findAllByText(/^(Valid until|Ends soon, on) /)).map(
      ({ textContent }) => textContent.split(' ')[0],
    );
    cleanup();
    return texts.slice(OURS).sort();
  };
  await endIn(12, 'min');
  expect(await shown()).toEqual(['Valid', 'Valid']);
  await endIn(20, 'max');
  expect(await shown()).toEqual(['Ends', 'Valid']);
});
