/** The command palette on the real server: ARIA, search results, typed commands, and disabled actions. */
import { screen, waitFor, within } from '@testing-library/react';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { selectBulk } from '@store/users/bulk/bulk.slice.ts';
import Palette from '@src/features/users/palette/Palette.tsx';
import { browserTransport } from '@api/client/browserTransport.ts';
import type { Transport } from '@api/client/transport.ts';
import { HARBOUR_TICKET } from '../../../server/demo/tickets.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openScreen } from './openScreen.tsx';
import { lock } from '../../support/changeUser.ts';
import { userOf } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

interface Opening {
  readonly as?: DemoUser;
  readonly at?: string;
  readonly transport?: Transport;
  readonly label?: string;
}

async function openPalette({
  as = 'sysadmin',
  at = '/Users/Audit',
  transport,
  label = 'People, pages and actions',
}: Opening = {}) {
  const closed = jest.fn();
  const page = await openScreen(site, () => <Palette onClose={closed} />, '*', {
    as,
    at,
    ...(transport && { transport }),
  });
  const field = await screen.findByRole('combobox', { name: label });
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '');
  return { ...page, closed, field, active };
}

test('a combobox with a grouped list: the first option is active, arrows wrap around', async () => {
  const { user, field, active } = await openPalette();
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-expanded', 'true');
  const pages = await screen.findByRole('group', { name: 'Pages' });
  const [first, second] = within(pages).getAllByRole('option');
  expect(active()).toBe(first);
  expect(first).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe(second);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe(within(pages).getAllByRole('option').at(-1));
});

test('users and pages are found by a part of their name', async () => {
  const { user, closed, active } = await openPalette();
  await user.keyboard('ordinar');
  const people = await screen.findByRole('group', { name: 'People' });
  expect(within(people).getByRole('option')).toHaveTextContent('ordinary');
  await waitFor(() => expect(screen.getByText('1 result', { selector: '[role="status"]' })).toBeInTheDocument());
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('organis');
  await waitFor(() => expect(active()).toHaveTextContent(/^Organisations/));
  await user.keyboard('{Enter}');
  expect(closed).toHaveBeenCalledTimes(1);
  await addressIs('/Organisations');
});

test('support staff find the pages they may open, and no users', async () => {
  const requestedPaths: string[] = [];
  const real = browserTransport();
  const transport: Transport = {
    ...real,
    fetch: (url, init) => {
      requestedPaths.push(url);
      return real.fetch(url, init);
    },
  };
  const { user } = await openPalette({ as: 'support_user', label: 'Pages', transport });
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(options()).toEqual([
      'Tickets',
      'Audit report',
      'Saved reports',
      'My applications',
      'Security details',
      'Contact support',
    ]),
  );
  await user.keyboard('ordinary');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  expect(requestedPaths.filter((path) => /Search|Users\/User/.test(path))).toEqual([]);
});

test('an action not allowed on a user says why, and Enter does nothing', async () => {
  const { user, closed, active } = await openPalette({ at: '/Users/List?user=sysadmin' });
  await screen.findByRole('group', { name: /^Actions for / });
  await user.keyboard('disable');
  await waitFor(() => expect(active()).toHaveTextContent("You can't do this to your own account"));
  expect(active()).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Enter}');
  expect(closed).not.toHaveBeenCalled();
});

