/** Saved views on the real server: saved, opened, shared, the default of the organisation, and those taken over from the browser. */
import { screen, waitFor, within } from '@testing-library/react';
import type { View } from '@api/contract/views.ts';
import UsersListPage from '@src/features/users/list/UsersListPage.tsx';
import { memoryKey } from '@src/features/users/list/memoryKey.ts';
import { paths } from '@src/paths.ts';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openScreen } from './openScreen.tsx';
import { clear } from '../../support/facts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
let client: Client;
beforeAll(async () => {
  client = await logInAs(site, 'subadmin');
});
afterEach(async () => {
  localStorage.clear();
  await clear(site, 'views');
});

const openList = (at = '/Users/List') => openScreen(site, UsersListPage, paths.usersList.pattern, { at });
const content: View['content'] = { filter: 'disabled', search: '', sort: [], where: [], columns: ['email', 'userName'] };
const create = (name: string, over: Partial<View['content']> = {}) =>
  client.ok('Views.Create', { body: { name, content: { ...content, ...over } } });

type User = Awaited<ReturnType<typeof openList>>['user'];
async function openViews(user: User) {
  await user.click(await screen.findByRole('button', { name: /^Saved views/ }));
  return within(await screen.findByRole('dialog', { name: /^Saved views/ }));
}
async function choose(user: User, name: string, action: string) {
  const views = await openViews(user);
  await user.click(await views.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('a view is saved as the list is shown, and its name is in the bar', async () => {
  const { user } = await openList('/Users/List?only=locked&sort=-email');
  const views = await openViews(user);
  await user.click(await views.findByRole('button', { name: 'Save view' }));
  expect(await views.findByText('Name is required')).toBeVisible();
  expect(views.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.type(await views.findByRole('textbox', { name: 'Name' }), 'Locked out{Enter}');
  await screen.findByRole('button', { name: 'Saved views, Locked out is shown' });
  const [saved] = await client.ok('Views.List');
  expect(saved).toMatchObject({
    name: 'Locked out',
    content: { filter: 'all', where: [{ field: 'status', value: ['locked'] }], sort: [{ column: 'email', descending: true }] },
  });
  await addressIs(`/Users/List?sort=-email&status=locked&view=${saved!.viewId}`);
  await user.type(await views.findByRole('textbox', { name: 'Name' }), 'LOCKED OUT{Enter}');
  expect(await screen.findByText('You already have a view with this name.')).toBeVisible();
});

test('a shared view has a tab, a private one when it is pinned; a view of a former filter opens as its filter', async () => {
  const { viewId } = await create('Locked out', { filter: 'locked', columns: null });
  await client.ok('Views.Share', { viewId, shared: true });
  await create('My own');
  const { user } = await openList('/Users/List');
  const tab = (name: string) => screen.queryByRole('tab', { name });
  await user.click(await screen.findByRole('tab', { name: 'Locked out' }));
  await addressIs(`/Users/List?status=locked&view=${viewId}`);
  await waitFor(() => expect(tab('Locked out')).toHaveAttribute('aria-selected', 'true'));
  expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'false');
  expect(screen.getByRole('button', { name: 'Status: Locked' })).toBeVisible();

  expect(tab('My own')).not.toBeInTheDocument();
  await choose(user, 'My own', 'Show as a tab');
  expect(await screen.findByRole('tab', { name: 'My own' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Actions for My own' }));
  await user.click(await screen.findByRole('menuitem', { name: 'No longer as a tab' }));
  await waitFor(() => expect(tab('My own')).not.toBeInTheDocument());
});

test('an address without a choice opens the default of the organisation, and all users are one click away', async () => {
  const { viewId } = await create('Disabled ones');
  await client.ok('Views.Share', { viewId, shared: true });
  await client.ok('Views.SetDefault', { viewId, isDefault: true });
  const { user } = await openList();
  await addressIs(`/Users/List/disabled?view=${viewId}`);
  expect(await screen.findByRole('button', { name: 'Saved views, Disabled ones is shown' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All users' }));
  await addressIs('/Users/List?view=all');
  await waitFor(() => expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true'));
  expect(screen.getByRole('button', { name: 'Saved views' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Active/ }));
  await addressIs('/Users/List/active');
  await user.click(screen.getByRole('tab', { name: /^All/ }));
  await addressIs('/Users/List?view=all');
});

test('an address of its own is not changed by a default', async () => {
  const { viewId } = await create('Disabled ones');
  await client.ok('Views.Share', { viewId, shared: true });
  await client.ok('Views.SetDefault', { viewId, isDefault: true });
  await openList('/Users/List/admin');
  await screen.findByRole('button', { name: 'Saved views' });
  await addressIs('/Users/List/admin');
});

test('a link that names a view opens it; what the caller cannot see does not exist', async () => {
  const { viewId } = await create('Disabled ones');
  const { user } = await openList(`/Users/List?view=${viewId}`);
  await addressIs(`/Users/List/disabled?view=${viewId}`);
  await user.click(await screen.findByRole('tab', { name: /^Active/ }));
  expect(await screen.findByRole('button', { name: 'Saved views, Disabled ones is shown, changed' })).toBeVisible();
});

test('a private view of others does not exist for the caller', async () => {
  const foreigner = await logInAs(site, 'second_sub');
  const { viewId } = await foreigner.ok('Views.Create', { body: { name: 'Theirs', content } });
  await openList(`/Users/List?view=${viewId}`);
  expect(await screen.findByText(/^This view does not exist/)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true'));
});

test('renamed, shared, made the default, and deleted after a question', async () => {
  await create('Doors');
  const { user } = await openList('/Users/List/admin');
  await choose(user, 'Doors', 'Rename');
  const name = await screen.findByRole('textbox', { name: 'New name of Doors' });
  await user.clear(name);
  await user.type(name, 'Windows{Enter}');
  await screen.findByRole('link', { name: 'Windows' });
  const choices = ['Share in the organisation', 'Make default of the organisation', 'Delete'];
  const stored = async () => (await client.ok('Views.List'))[0];
  for (const action of choices) {
    await user.click(await screen.findByRole('button', { name: 'Actions for Windows' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    if (action === choices[0]) await screen.findByText('Shared');
    if (action === choices[1]) await screen.findByText('Default');
  }
  expect(await stored()).toMatchObject({ name: 'Windows', shared: true, isDefault: true });
  const question = within(await screen.findByRole('dialog', { name: 'Delete Windows?' }));
  expect(question.getByText(/for all administrators of the organisation/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(async () => expect(await stored()).toBeUndefined());
});

test('views of this browser are taken into the account, and none is lost', async () => {
  const { userId } = await client.ok('Users.Self');
  const key = memoryKey('users.views', userId);
  await create('Locked', { filter: 'active' });
  await create('There already', { columns: null });
  localStorage.setItem(
    key,
    JSON.stringify([
      { name: 'Locked', address: '/Users/List?only=locked' },
      { name: 'There already', address: '/Users/List/disabled' },
    ]),
  );
  const { user } = await openList('/Users/List/admin');
  const views = await openViews(user);
  await views.findByText('2 views are kept in this browser only.');
  await user.click(views.getByRole('button', { name: 'Keep in my account' }));
  await views.findByRole('link', { name: 'Locked (2)' });
  await waitFor(() => expect(localStorage.getItem(key)).toBeNull());
  expect((await client.ok('Views.List')).map((view) => [view.name, view.content.filter, view.content.where.length])).toEqual([
    ['Locked', 'active', 0],
    ['Locked (2)', 'all', 1],
    ['There already', 'disabled', 0],
  ]);
});

test('a view that could not be saved stays in the browser, with the reason', async () => {
  const { userId } = await client.ok('Users.Self');
  const key = memoryKey('users.views', userId);
  await site.database.query(
    `INSERT INTO views (view_id, owner_id, organisation_id, name, content, visibility, created_at, changed_at)
     SELECT gen_random_uuid(), user_id, organisation_id, 'View ' || n, '{}', 'private', now(), now()
       FROM users, generate_series(1, 50) n WHERE user_name = 'subadmin'`,
  );
  localStorage.setItem(key, JSON.stringify([{ name: 'Mine', address: '/Users/List/disabled' }]));
  const { user } = await openList('/Users/List/admin');
  const views = await openViews(user);
  await user.click(await views.findByRole('button', { name: 'Keep in my account' }));
  expect(await views.findByText('You have too many views. Delete one first.')).toBeVisible();
  expect(localStorage.getItem(key)).toContain('Mine');
});
