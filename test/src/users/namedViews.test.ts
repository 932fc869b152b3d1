/**
 * Saved views: stored in this browser per user, without personal data.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { allUsersView, type UsersView } from '@src/features/users/view/usersView.ts';
import { removeView, saveView, readViews } from '@src/features/users/tools/namedViewStorage.ts';

const ANNA = '694fd6cd-4de9-43a9-9b34-623fb3e153a9';
const BEN = '0f0e0d0c-4de9-43a9-9b34-623fb3e153a9';
const locked: UsersView = { ...allUsersView, filter: 'locked', sort: [{ column: 'email', descending: true }] };

afterEach(() => {
  localStorage.clear();
});

test('a view is restored by its name, for the user who saved it', () => {
  saveView(ANNA, ' Locked ', locked);
  expect(readViews(ANNA)).toEqual([{ name: 'Locked', address: '/Users/List?only=locked&sort=-email' }]);
  expect(readViews(BEN)).toEqual([]);
});

test('saving under an existing name replaces the view, and a removed view is gone', () => {
  saveView(ANNA, 'Mine', locked);
  saveView(ANNA, 'Mine', allUsersView);
  expect(readViews(ANNA)).toEqual([{ name: 'Mine', address: '/Users/List' }]);
  removeView(ANNA, 'Mine');
  expect(localStorage).toHaveLength(0);
});

test('the search and typed conditions are not stored: they may contain personal data', () => {
  saveView(ANNA, 'Mine', {
    ...locked,
    search: 'paul person',
    where: [
      { field: 'email', op: 'contains', value: 'paul@' },
      { field: 'mfa', op: 'in', value: ['off'] },
    ],
  });
  expect(readViews(ANNA)[0]?.address).toBe('/Users/List?only=locked&sort=-email&mfa=off');
  expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/paul/i);
});

test('stored URLs of other pages are ignored', () => {
  saveView(ANNA, 'Mine', locked);
  const key = localStorage.key(0) ?? '';
  localStorage.setItem(key, '[{"name":"Evil","address":"https://evil.example/"},{"name":"Odd"},null]');
  expect(readViews(ANNA)).toEqual([]);
});