test('a verb and a part of a name: done at once by Enter, what is allowed first, and otherwise why not', async () => {
  const { user, closed, active, store } = await openPalette({ as: 'subadmin', at: '/SecurityDetails' });
  await user.keyboard('unlock');
  const actions = () => screen.findByRole('group', { name: 'Actions' });
  expect(
    within(await actions())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Unlockand a part of a name']);
  await user.keyboard(' _user');
  await waitFor(async () => expect(within(await actions()).getAllByRole('option').length).toBeGreaterThan(2));
  const options = within(await actions()).getAllByRole('option');
  expect(options[0]).toHaveTextContent(/^Unlock .+ \(locked_user\)Harbour Mutual$/);
  expect(options[0]).toHaveAttribute('aria-disabled', 'false');
  for (const option of options.slice(1)) {
    expect(option).toHaveTextContent(/This user is not locked$/);
    expect(option).toHaveAttribute('aria-disabled', 'true');
  }
  expect(screen.queryByRole('group', { name: 'People' })).not.toBeInTheDocument();
  await waitFor(() => expect(active()).toBe(options[0]));
  await user.keyboard('{Enter}');
  expect(closed).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(selectNotices(store.getState())).toMatchObject([{ message: { phrase: 'actions:unlock.done' } }]));
  expect(await userOf(site, 'locked_user', 'lockedUntil')).toEqual({ lockedUntil: null });
});

test('Enter before the user is found waits for the only one, and asks where only a part of the name was typed', async () => {
  const { user, closed } = await openPalette();
  await user.keyboard('disable second_su{Enter}');
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(await screen.findByRole('dialog', { name: /^Disable .+\?$/ })).toHaveTextContent('second_sub');
});

test('Enter before a person or a ticket is found takes what is found for the whole text, and nothing of an earlier one', async () => {
  const { user, closed } = await openPalette();
  await user.keyboard('o');
  expect((await screen.findAllByRole('option', { name: /Organisation|@/ })).length).toBeGreaterThan(1);
  await user.keyboard('rdinary{Enter}');
  expect(await screen.findByPlaceholderText("Actions for Oliver O'Brien")).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.keyboard(`${HARBOUR_TICKET.slice(0, 6)}{Enter}`);
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  await addressIs(`/Support/Tickets?ticket=${HARBOUR_TICKET}`);
});

test('what can be undone is done at once for a user who is named, or the only one shown', async () => {
  const { user, closed, store, active } = await openPalette();
  const phrases = () => selectNotices(store.getState()).map(({ message }) => 'phrase' in message && message.phrase);
  await user.keyboard('disable second_sub{Enter}');
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(phrases()).toEqual(['actions:disable.done']));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('role ordin supp');
  await waitFor(() => expect(active()).toHaveTextContent(/^Give .+ \(ordinary\) the role Support/));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(phrases()).toEqual(['actions:disable.done', 'users:roles.done']));
  expect(await userOf(site, 'ordinary', 'roles')).toEqual({
    roles: ['Member', 'Support'],
  });
});

test('a reset, which can’t be undone, asks nothing if the user is named exactly and what it does was shown', async () => {
  const { user, closed, store, active } = await openPalette();
  const option = async () => {
    await waitFor(() => expect(active()).toHaveTextContent(/^Reset MFA of .+ \(mfa_user\)/));
    return active();
  };
  await user.keyboard('reset mfa mfa_us');
  expect(await option()).not.toHaveTextContent('cannot be undone');
  await user.keyboard('er');
  await waitFor(() => expect(active()).toHaveTextContent('all their sessions end. They set up MFA anew'));
  await user.keyboard('{Enter}');
  expect(closed).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(selectNotices(store.getState())).toMatchObject([{ message: { phrase: 'actions:resetMfa.done' } }]));
  expect(screen.queryByRole('dialog', { name: /^Reset MFA/ })).not.toBeInTheDocument();
});

test.each([
  ['only a part of the name was typed', 'reset password locked_us', 'locked_user'],
  ['Enter came before what it does was shown', 'reset password locked_user{Enter}', 'locked_user'],
  ['the user is an administrator', 'reset password subadmin', 'subadmin'],
])('a reset asks where %s', async (_why, text, userName) => {
  const { user, closed, active } = await openPalette();
  await user.keyboard(text);
  if (!text.endsWith('{Enter}')) {
    await waitFor(() => expect(active()).toHaveTextContent(`(${userName})`));
    expect(active()).not.toHaveTextContent('cannot be undone');
    await user.keyboard('{Enter}');
  }
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(await screen.findByRole('dialog', { name: /^Reset the password of .+\?$/ })).toHaveTextContent(userName);
});

