/** How three versions of somebody's details compare. */
import {
  type Details,
  differing,
  conflictingFields,
  patchOf,
  presumedSide,
  trimDetails,
} from '@src/features/users/edit/details.ts';

const read: Details = {
  firstName: 'Ann',
  lastName: 'Ash',
  title: 'Clerk',
  email: 'ann@example.com',
  organisationPublicId: 'one',
};

test('what was typed loses the spaces around it, and an emptied field is empty', () => {
  const { title: _title, ...rest } = read;
  expect(trimDetails({ ...rest, firstName: '  Ann\t' })).toEqual({ ...read, title: '' });
});

test('only what differs is sent; an emptied title is none', () => {
  expect(differing(read, { ...read, lastName: 'Oak' })).toEqual(['lastName']);
  expect(patchOf(read, { ...read, lastName: 'Oak', title: '' })).toEqual({ lastName: 'Oak', title: null });
});

test.each([
  ['nobody else has changed anything', {}, { lastName: 'Oak' }, []],
  ['another field was changed', { email: 'new@example.com' }, { lastName: 'Oak' }, ['email']],
  ['the same field was changed to the same', { lastName: 'Oak' }, { lastName: 'Oak' }, []],
  ['the same field was changed to something else', { lastName: 'Elm' }, { lastName: 'Oak' }, ['lastName']],
] as const)('where %s, this is disputed', (_case, theirs, mine, fields) => {
  expect(conflictingFields(read, { ...read, ...mine }, { ...read, ...theirs })).toEqual(fields);
});

test('whoever alone has changed a field is presumed right; where both have, nobody is', () => {
  const mine = { ...read, lastName: 'Oak', title: 'Head' };
  const theirs = { ...read, email: 'new@example.com', title: 'Chief' };
  expect(presumedSide('lastName', read, mine, theirs)).toBe('mine');
  expect(presumedSide('email', read, mine, theirs)).toBe('theirs');
  expect(presumedSide('title', read, mine, theirs)).toBeUndefined();
});
