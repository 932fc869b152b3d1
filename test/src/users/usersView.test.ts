/** The users list's filter, search, conditions and sort order as a URL, and back. */
import type { UserCondition } from '@api/contract/users.conditions.ts';
import {
  addressOf,
  allUsersView,
  normaliseSearch,
  nextSort,
  readUnknownFilter,
  readView,
  sortOf,
  type UsersView,
} from '@src/features/users/view/usersView.ts';
import { matchRoutes } from 'react-router';
import { paths } from '@src/paths.ts';

/** Matches a path as the router does. */
function matched(address: string) {
  const url = new URL(address, 'https://gatehouse.example');
  const [match] = matchRoutes([{ path: paths.usersList.pattern }], url.pathname) ?? [];
  if (!match) throw new Error(`${address} is no address of the list`);
  return [match.params, url.searchParams] as const;
}

const opened = (address: string): UsersView => readView(...matched(address));

const conditions: readonly UserCondition[] = [
  { field: 'status', op: 'in', value: ['disabled', 'locked'] },
  { field: 'email', op: 'contains', value: 'a,b:c&d' },
  { field: 'lastLoginAt', op: 'after', value: '2026-01-31T00:00:00.000Z' },
  { field: 'lastLoginAt', op: 'before', value: '2026-06-30T00:00:00.000Z' },
  { field: 'roles', op: 'in', value: ['Member'] },
];

test.each([
  ['all users', allUsersView, '/Users/List'],
  ['SPEC’s filter in the path', { ...allUsersView, filter: 'loggedIn' }, '/Users/List/loggedIn'],
  ['filter and search in the path', { ...allUsersView, filter: 'admin', search: 'anna b' }, '/Users/List/admin/anna%20b'],
  ['a search among all', { ...allUsersView, search: 'müller' }, '/Users/List/all/m%C3%BCller'],
  [
    'a filter beside a tab',
    { ...allUsersView, filter: 'admin', where: conditions.slice(0, 1) },
    '/Users/List/admin?status=disabled%2Clocked',
  ],
  ['an order', { ...allUsersView, sort: [{ column: 'lastLoginAt', descending: true }] }, '/Users/List?sort=-lastLoginAt'],
] as const)('%s', (_what, view, address) => {
  expect(addressOf(view)).toBe(address);
  expect(opened(address)).toEqual(view);
});

test.each(['admin', 'active', 'disabled', 'loggedIn'] as const)('SPEC’s filter %s is in the path', (filter) => {
  expect(opened(`/Users/List/${filter}`).filter).toBe(filter);
  expect(addressOf({ ...allUsersView, filter })).toBe(`/Users/List/${filter}`);
});

test.each(['a/b', '..', '.', '50%', 'anna@example.com', '#1', '?', '%2F', 'ß ő', '"<x>"'])(
  'a search for %s survives the address',
  (search) => {
    expect(opened(addressOf({ ...allUsersView, search })).search).toBe(search);
  },
);

test('conditions survive the address, several on one field too', () => {
  const view = { ...allUsersView, filter: 'active', where: conditions } as const;
  expect(opened(addressOf(view))).toEqual(view);
});

test.each([
  '/Users/List/everyone',
  '/Users/List?only=nobody',
  '/Users/List?sort=passwordHash',
  '/Users/List?status=asleep&email=like:x&lastLoginAt=before:yesterday&organisation=1',
])('unknown parts of %s are ignored', (address) => {
  expect(opened(address)).toEqual(allUsersView);
});

test.each([
  ['/Users/List/everyone', 'everyone'],
  ['/Users/List/nonsense/smith', 'nonsense'],
  ['/Users/List/admin?only=nobody', 'nobody'],
  ['/Users/List', undefined],
  ['/Users/List/all/smith', undefined],
  ['/Users/List/LOGGEDIN', undefined],
  ['/Users/List?only=locked', undefined],
])('%s has an unknown filter: %s', (address, word) => {
  expect(readUnknownFilter(...matched(address))).toBe(word);
});

test.each([
  ['/users/list/Admin', 'admin'],
  ['/users/list/loggedin', 'loggedIn'],
  ['/Users/List?only=ADMIN', 'admin'],
] as const)('%s is the filter %s, in any case and position', (address, filter) => {
  expect(opened(address).filter).toBe(filter);
});

test.each([
  ['/Users/List/locked', '/Users/List?status=locked'],
  ['/Users/List?only=INVITED', '/Users/List?status=invited'],
  ['/Users/List?only=inviteExpired', '/Users/List?status=inviteExpired'],
  ['/Users/List/all/smith?only=mfaMissing&sort=-email', '/Users/List/all/smith?sort=-email&mfa=missing'],
  ['/Users/List?only=dormant&email=contains%3Asmith', '/Users/List?lastLoginAt=dormant&email=contains%3Asmith'],
])('an address of former filters goes on working: %s', (former, address) => {
  expect(addressOf(opened(former))).toBe(address);
});

test('a duplicate sort column is ignored', () => {
  expect(opened('/Users/List?sort=name,-name').sort).toEqual([{ column: 'name', descending: false }]);
});

test('whitespace in a search is normalised', () => {
  expect(normaliseSearch('  anna   maria ')).toBe('anna maria');
});

describe('clicking a column header', () => {
  const press = (sort: UsersView['sort'], ...columns: Parameters<typeof nextSort>[1][]) =>
    columns.reduce((sorted, column) => nextSort(sorted, column, false), sort);

  test('sorts ascending, descending, not at all', () => {
    expect(press([], 'email')).toEqual([{ column: 'email', descending: false }]);
    expect(press([], 'email', 'email')).toEqual([{ column: 'email', descending: true }]);
    expect(press([], 'email', 'email', 'email')).toEqual([]);
  });

  test('starts with the newest for a time column', () => {
    expect(press([], 'lastLoginAt')).toEqual([{ column: 'lastLoginAt', descending: true }]);
  });

  test('reverses the order of the user name, the default sort column', () => {
    expect(sortOf([], 'userName')).toEqual({ descending: false, rank: undefined });
    expect(press([], 'userName')).toEqual([{ column: 'userName', descending: true }]);
  });

  test('replaces the other sort columns, or with Shift is added to them', () => {
    const byStatus = press([], 'status');
    expect(press(byStatus, 'email')).toEqual([{ column: 'email', descending: false }]);
    const both = nextSort(byStatus, 'email', true);
    expect(both.map(({ column }) => column)).toEqual(['status', 'email']);
    expect([sortOf(both, 'status')?.rank, sortOf(both, 'email')?.rank]).toEqual([1, 2]);
    expect(nextSort(both, 'status', true)).toEqual([
      { column: 'status', descending: true },
      { column: 'email', descending: false },
    ]);
  });
});
