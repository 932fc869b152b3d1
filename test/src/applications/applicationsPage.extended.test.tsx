/** The applications of system administrators on the real server: list, panel, secret. The grid needs layout and is tested in a browser. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ApplicationSettings } from '@api/contract/applications.ts';
import { logInAs } from '../../support/logInAs.ts';
import { register, signIn, type Registered } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

async function open(query = '') {
  const page = await openPageAs(site, 'sysadmin', `/Applications${query}`);
  await screen.findByRole('heading', { level: 1, name: 'Applications' });
  return page;
}

const named = (displayName: string, changed: Partial<ApplicationSettings> = {}) => register(site, { displayName, ...changed });

async function openPanel({ id }: Registered, displayName: string) {
  const page = await open(`?application=${id}`);
  return { ...page, panel: await screen.findByRole('complementary', { name: displayName }) };
}

const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const row = ({ id }: Registered) =>
  site.database.row<{ enabled: boolean; secret: string; former: string | null }>(
    `SELECT enabled, encode(secret_hash, 'hex') AS secret, encode(former_secret_hash, 'hex') AS former FROM applications
      WHERE application_id = $1`,
    [id],
  );

test('without any it says what to do, and leads to the form', async () => {
  const { user } = await open();
  expect(await screen.findByRole('heading', { name: 'No application is registered yet' })).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Register application' })[0]!);
  await addressIs('/Applications/Add');
});

test('finds by name and address; the search is in the URL, and no match says what to do', async () => {
  await named('Wíki of the harbour', { startUrl: 'https://harbour-wiki.example/start' });
  await named('Logbook', { startUrl: 'https://logbook.example/' });
  const { user } = await open();
  await screen.findByRole('link', { name: 'Logbook' });
  const search = screen.getByRole('searchbox', { name: 'Find by name or address' });
  await user.type(search, 'harbour wiki{Enter}');
  await addressIs('/Applications?search=harbour+wiki');
  expect(screen.getByRole('link', { name: 'Wíki of the harbour' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Logbook' })).not.toBeInTheDocument();
  await user.clear(search);
  await user.paste('nothing is called so');
  expect(await screen.findByRole('heading', { name: 'No application matches' })).toBeVisible();
  await press(user, 'Clear search');
  expect(await screen.findByRole('link', { name: 'Logbook' })).toBeVisible();
});

test('the panel shows its use, its client ID, and who may enter', async () => {
  const wiki = await named('The used wiki', { roles: ['Member', 'Support'], scopes: ['openid', 'email'] });
  await signIn(await logInAs(site, 'ordinary'), wiki, { scope: 'openid email' });
  await signIn(await logInAs(site, 'support_user'), wiki, { scope: 'openid email' });
  const { panel } = await openPanel(wiki, 'The used wiki');
  expect(panel).toHaveTextContent('StatusEnabled');
  expect(panel).toHaveTextContent(/Last usedless than a minute ago/i);
  expect(panel).toHaveTextContent(/Sign-ins2 in the last 30 days, the most on .+: 2/);
  expect(panel).toHaveTextContent(`Client ID${wiki.id}`);
  expect(panel).toHaveTextContent('May learnWho it is · Email');
  expect(panel).toHaveTextContent('Who may enterMember, Support');
});

test('a new secret is shown once, after a question; the former one is accepted meanwhile', async () => {
  const wiki = await named('The secret wiki');
  const before = await row(wiki);
  const { user, panel, late } = await openPanel(wiki, 'The secret wiki');
  await press(user, 'New secret');
  expect(within(await dialog('A new secret for The secret wiki?')).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press(user, 'Make new secret');
  const shown = within(await dialog('The secret of The secret wiki'));
  const secret = shown.getByRole('group', { name: 'Secret' }).textContent;
  expect(secret).toMatch(/^gs_[\w-]{43}$/);
  expect(shown.getByRole('group', { name: 'Client ID' })).toHaveTextContent(wiki.id);
  // The secret is not in the store, which error reports and tools read.
  expect(JSON.stringify((await late.open()).getState())).not.toContain(secret);
  // Escape does not lose it.
  await user.keyboard('{Escape}');
  await press(user, 'I have saved it');
  await noDialog();
  expect((await row(wiki)).former).toBe(before.secret);
  await waitFor(() => expect(panel).toHaveTextContent(/The former secret is accepted until .+ too/));
});

test('disables after a warning that defaults to Cancel, and enables again', async () => {
  const wiki = await named('The busy wiki');
  const { user, panel, late } = await openPanel(wiki, 'The busy wiki');
  await press(user, 'Disable');
  const warning = within(await dialog('Disable The busy wiki?'));
  expect(warning.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(warning.getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(panel).toHaveTextContent('StatusDisabled'));
  expect((await row(wiki)).enabled).toBe(false);
  await press(user, 'Enable');
  await user.click(within(await dialog('Enable The busy wiki?')).getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(panel).toHaveTextContent('StatusEnabled'));
  const notices = JSON.stringify((await late.open()).getState().notices);
  expect(notices).toContain('applications:disable.done');
  expect(notices).toContain('applications:enable.done');
});

test('deletes after a warning, and closes the panel', async () => {
  const wiki = await named('The doomed wiki');
  const { user } = await openPanel(wiki, 'The doomed wiki');
  await press(user, 'Delete');
  await user.click(within(await dialog('Delete The doomed wiki?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'The doomed wiki' })).not.toBeInTheDocument());
  expect(await site.database.query('SELECT FROM applications WHERE application_id = $1', [wiki.id])).toEqual([]);
});
