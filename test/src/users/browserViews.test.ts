/**
 * Views of former versions in the browser: they are read for their user, and removed one by one.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { forgetBrowserView, readBrowserViews, viewIn } from '@src/features/users/tools/browserViews.ts';
import { memoryKey } from '@src/features/users/list/memoryKey.ts';

const ANNA = '694fd6cd-4de9-43a9-9b34-623fb3e153a9';
const BEN = '0f0e0d0c-4de9-43a9-9b34-623fb3e153a9';
const locked = { name: 'Locked', address: '/Users/List?only=locked&sort=-email' };
const disabled = { name: 'Disabled', address: '/Users/List/disabled?mfa=off' };

const keep = (views: unknown) => localStorage.setItem(memoryKey('users.views', ANNA), JSON.stringify(views));

afterEach(() => {
  localStorage.clear();
});

test('they are those of the user, and each goes by its name', () => {
  keep([locked, disabled]);
  expect(readBrowserViews(ANNA)).toEqual([locked, disabled]);
  expect(readBrowserViews(BEN)).toEqual([]);
  forgetBrowserView(ANNA, 'Locked');
  expect(readBrowserViews(ANNA)).toEqual([disabled]);
  forgetBrowserView(ANNA, 'Disabled');
  expect(localStorage).toHaveLength(0);
});

test('their addresses are read as the list reads them', () => {
  expect(viewIn(locked)).toEqual({
    filter: 'all',
    search: '',
    sort: [{ column: 'email', descending: true }],
    where: [{ field: 'status', op: 'in', value: ['locked'] }],
  });
  expect(viewIn(disabled)).toMatchObject({ filter: 'disabled', where: [{ field: 'mfa', op: 'in', value: ['off'] }] });
});

test('stored addresses of other pages are ignored', () => {
  keep([{ name: 'Evil', address: 'https://evil.example/' }, { name: 'Odd' }, null]);
  expect(readBrowserViews(ANNA)).toEqual([]);
});
