/** The roles page: roles and their users, on the real server. The grid needs layout and is tested in a browser. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { openOption } from '../../support/selectOption.ts';
import { shownChoice } from '../../support/shownChoice.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const open = (as: DemoUser, path: string, transport?: (own: Transport) => Transport) =>
  openPageAs(site, as, path, transport ? { transport } : {});
const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });

const userNames = async (role: string, organisation?: string) =>
  (
    await site.database.query<{ user_name: string }>(
      `SELECT coalesce(user_name, email) AS user_name FROM users u JOIN organisations o USING (organisation_id)
        WHERE $1 = ANY (roles) AND o.name = coalesce($2, o.name) ORDER BY user_name_key`,
      [role, organisation ?? null],
    )
  ).map((row) => row.user_name);

const idOf = async (name: string) =>
  (await site.database.row<{ organisation_id: string }>('SELECT organisation_id FROM organisations WHERE name = $1', [name]))
    .organisation_id;

const usersRegion = () => screen.findByRole('region', { name: /^Users with the role/ });
const count = () => within(screen.getByRole('main')).getByRole('status');
const shownNames = async () =>
  within(await usersRegion())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const failing =
  (path: string, isBroken: () => boolean) =>
  (own: Transport): Transport => ({
    ...own,
    wait: () => Promise.resolve(),
    fetch: (url, init) =>
      isBroken() && url.includes(path) ? Promise.reject(new TypeError('Failed to fetch')) : own.fetch(url, init),
  });

test('the roles are listed with what they allow and how many users of the organisation have them', async () => {
  const { user } = await open('subadmin', '/Roles');
  await h1('Roles');
  const roles = within(await screen.findByRole('region', { name: 'Roles' }));
  const total = (await userNames('SubscriberAdministration', 'Harbour Mutual')).length;
  const row = await roles.findByRole('row', { name: /^Subscriber administrator/ });
  expect(row).toHaveTextContent(`Subscriber administratorAdministrativeManages the people of one organisation${String(total)}`);
  expect(count()).toHaveTextContent('4 roles');
  await user.type(screen.getByRole('searchbox', { name: 'Find by name' }), 'audit');
  await waitFor(() => expect(count()).toHaveTextContent('1 role'));
  await user.click(screen.getByRole('link', { name: 'Support' }));
  await addressIs('/Roles/Support');
  await h1('Support');
});

test('a role lists its users with links to edit them; a subscriber administrator sees the own organisation', async () => {
  const { user } = await open('subadmin', '/Roles/SubscriberAdministration');
  await h1('Subscriber administrator');
  const own = await userNames('SubscriberAdministration', 'Harbour Mutual');
  await waitFor(async () => expect(await shownNames()).toEqual(own));
  expect(count()).toHaveTextContent(`${String(own.length)} users`);
  expect(screen.queryByRole('combobox', { name: 'Organisation' })).not.toBeInTheDocument();
  await user.click(within(await usersRegion()).getByRole('link', { name: 'subadmin' }));
  await addressIs('/Users/Edit/subadmin');
});

test('the users with a role are found by words of their names, and the search is in the address', async () => {
  const { user } = await open('sysadmin', '/Roles/SubscriberAdministration');
  await waitFor(async () => expect((await shownNames()).length).toBeGreaterThan(1));
  const search = screen.getByRole('searchbox', { name: 'Username, name, email or ID' });
  await user.type(search, 'SUBadm{Enter}');
  await waitFor(async () => expect(await shownNames()).toEqual(['subadmin']));
  expect(count()).toHaveTextContent('1 user');
  await addressIs('/Roles/SubscriberAdministration?search=SUBadm');
  await user.clear(search);
  await user.type(search, 'nobody at all');
  expect(await screen.findByRole('heading', { name: 'No user matches “nobody at all”' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(async () => expect((await shownNames()).length).toBeGreaterThan(1));
});

test('a system administrator chooses an organisation by typing its name, and goes back to all', async () => {
  const { user } = await open('sysadmin', '/Roles/SubscriberAdministration');
  const all = await userNames('SubscriberAdministration');
  await waitFor(() => expect(count()).toHaveTextContent(`${String(all.length)} users`));
  const field = screen.getByRole('combobox', { name: 'Organisation' });
  expect(shownChoice('Organisation')).toBe('All organisations');
  await user.click(field);
  await user.keyboard('northg');
  await user.click(await openOption('Northgate Portfolio'));
  await addressIs(`/Roles/SubscriberAdministration?organisation=${await idOf('Northgate Portfolio')}`);
  const expectedNames = await userNames('SubscriberAdministration', 'Northgate Portfolio');
  await waitFor(async () => expect(await shownNames()).toEqual(expectedNames));
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Northgate Portfolio'));
  await user.click(field);
  await user.click(await openOption('All organisations'));
  await addressIs('/Roles/SubscriberAdministration');
  await waitFor(() => expect(count()).toHaveTextContent(`${String(all.length)} users`));
});

test('a link names the organisation; for a subscriber administrator it changes nothing', async () => {
  const query = `?organisation=${await idOf('Northgate Portfolio')}`;
  await open('system_only', `/Roles/SubscriberAdministration${query}`);
  await waitFor(() => expect(shownChoice('Organisation')).toBe('Northgate Portfolio'));
  const expectedNames = await userNames('SubscriberAdministration', 'Northgate Portfolio');
  await waitFor(async () => expect(await shownNames()).toEqual(expectedNames));
  const list = screen.getByRole('link', { name: 'Open in the users list' });
  expect(list).toHaveAttribute('href', `/Users/List?roles=SubscriberAdministration&organisation=${query.split('=')[1] ?? ''}`);
});

test('a role without users says so, and so does an unknown role', async () => {
  await site.database.query(
    `UPDATE users SET roles = array_remove(roles, 'Support') WHERE organisation_id = (SELECT organisation_id FROM users WHERE user_name = 'subadmin')`,
  );
  const { user } = await open('subadmin', '/Roles/Support');
  expect(await screen.findByRole('heading', { name: 'No user has this role' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All roles' }));
  await h1('Roles');
});

test('a role that does not exist shows an error with a link to the roles', async () => {
  const { user } = await open('subadmin', '/Roles/Emperor');
  expect(await screen.findByRole('heading', { name: 'There is no role called Emperor' })).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'All roles' }).at(-1) as HTMLElement);
  await addressIs('/Roles');
});

test('for more users than the page can show it links to the users list, and does not fetch them', async () => {
  await site.database.query(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, roles, registered_at, created_at)
     SELECT gen_random_uuid(), 'extra' || n, 'extra' || n || '@example.net', 'Eve', 'Extra', organisation_id, '{Member}', now(), now()
       FROM users u, generate_series(1, 5001 - (SELECT count(*) FROM users m WHERE m.organisation_id = u.organisation_id AND m.roles @> '{Member}')) n
      WHERE u.user_name = 'subadmin'`,
  );
  const requestedUrls: string[] = [];
  await open('subadmin', '/Roles/Member', (own) => ({
    ...own,
    fetch: (url, init) => {
      requestedUrls.push(url);
      return own.fetch(url, init);
    },
  }));
  expect(await screen.findByRole('heading', { name: '5,001 users have this role' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Open in the users list' }).at(-1)).toHaveAttribute(
    'href',
    '/Users/List?roles=Member',
  );
  expect(requestedUrls.filter((url) => url.includes('UsersInRole'))).toEqual([]);
});

test.each([
  ['/api/Roles', 'Support'],
  ['UsersInRole', 'SubscriberAdministration'],
])('what fails to load says so, and loads on retry: %s', async (path, role) => {
  let broken = true;
  const { user } = await open(
    'sysadmin',
    `/Roles/${role}`,
    failing(path, () => broken),
  );
  const alert = (await screen.findByRole('heading', { name: 'The users could not be loaded' })).closest('[role="alert"]');
  broken = false;
  await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }));
  const total = (await userNames(role)).length;
  await waitFor(() => expect(count()).toHaveTextContent(`${String(total)} users`));
});

test('the page is reached from the edit screen and from the palette', async () => {
  const { user } = await open('subadmin', '/Users/Edit/ordinary');
  await user.click(await screen.findByRole('link', { name: 'Who has which role' }));
  await h1('Roles');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await screen.findByRole('combobox', { name: 'People, pages and actions' }), 'users');
  await user.click(await screen.findByRole('option', { name: 'Users' }));
  await h1('User admin');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await user.type(await screen.findByRole('combobox', { name: 'People, pages and actions' }), 'roles');
  await user.click(await screen.findByRole('option', { name: 'Roles' }));
  await addressIs('/Roles');
});
