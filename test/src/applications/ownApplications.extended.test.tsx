/** The preview of an application, and a user's own applications, on the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { register, signIn } from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { giveConsent } from '../../support/credentials.ts';
import { userOf } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

describe('what an application receives', () => {
  test('shows the claims by its scopes, whether the user may enter, and unknown users at the field', async () => {
    const wiki = await register(site, { displayName: 'The wiki of members', roles: ['Member'], scopes: ['openid', 'roles'] });
    const { user } = await openPageAs(site, 'sysadmin', `/Applications/Preview/${wiki.id}`);
    const name = await screen.findByRole('textbox', { name: 'Username' });
    expect(name).toHaveValue('sysadmin');
    const show = async (userName: string) => {
      await user.clear(name);
      await user.type(name, `${userName}{Enter}`);
    };
    await show('ordinary');
    const table = within(await screen.findByRole('region', { name: 'Claims about ordinary' }));
    const { userId } = await userOf(site, 'ordinary', 'userId');
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['sub', 'roles']);
    expect(table.getByRole('row', { name: `sub ${userId}` })).toBeVisible();
    expect(table.getByRole('row', { name: 'roles ["Member"]' })).toBeVisible();
    expect(screen.getByText('ordinary may enter The wiki of members.')).toBeVisible();

    await show('support_user');
    expect(await screen.findByText(/^support_user may not enter The wiki of members/)).toBeVisible();
    await show('nobody_like_that');
    await waitFor(() => expect(name).toBeInvalid());
    expect(await screen.findByText('There is no such user who can log in')).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(await site.database.query(`SELECT FROM oidc_grants WHERE application_id = $1`, [wiki.id])).toEqual([]);
  });
});

describe('my applications', () => {
  const open = async (userName: string) => {
    const page = await openPageAs(site, userName, '/MyApplications');
    await screen.findByRole('heading', { level: 1, name: 'My applications' });
    return page;
  };

  test('are a tile each, with the last use; others are not there', async () => {
    const used = await register(site, { displayName: 'The used wiki', startUrl: 'https://used.example/' });
    await register(site, { displayName: 'The new wiki' });
    await register(site, { displayName: 'The wiki of others', roles: ['SystemAdministration'] });
    await signIn(await logInAs(site, 'ordinary'), used);
    await open('ordinary');
    const tile = await screen.findByRole('link', { name: /^The used wiki/ });
    expect(tile).toHaveAttribute('href', 'https://used.example/');
    expect(tile).toHaveTextContent(/Last used less than a minute ago/i);
    expect(screen.getByRole('link', { name: /^The new wiki/ })).toHaveTextContent('Not used yet');
    expect(screen.queryByText('The wiki of others')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).not.toBeInTheDocument();
  });

  test('what was allowed is listed, and withdrawn after a question', async () => {
    const wiki = await register(site, { displayName: 'The curious wiki', own: false });
    await giveConsent(site, 'support_user', wiki.id, 'openid', 'email');
    const { user, late } = await open('support_user');
    await user.click(await screen.findByRole('button', { name: 'Withdraw (The curious wiki)' }));
    const box = within(await screen.findByRole('dialog', { name: 'Withdraw what you have allowed The curious wiki?' }));
    expect(box.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(box.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByText(/^You have allowed/)).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: /^The curious wiki/ })).toBeVisible();
    expect(await site.database.query('SELECT FROM oidc_consents WHERE application_id = $1', [wiki.id])).toEqual([]);
    expect(JSON.stringify((await late.open()).getState().notices)).toContain('applications:mine.withdrawn');
  });

  test('are in the account menu', async () => {
    const { user } = await openPageAs(site, 'ordinary', '/SecurityDetails');
    await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
    await user.click(await screen.findByRole('link', { name: 'My applications' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
  });
});

describe('“No access” names the application', () => {
  const open = (application: string) => openPageAs(site, 'ordinary', `/NoAccess?application=${encodeURIComponent(application)}`);

  test('by its name, if it is registered', async () => {
    const wiki = await register(site, { displayName: 'The closed wiki' });
    await open(wiki.name);
    expect(await screen.findByText('“The closed wiki” is not open to your account.')).toBeVisible();
  });

  test('and puts no other words of a link into the page', async () => {
    await open('Call 555 0100 now');
    expect(await screen.findByText(/^Your account isn't allowed/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(document.body).not.toHaveTextContent('555');
  });
});
