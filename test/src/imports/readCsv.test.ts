/**
 * Reading CSV files from various programs, and errors for invalid files.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { guessColumns, rememberColumns } from '@src/features/imports/list/columns.ts';
import { readCsv } from '@src/features/imports/list/readCsv.ts';

const file = (content: BlobPart, name = 'people.csv') => new File([content], name);
const read = (content: BlobPart) => readCsv(file(content));
const bytes = (text: string, encoding: 'latin1' | 'utf16le') => new Uint8Array(Buffer.from(text, encoding));

const swapped = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

test.each([
  ['UTF-8', 'user,name\nanna,Åström\n', 'utf-8'],
  ['UTF-8 with a byte order mark', '\uFEFFuser,name\r\nanna,Åström', 'utf-8'],
  ['Windows-1252, with semicolons', bytes('user;name\r\nanna;Åström\r\n', 'latin1'), 'windows-1252'],
  [
    'UTF-16, with tabs, as spreadsheets save "Unicode text"',
    bytes('\uFEFFuser\tname\r\nanna\tÅström\r\n', 'utf16le'),
    'utf-16le',
  ],
  ['UTF-16 with the other order of bytes', swapped('\uFEFFuser\tname\r\nanna\tÅström\r\n'), 'utf-16be'],
  ['UTF-16 without a byte order mark', bytes('user;name\r\nanna;Åström\r\n', 'utf16le'), 'utf-16le'],
  ['UTF-16 BE without a byte order mark', swapped('user;name\r\nanna;Åström\r\n'), 'utf-16be'],
])('%s', async (_name, content, encoding) => {
  expect(await read(content)).toEqual({
    name: 'people.csv',
    encoding,
    heads: ['user', 'name'],
    rows: [{ line: 2, cells: ['anna', 'Åström'] }],
  });
});

test('a byte order mark tells the encoding even if a character is broken', async () => {
  const content = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('user,name\nanna,Å'), 0xc5]);
  expect(await read(content)).toMatchObject({
    encoding: 'utf-8',
    heads: ['user', 'name'],
    rows: [{ cells: ['anna', 'Å\uFFFD'] }],
  });
});

test('a head of any length is kept by its first hundred characters, and is the same column the next time', async () => {
  const long = '🙂'.repeat(5000);
  const found = await read(`user,${long}\nanna,A`);
  if (!('rows' in found)) throw new Error(`It was refused: ${found.kind}`);
  expect(found.heads).toEqual(['user', `${'🙂'.repeat(100)}…`]);
  rememberColumns(found.heads, { ...guessColumns(found.heads), email: 1 }, 'CSV');
  expect(Object.values(localStorage).join('').length).toBeLessThan(1000);
  expect(guessColumns(found.heads).email).toBe(1);
});

test('line numbers match a text editor’s, across blank lines and line breaks in quotes', async () => {
  const found = await read('\n"user","name"\r\n"anna","two\r\nlines, ""quoted"""\r\n\r\nbela,plain\r\n');
  if (!('rows' in found)) throw new Error(`It was refused: ${found.kind}`);
  expect(found.rows).toEqual([
    { line: 3, cells: ['anna', 'two\nlines, "quoted"'] },
    { line: 6, cells: ['bela', 'plain'] },
  ]);
});

test.each([
  ['a semicolon', 'sep=;\r\nuser;name\r\nanna;"A, B"\r\n', 'A, B'],
  ['a comma, with semicolons in the heads', 'sep=,\nuser,name;given;family\nanna,A\n', 'A'],
  ['a tab', 'SEP=\t\r\nuser\tname\r\nanna\tA;B\r\n', 'A;B'],
  ['a bar, in quotation marks', '"sep=|"\nuser|name\nanna|A\n', 'A'],
  ['a semicolon, after a byte order mark', '\uFEFFsep=;\nuser;name\nanna;A\n', 'A'],
])('the separator is taken from the first line, which counts as a line: %s', async (_name, content, name) => {
  expect(await read(content)).toMatchObject({ rows: [{ line: 3, cells: ['anna', name] }] });
});

test.each([
  ['windows-1250', [0x8a, 0x6b, 0x6f, 0x64, 0x61], 'Škoda'],
  ['windows-1251', [0xcf, 0xf3, 0xf8, 0xea, 0xe8, 0xed], 'Пушкин'],
  ['windows-1254', [0xde, 0x61, 0x68, 0x69, 0x6e], 'Şahin'],
  ['macintosh', [0x8c, 0x6c, 0x73], 'åls'],
  ['windows-1252', [0xc5, 0x73], 'Ås'],
] as const)('is read in the chosen encoding: %s', async (encoding, name, expected) => {
  const content = new Uint8Array([...Buffer.from('user;name\nanna;'), ...name]);
  expect(await readCsv(file(content), encoding)).toMatchObject({ encoding, rows: [{ cells: ['anna', expected] }] });
});

test('empty cells after the last column are ignored', async () => {
  expect(await read('user;name;;\nanna;Åström;;\n')).toMatchObject({ heads: ['user', 'name'] });
});

test('as many columns as can be chosen from are read, and empty ones after them', async () => {
  const found = await read(`${'a;'.repeat(200)}${';'.repeat(16_000)}\n${'b;'.repeat(200)}${';'.repeat(16_000)}\n`);
  expect(found).toMatchObject({ heads: { length: 200 }, rows: [{ line: 2 }] });
});

test.each([
  ['nothing', '', { kind: 'empty' }],
  ['only blank lines', '\r\n  \r\n', { kind: 'empty' }],
  ['heads alone', 'user,name\n', { kind: 'headsOnly' }],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8, 0]), { kind: 'notText' }],
  ['too few values', 'user,name\nanna,A\nbela\n', { kind: 'ragged', line: 3, cells: 1, heads: 2 }],
  ['too many values', 'user,name\nanna,A,what\n', { kind: 'ragged', line: 2, cells: 3, heads: 2 }],
  [
    'more columns than can be chosen from',
    `${'a,'.repeat(1_000_000)}a\n${'b,'.repeat(1_000_000)}b\n`,
    { kind: 'tooManyColumns', count: 1_000_001, most: 200 },
  ],
  ['one column too many', `${'a;'.repeat(200)}a\n`, { kind: 'tooManyColumns', count: 201, most: 200 }],
  ['an unclosed quotation mark', 'user,name\nanna,A\nbela,"B\ncarl,C\n', { kind: 'quote', line: 3 }],
  ['more rows than the server accepts', `user,name\n${'a,b\n'.repeat(50_001)}`, { kind: 'tooMany', count: 50_001 }],
])('is refused: %s', async (_name, content, refusal) => {
  expect(await read(content)).toEqual(refusal);
});

test('a file larger than the server’s limit is refused before it is read', async () => {
  const large = file('');
  Object.defineProperty(large, 'size', { value: 33 * 1024 * 1024 });
  expect(await readCsv(large)).toEqual({ kind: 'tooBig' });
});

describe('columns', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  test.each([
    [['User name', 'E-mail', 'First name', 'Surname', 'Job title', 'Organization', 'Roles', 'Active', 'Employee number']],
    [['Benutzername', 'E-Mail-Adresse', 'Vorname', 'Nachname', 'Titel', 'Firma', 'Rollen', 'Aktiv', 'Personalnummer']],
    [['userName', 'email', 'firstName', 'lastName', 'title', 'organisationPublicId', 'roles', 'enabled', 'externalId']],
  ])('%s are recognised', (heads) => {
    expect(Object.values(guessColumns(heads))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('no column is mapped twice, and missing columns stay unmapped', () => {
    const found = guessColumns(['Name', 'ID', 'Ort']);
    expect(found).toMatchObject({ lastName: 0, externalId: 1, userName: -1, title: -1 });
  });

  test.each([
    ['an override of direction', '\u202Eemail'],
    ['marks of direction', '\u200Femail\u200E'],
    ['isolates', '\u2068email\u2069'],
    ['a zero-width space', 'e\u200Bmail'],
    ['a soft hyphen', 'e\u00ADmail'],
    ['a letter of another alphabet', '\u0435email'],
    ['other signs', 'email*'],
  ])('a head with %s is taken only if none without it fits', (_name, odd) => {
    expect(guessColumns([odd, 'Name', 'email'])).toMatchObject({ email: 2, lastName: 1 });
    expect(guessColumns([odd, 'Name'])).toMatchObject({ email: 0, lastName: 1 });
  });

  test('an earlier mapping of the same headers takes precedence over guessing', () => {
    const heads = ['Kennziffer', 'Name', 'Email', 'Private email'];
    const chosen = { ...guessColumns(heads), userName: 0, email: 3 };
    rememberColumns(heads, chosen, 'hr');
    expect(guessColumns(['Private email', ...heads.slice(0, 3)])).toMatchObject({ userName: 1, email: 0, lastName: 2 });
  });

  test.each(['nonsense', '[]', 'null', '{"email": 5}'])('a stored mapping of %s is ignored', (memory) => {
    localStorage.setItem('importColumns', memory);
    expect(guessColumns(['Email'])).toMatchObject({ email: 0 });
  });
});
