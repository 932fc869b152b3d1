/** Links that fit into the bar: the current page always, then those in front. */
import { fitting } from '@src/shell/fittingLinks.ts';

const links = ['users', 'overview', 'organisations', 'audit'].map((key) => ({ key, to: `/${key}`, label: key }));
const at = (current: string) => links.map((link) => ({ ...link, current: link.key === current ? ('page' as const) : undefined }));
/** Widths of the links, and of the button for the others. */
const widths = [100, 100, 100, 100, 50];

test.each([
  [400, 'users', ['users', 'overview', 'organisations', 'audit']],
  [399, 'users', ['users', 'overview', 'organisations']],
  [349, 'users', ['users', 'overview']],
  [399, 'audit', ['users', 'overview', 'audit']],
  [100, 'audit', ['audit']],
])('in %d pixels, on the page of %s: %j', (room, current, shown) => {
  expect([...fitting(at(current), widths, room)]).toEqual(shown);
});

test('whatever follows a link without room has none either, however short: the order stays that of the bar', () => {
  expect([...fitting(at('users'), [100, 200, 10, 10, 50], 260)]).toEqual(['users']);
});
