import { keyName } from '../../../api/contract/rules/keyName.ts';
import { personName } from '../../../api/contract/rules/personName.ts';
import { portfolioName } from '../../../api/contract/rules/portfolioName.ts';
import { title } from '../../../api/contract/rules/title.ts';
import { newUserNameRules, userName } from '../../../api/contract/rules/userName.ts';
import { broken } from '../../../api/contract/rules/rule.ts';
import { messages } from './message.ts';

describe('a user name', () => {
  test.each(['abcdef', 'abc_12', '_____a', '12345a', 'A23456', 'sysadmin', 'mfa_user'])('may be %s', (name) => {
    expect(userName.holds(name)).toBe(true);
  });

  test.each([
    '',
    'abcde',
    '123456',
    '______',
    '123_45',
    'abc-def',
    'abc.def',
    'abc def',
    'müller',
    'abcdefé',
    'abcdef\n',
    'а́bcdefg',
    '１２３４５a',
  ])('may not be %j', (name) => {
    expect(userName.holds(name)).toBe(false);
  });

  test('has an upper bound if one is given', () => {
    expect(broken(newUserNameRules, 'a'.repeat(100))).toBeUndefined();
    expect(broken(newUserNameRules, 'a'.repeat(101))?.code).toBe('maxLength');
    expect(broken(newUserNameRules, 'a'.repeat(5))?.code).toBe('userName');
  });

  test('has the prescribed message', () => {
    expect(messages(userName)).toEqual([
      "The username must contain at least 6 characters (letters, numbers and '_' are allowed with at least one letter).",
      'Der Benutzername muss mindestens 6 Zeichen enthalten (Buchstaben, Ziffern und „_“ sind erlaubt, mindestens ein Buchstabe ist erforderlich).',
    ]);
  });
});

const validNames = [
  'A',
  'Nguyễn',
  'Nguyễn'.normalize('NFD'),
  '王',
  "O'Brien",
  'O’Brien',
  'ʻAkahi',
  'Jean-Luc',
  'J. R. R.',
  'Łukasz',
  'Ærøskøbing',
  'İbrahim',
  'محمد',
  'علی\u200Cرضا',
  'ශ්\u200Dරී',
  'प्रिया',
  'Юлия',
  'Ελένη',
  'Louis 14',
  'Gal·la',
  '-',
];
const invalidNames = [
  '',
  ' ',
  'a_b',
  'a@b',
  'a/b',
  'a,b',
  '<b>',
  'a\tb',
  'a\nb',
  'a\0b',
  '🙂',
  '\u200D',
  'a\u200D',
  '\u200Da',
  'a\u200D\u200Db',
  'a\u202Eb',
  '\uD800',
];

describe('a person’s name', () => {
  test.each(validNames)('may be %s', (name) => {
    expect(personName.holds(name)).toBe(true);
  });

  test.each(invalidNames)('may not be %j', (name) => {
    expect(personName.holds(name)).toBe(false);
  });

  test('has 1 to 100 characters', () => {
    expect(['', 'ễ', 'ễ'.repeat(100), 'ễ'.repeat(101)].map((name) => personName.holds(name))).toEqual([false, true, true, false]);
  });

  test('has the prescribed message', () => {
    expect(messages(personName)).toEqual(['Please enter a valid name.', 'Bitte geben Sie einen gültigen Namen ein.']);
  });
});

describe('the name of an organisation, also called a portfolio', () => {
  test.each([
    ...validNames,
    'Müller & Söhne <GmbH> "Nord"',
    '株式会社',
    'CI / build #7',
    "Robert'); --",
    'HM-2026-1144',
    'T_1@x',
  ])('may be %s', (name) => {
    expect(portfolioName.holds(name)).toBe(true);
  });

  test.each(['', ' ', '\u200B', '\u200D', 'a\nb', 'a\u2028b', 'a\tb', 'a\0b', 'a\u0085b', 'a\u202Eb', 'a\uD800b'])(
    'may not be %j',
    (name) => {
      expect(portfolioName.holds(name)).toBe(false);
    },
  );

  test('has no upper bound', () => {
    expect(portfolioName.holds('Northgate '.repeat(1000))).toBe(true);
  });

  test('has the prescribed message', () => {
    expect(messages(portfolioName)).toEqual(['Please enter a valid name.', 'Bitte geben Sie einen gültigen Namen ein.']);
  });
});

describe.each([
  { name: 'a title', rule: title, max: 255 },
  { name: 'the name of a key', rule: keyName, max: 100 },
])('$name', ({ rule, max }) => {
  test('has 1 to $max characters', () => {
    expect(['', 'x', '🙂'.repeat(max), '🙂'.repeat(max + 1)].map((text) => rule.holds(text))).toEqual([false, true, true, false]);
  });

  test.each(['Dr. med.', 'Müller & Söhne <GmbH> "Nord"', '=1+1', '株式会社', 'CI / build #7', "Robert'); --"])(
    'may be %s',
    (text) => {
      expect(rule.holds(text)).toBe(true);
    },
  );

  test.each([' ', '\u200B', 'a\nb', 'a\u2028b', 'a\tb', 'a\0b', 'a\u0085b', 'a\u202Eb', 'a\uD800b'])('may not be %j', (text) => {
    expect(rule.holds(text)).toBe(false);
  });

  test('has a message that names the bound', () => {
    expect(messages(rule, 'Name')).toEqual([
      `Name must contain 1 to ${String(max)} printable characters`,
      `Name muss 1 bis ${String(max)} druckbare Zeichen enthalten`,
    ]);
  });
});