test.each([
  ['at once if the typed number is right', 0, 'followed'],
  ['after the preview if the typed number is wrong', 1, 'preview'],
] as const)('all users that a search finds are disabled %s', async (_how, wrongBy, kind) => {
  await site.database.query(
    "UPDATE users SET enabled = true, first_name = 'Zebedee' WHERE user_name IN ('ordinary', 'second_sub')",
  );
  const { user, closed, active, store } = await openPalette();
  await user.keyboard(`disable ${String(2 + wrongBy)} zebedee`);
  await waitFor(() => expect(active()).toHaveTextContent('Disable 2 users'));
  await user.keyboard('{Enter}');
  expect(closed).toHaveBeenCalledTimes(1);
  await addressIs('/Users/List/all/zebedee');
  await waitFor(() => expect(selectBulk(store.getState() as never).kind).toBe(kind));
  const disabled = () =>
    site.database.row("SELECT count(*)::int AS count FROM users WHERE first_name = 'Zebedee' AND NOT enabled");
  if (kind === 'followed') await waitFor(async () => expect(await disabled()).toEqual({ count: 2 }));
  else expect(await disabled()).toEqual({ count: 0 });
});

test('users to whom a command applies are found first, however many others match', async () => {
  const [last] = await site.database.query<{ userName: string }>(
    `UPDATE users SET first_name = 'Quentina'
      WHERE user_id IN (SELECT user_id FROM users WHERE registered AND roles = '{Member}' ORDER BY user_name LIMIT 60)
      RETURNING user_name AS "userName"`,
  );
  const userName = last?.userName ?? '';
  await lock(site, userName);
  const { user } = await openPalette();
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  await user.keyboard('unlock quentina');
  await waitFor(() => expect(options().some((text) => text.includes(`(${userName})`))).toBe(true));
  expect(options()).toHaveLength(8);
});

test('an administrative role is asked for, and one that the user has is not offered', async () => {
  const { user, active } = await openPalette();
  await user.keyboard('role locked_user');
  await waitFor(() => expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Support'));
  await user.keyboard(' member');
  await waitFor(() => expect(active()).toHaveTextContent(/Has this role already$/));
  await user.clear(screen.getByRole('combobox'));
  await user.keyboard('role locked_user SubscriberAdministration{Enter}');
  expect(await screen.findByRole('dialog', { name: /^Change the roles of .+\?$/ })).toHaveTextContent('locked_user');
});

test('a failed search says so, and pages are still listed', async () => {
  const real = browserTransport();
  await openPalette({
    transport: {
      ...real,
      wait: () => Promise.resolve(),
      fetch: (url, init) =>
        url.includes('/Users/Search') ? Promise.reject(new TypeError('Failed to fetch')) : real.fetch(url, init),
    },
  }).then(({ user }) => user.keyboard('audit'));
  expect(await screen.findByText('The users could not be loaded')).toHaveAttribute('role', 'alert');
  expect(screen.getByRole('option', { name: 'Audit report' })).toBeVisible();
});

test('while the users whom an act fits are not found it is offered for nobody, until they are asked for again', async () => {
  const real = browserTransport();
  let isDown = true;
  const { user } = await openPalette({
    transport: {
      ...real,
      wait: () => Promise.resolve(),
      fetch: (url, init) =>
        isDown && url.includes('/Users/Page') ? Promise.reject(new TypeError('Failed to fetch')) : real.fetch(url, init),
    },
  });
  await user.keyboard('unlock quentina');
  expect(await screen.findByText('The users could not be loaded')).toBeVisible();
  expect(screen.queryByRole('option', { name: /Unlock/ })).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('The users could not be loaded')).toBeNull());
});
