/** Lists of people as programs copy them: each address is found, with the words beside it as its name. */
import { addressesIn, namesIn } from '@src/features/users/invite/addresses.ts';

/** `first last <address>`, and `!` before what is no address. */
const read = (list: string): string[] =>
  addressesIn(list).map((address) => {
    const { firstName, lastName } = namesIn(address);
    if (address.fault) return `${address.fault === 'bad' ? '!' : '='}${address.text}`;
    return address.name === '' ? address.email : `${firstName}|${lastName} <${address.email}>`;
  });

test.each([
  [
    'Outlook’s address book',
    'Sato, Jane <j@x.example>; Lee, Kim <k@x.example>',
    ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>'],
  ],
  [
    'quoted names with commas',
    '"Sato, Jane" <j@x.example>, "Lee, Kim" <k@x.example>',
    ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>'],
  ],
  ['a link of a page', 'mailto:j@x.example', ['j@x.example']],
  ['square brackets', 'Jane Sato [mailto:j@x.example]', ['Jane|Sato <j@x.example>']],
  ['round brackets', '(j@x.example)', ['j@x.example']],
  ['the full stop of a sentence', 'j@x.example.', ['j@x.example']],
  ['rows of Excel', 'Jane\tSato\tj@x.example\r\nKim\tLee\tk@x.example\r\n', ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>']],
  // Of our own:
  [
    'an address in brackets, and a bare link after it',
    '"Lee, Kim" <k@x.example>, mailto:l@x.example.',
    ['Kim|Lee <k@x.example>', 'l@x.example'],
  ],
  ['rows of Excel with the address first and a number', '17\tj@x.example\tJane\tSato\tHarbour', ['Jane|Sato <j@x.example>']],
  [
    'rows of Excel with a heading and an empty row',
    'Name\tEmail\n\nJane Sato\tj@x.example',
    ['!Name Email', 'Jane|Sato <j@x.example>'],
  ],
  ['a row of addresses', 'j@x.example\tk@x.example', ['j@x.example', 'k@x.example']],
  ['a comma-separated file', 'Jane,Sato,j@x.example\nKim,Lee,k@x.example', ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>']],
  ['a quoted comma-separated file', '"Jane","Sato","j@x.example"', ['Jane|Sato <j@x.example>']],
  ['a link with a subject', '<mailto:j@x.example?subject=Hello>', ['j@x.example']],
  ['a note after the name', 'Sato, Jane (Finance) <j@x.example>', ['Jane|Sato <j@x.example>']],
  [
    'the name in brackets after the address',
    'j@x.example (Jane Sato), k@x.example (Kim Lee)',
    ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>'],
  ],
  [
    'a header of a mail',
    'To: Jane Sato <j@x.example>, Kim Lee <k@x.example>',
    ['Jane|Sato <j@x.example>', 'Kim|Lee <k@x.example>'],
  ],
  ['quotation marks round addresses', "'j@x.example'; 'k@x.example'", ['j@x.example', 'k@x.example']],
  ['spaces between addresses', 'j@x.example k@x.example', ['j@x.example', 'k@x.example']],
  ['no bracket at all', 'Jane Sato j@x.example', ['Jane|Sato <j@x.example>']],
  [
    'apostrophes and several words',
    "O'Neil, Maeve <m@x.example>; van der Berg, Jan <b@x.example>",
    ["Maeve|O'Neil <m@x.example>", 'Jan|van der Berg <b@x.example>'],
  ],
  ['a semicolon in a quoted name', '"Doe; Joe" <d@x.example>; k@x.example', ['d@x.example', 'k@x.example']],
  [
    'separators of other scripts',
    '佐藤 <j@x.example>；k@x.example、l@x.example',
    ['佐藤| <j@x.example>', 'k@x.example', 'l@x.example'],
  ],
  [
    'a list in a sentence',
    'Please invite j@x.example, k@x.example and l@x.example.',
    ['Please|invite <j@x.example>', 'k@x.example', 'and| <l@x.example>'],
  ],
  ['a mistyped address among others', 'j@x.example, k.x.example, l@x', ['j@x.example', '!k.x.example', '!l@x']],
  ['two at signs', 'a@b@c.example', ['!a@b@c.example']],
  ['an address twice', 'Jane <j@x.example>; J@X.example', ['Jane| <j@x.example>', '=J@X.example']],
  ['an unclosed quotation mark', '"Sato, Jane <j@x.example>', ['Jane|Sato <j@x.example>']],
] as const)('%s', (_what, list, expected) => {
  expect(read(list)).toEqual(expected);
});

test('what the list shows is read again as the same', () => {
  const shown = addressesIn('Sato, Jane <j@x.example>; "Lee, Kim" <k@x.example>, nobody; mailto:l@x.example.');
  expect(addressesIn(shown.map(({ text }) => text).join('\n'))).toEqual(shown);
});

test('a long paste is read at once', () => {
  const rows = Array.from({ length: 5000 }, (_, row) => `Sato, Jane <j${String(row)}@x.example>`);
  const before = process.cpuUsage();
  expect(addressesIn(rows.join('; '))).toHaveLength(5000);
  expect(addressesIn('a'.repeat(200_000)).length).toBe(1);
  expect(addressesIn('"'.repeat(20_000)).length).toBeLessThan(2);
  expect(addressesIn('('.repeat(20_000)).length).toBeLessThan(2);
  // Of processor time: a pattern that backtracks would take minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});
