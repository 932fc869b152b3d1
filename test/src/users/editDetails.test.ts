/** Three-way comparison of a user's details: as read, as edited here, as changed elsewhere. */
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

test('surrounding spaces are trimmed, and a cleared field is empty', () => {
  const { title: _title, ...rest } = read;
  expect(trimDetails({ ...rest, firstName: '  Ann\t' })).toEqual({ ...read, title: '' });
});

test('only changed fields are sent; a cleared title is null', () => {
  expect(differing(read, { ...read, lastName: 'Oak' })).toEqual(['lastName']);
  expect(patchOf(read, { ...read, lastName: 'Oak', title: '' })).toEqual({ lastName: 'Oak', title: null });
});

test.each([
  ['nothing was changed elsewhere', {}, { lastName: 'Oak' }, []],
  ['another field was changed', { email: 'new@example.com' }, { lastName: 'Oak' }, ['email']],
  ['the same field was changed to the same', { lastName: 'Oak' }, { lastName: 'Oak' }, []],
  ['the same field was changed to something else', { lastName: 'Elm' }, { lastName: 'Oak' }, ['lastName']],
] as const)('conflicting fields when %s', (_case, theirs, mine, fields) => {
  expect(conflictingFields(read, { ...read, ...mine }, { ...read, ...theirs })).toEqual(fields);
});

test('the only side that changed a field is preselected; if both did, neither is', () => {
  const mine = { ...read, lastName: 'Oak', title: 'Head' };
  const theirs = { ...read, email: 'new@example.com', title: 'Chief' };
  expect(presumedSide('lastName', read, mine, theirs)).toBe('mine');
  expect(presumedSide('email', read, mine, theirs)).toBe('theirs');
  expect(presumedSide('title', read, mine, theirs)).toBeUndefined();
});
