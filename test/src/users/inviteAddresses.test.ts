/** Parsing a list of email addresses: errors of each, and names guessed from them. */
import { addressesIn, namesIn } from '@src/features/users/invite/addresses.ts';
import { correctionsOf, type InviteValues, peopleOf } from '@src/features/users/invite/inviteValues.ts';

const values: InviteValues = {
  emails: 'ada@example.com',
  firstName: ' Ada ',
  lastName: 'Byron',
  title: '',
  roles: ['Member'],
  organisationPublicId: 'here',
  message: '',
};
const kinds = (list: string) => addressesIn(list).map(({ email, fault }) => [email, fault ?? 'good']);

test.each([
  ['one', 'ada@example.com', [['ada@example.com', 'good']]],
  [
    'semicolons and commas, with spaces',
    ' a@b.co ; c@d.co,e@f.co ',
    [
      ['a@b.co', 'good'],
      ['c@d.co', 'good'],
      ['e@f.co', 'good'],
    ],
  ],
  [
    'a column of a spreadsheet',
    'a@b.co\r\nc@d.co\n',
    [
      ['a@b.co', 'good'],
      ['c@d.co', 'good'],
    ],
  ],
  ['nothing between separators', ';,; ;', []],
  [
    'something else among them',
    'a@b.co; nobody; c@d',
    [
      ['a@b.co', 'good'],
      ['nobody', 'bad'],
      ['c@d', 'bad'],
    ],
  ],
  [
    'one twice, whatever its case',
    'Ada@b.co; ada@B.CO',
    [
      ['Ada@b.co', 'good'],
      ['ada@B.CO', 'repeated'],
    ],
  ],
  [
    'as mail programs copy them',
    '"Ada Byron" <a@b.co>; <c@d.co>',
    [
      ['a@b.co', 'good'],
      ['c@d.co', 'good'],
    ],
  ],
] as const)('%s', (_what, list, expected) => {
  expect(kinds(list)).toEqual(expected);
});

test.each([
  ['ada.byron@example.com', 'Ada', 'Byron'],
  ['ada_king-noel@example.com', 'Ada', 'King-noel'],
  ['ada.augusta.byron+post@example.com', 'Ada', 'Augusta Byron'],
  ["maeve.o'neil@example.com", 'Maeve', "O'neil"],
  ['info@example.com', 'Info', ''],
  ['Ada Byron <x1@example.com>', 'Ada', 'Byron'],
  ['=@example.com', '', ''],
])('%s is %s %s', (text, firstName, lastName) => {
  const [address] = addressesIn(text);
  expect(address && namesIn(address)).toEqual({ firstName, lastName });
});

test('one user gets the names typed; several get names guessed from their addresses, or a placeholder', () => {
  expect(peopleOf(values)).toEqual([{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' }]);
  expect(peopleOf({ ...values, emails: 'ada.byron@example.com; ada.byron@example.com; bob@example.com' })).toEqual([
    { email: 'ada.byron@example.com', firstName: 'Ada', lastName: 'Byron' },
    { email: 'bob@example.com', firstName: 'Bob', lastName: '-' },
  ]);
});

test('only changed fields are corrected', () => {
  const before = { ...values, firstName: 'Ada' };
  expect(correctionsOf(before, { ...before, roles: ['Member'] })).toEqual({ details: {} });
  expect(correctionsOf({ ...before, title: 'Countess' }, { ...before, title: ' ', emails: 'lovelace@example.com' })).toEqual({
    details: { title: null, email: 'lovelace@example.com' },
  });
  expect(correctionsOf(before, { ...before, roles: ['Support', 'Member'] })).toEqual({
    details: {},
    roles: ['Support', 'Member'],
  });
});
