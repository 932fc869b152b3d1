/** The users list on the real server. The grid needs layout and is tested in a browser. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { defaultLayout, writeLayout } from '@src/features/users/list/columnLayoutStorage.ts';
import UsersListPage from '@src/features/users/list/UsersListPage.tsx';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { PageConfigContext } from '@src/pageConfig/pageConfigContext.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { paths } from '@src/paths.ts';
import { openStoreAs } from '../../store/storeWithServer.ts';
import { lock } from '../../support/changeUser.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';
import { whileNobodyIsLocked } from '../../support/whileNobodyIsLocked.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="address">{decodeURIComponent(pathname + search)}</output>;
}

const addressIs = (text: string) => waitFor(() => expect(screen.getByLabelText('address')).toHaveProperty('textContent', text));

async function openList({
  as = 'subadmin',
  at = paths.usersList.to(),
  transport,
}: { readonly as?: DemoUser; readonly at?: string; readonly transport?: Transport } = {}) {
  const { store } = await openStoreAs(site, as, transport ? { transport } : {});
  const translations = await startI18n('en-US', 'Gatehouse');
  await translations.loadNamespaces(['users', 'session']);
  render(
    <PageConfigContext value={parsePageConfig(null)}>
      <I18nextProvider i18n={translations}>
        <Provider store={store}>
          <MemoryRouter initialEntries={[at]}>
            <Routes>
              <Route path={paths.usersList.pattern} element={<UsersListPage />} />
            </Routes>
            <Address />
          </MemoryRouter>
        </Provider>
      </I18nextProvider>
    </PageConfigContext>,
  );
  return { user: userEvent.setup(), store };
}

async function countedBy(condition: string): Promise<string> {
  const [row] = await site.database.query<{ count: string }>(
    `SELECT to_char(count(*), 'FM999,999') AS count FROM users u JOIN organisations o USING (organisation_id)
      WHERE o.name = 'Harbour Mutual' AND ${condition}`,
  );
  return row?.count ?? '';
}

test('filters show the exact numbers of the own organisation', async () => {
  await openList();
  expect(await screen.findByRole('tab', { name: `All ${await countedBy('true')}` })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: `Disabled ${await countedBy('NOT u.enabled')}` })).toBeVisible();
});

test('filters are tokens beside the search: their options have exact numbers, narrow each tab, and end together', async () => {
  const { user } = await openList({ at: '/Users/List?only=mfaMissing' });
  await user.click(await screen.findByRole('button', { name: 'Remove MFA: Missing' }));
  await addressIs('/Users/List');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }));
  const locked = (await menu.findByRole('checkbox', { name: 'Locked' })).closest('li');
  await waitFor(async () => expect(locked).toHaveTextContent(`Locked${await countedBy('u.locked_until > now()')}`));
  await user.type(menu.getByRole('searchbox', { name: 'Find a filter' }), 'no login{Enter}');
  await addressIs('/Users/List?lastLoginAt=dormant');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Find a filter' }), 'email{Enter}');
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'example{Enter}');
  await addressIs('/Users/List?lastLoginAt=dormant&email=contains:example');
  expect(screen.getByRole('button', { name: 'Email: contains “example”' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Active/ }));
  await addressIs('/Users/List/active?lastLoginAt=dormant&email=contains:example');
  const dormant = await countedBy(
    "u.enabled AND u.registered AND u.seen_at < now() - interval '90 days' AND u.email LIKE '%example%' AND (u.locked_until IS NULL OR u.locked_until <= now())",
  );
  expect(await screen.findByRole('tab', { name: `Active ${dormant}` })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await addressIs('/Users/List/active');
});

test('a row has the user name once: beneath the name, or in a column of its own', async () => {
  const { userId } = await userOf(site, 'subadmin', 'userId');
  const chosen = [
    { key: 'userName', width: 160 },
    { key: 'name', width: 210 },
  ] as const;
  const links = () => screen.findAllByRole('link', { name: 'locked_user' });
  await openList({ at: '/Users/List/all/locked_user' });
  expect(await links()).toHaveLength(1);
  cleanup();
  writeLayout(userId, { columns: chosen });
  try {
    await openList({ at: '/Users/List/all/locked_user' });
    expect(await links()).toHaveLength(1);
    // The table of the first rows has headers too, until the grid is there.
    await waitFor(() => expect(screen.getAllByRole('columnheader', { name: 'Username' })[0]).toBeVisible());
  } finally {
    writeLayout(userId, defaultLayout);
  }
});

test('a search updates the rows, the URL and the numbers', async () => {
  const { user } = await openList();
  await screen.findByRole('tab', { name: /^All \d/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'locked_user');
  expect(await screen.findByText('1 user', { selector: '[role="status"]' })).toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: 'All 1' })).toBeVisible();
  await addressIs('/Users/List/all/locked_user');
});

test('a column condition narrows the rows, their number and the numbers of the filters alike', async () => {
  await openList({ at: '/Users/List?mfa=on' });
  const [enrolled, disabled] = [await countedBy('u.mfa_enrolled'), await countedBy('u.mfa_enrolled AND NOT u.enabled')];
  expect(await screen.findByRole('tab', { name: `All ${enrolled}` })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tab', { name: `Disabled ${disabled}` })).toBeVisible();
  expect(await screen.findByText(`${enrolled} users`, { selector: '[role="status"]' })).toBeInTheDocument();
});

test('a list that ends on its first page has its length before anything is counted', async () => {
  const real = browserTransport();
  await openList({
    at: '/Users/List?status=locked',
    transport: {
      ...real,
      fetch: (url, init) => (url.includes('/Users/Counts') ? new Promise<Response>(() => undefined) : real.fetch(url, init)),
    },
  });
  const locked = await countedBy('u.locked_until > now()');
  expect(await screen.findByText(`${locked} users`, { selector: '[role="status"]' })).toBeInTheDocument();
});

test('a user who no longer matches after an act stays in place, is counted, and goes with a refresh', async () => {
  await lock(site, 'locked_user', '1 day');
  const { user } = await openList({ at: '/Users/List/all/locked_user?status=locked&user=locked_user' });
  const drawer = within(await screen.findByRole('complementary'));
  expect(await drawer.findByText(/^Can log in: no, locked until /)).toBeVisible();
  await user.click(await drawer.findByRole('button', { name: 'Unlock' }));
  expect(await drawer.findByText('Can log in: yes')).toBeVisible();
  expect(await screen.findByText('1 no longer matches')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.queryByText('1 no longer matches')).not.toBeInTheDocument());
});

test('a search that nobody matches says so, and leads on', async () => {
  const { user } = await openList({ at: '/Users/List/admin/nobody-is-called-so' });
  expect(await screen.findByRole('heading', { name: 'No user matches “nobody-is-called-so”' })).toBeVisible();
  await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Clear search' }));
  await addressIs('/Users/List/admin');
  await waitFor(() => expect(screen.getByRole('tab', { name: /^Admin [1-9]/ })).toHaveAttribute('aria-selected', 'true'));
  expect(screen.queryByRole('heading', { name: /^No user/ })).not.toBeInTheDocument();
});

test('a filter without users says so, and links back to all', async () => {
  await whileNobodyIsLocked(site, async () => {
    const { user } = await openList({ at: '/Users/List?only=locked' });
    expect(await screen.findByRole('heading', { name: 'No user matches these filters' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove all filters' }));
    await addressIs('/Users/List');
    await waitFor(() => expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true'));
  });
});

test('an unknown filter is named, with a link to all users', async () => {
  const { user } = await openList({ at: '/Users/List/nonsense/ordinary' });
  const notice = await screen.findByText('There is no filter “nonsense”. This list shows all users.');
  expect(await screen.findByRole('tab', { name: /^All 1/ })).toHaveAttribute('aria-selected', 'true');
  // It can be corrected in place.
  await addressIs('/Users/List/nonsense/ordinary');
  await user.click(screen.getByRole('link', { name: 'Show all users' }));
  await addressIs('/Users/List/all/ordinary');
  expect(notice).not.toBeInTheDocument();
});

test('a filter in another case is that filter, marked as the current one', async () => {
  await openList({ at: '/users/list/ADMIN' });
  expect(await screen.findByRole('tab', { name: /^Admin/ })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByText(/There is no filter/)).not.toBeInTheDocument();
});

test('a list that fails to load says why, and loads on retry', async () => {
  const real = browserTransport();
  let broken = true;
  const { user } = await openList({
    transport: {
      ...real,
      wait: () => Promise.resolve(),
      fetch: (url, init) =>
        broken && url.includes('/Users/Page') ? Promise.reject(new TypeError('Failed to fetch')) : real.fetch(url, init),
    },
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The users could not be loaded');
  expect(alert).toHaveTextContent('Check your connection');
  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('tab', { name: /^All [1-9]/ })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('only the newest search counts: a late response to an older one is ignored', async () => {
  const real = browserTransport();
  let answerOlder = (): void => undefined;
  const older = new Promise<void>((resolve) => {
    answerOlder = resolve;
  });
  const { user } = await openList({
    transport: {
      ...real,
      fetch: async (url, init) => {
        const reply = real.fetch(url, { ...init, signal: new AbortController().signal });
        if (url.includes('search=ordinar&')) await older;
        return reply;
      },
    },
  });
  await screen.findByRole('tab', { name: /^All \d/ });
  await user.type(screen.getByRole('searchbox'), 'ordinar');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'subadmin');
  expect(await screen.findByRole('tab', { name: 'All 1' })).toBeVisible();
  answerOlder();
  expect(await screen.findAllByText('subadmin', { selector: 'mark' })).not.toHaveLength(0);
  await addressIs('/Users/List/all/subadmin');
});

test.each([
  ['sysadmin', 1],
  ['subadmin', 0],
] as const)('%s sees the column of organisations: %i', async (as, times) => {
  await openList({ as });
  await screen.findByRole('tab', { name: /^All \d/ });
  expect(document.querySelectorAll('table [scope="col"], [role="columnheader"]').length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryAllByText('Organisation', { selector: 'span' })).toHaveLength(times));
});

test('/ focuses the search', async () => {
  const { user } = await openList();
  await screen.findByRole('tab', { name: /^All \d/ });
  await user.keyboard('/');
  expect(screen.getByRole('searchbox')).toHaveFocus();
});
