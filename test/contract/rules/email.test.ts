import { email, emails, splitEmails } from '../../../api/contract/rules/email.ts';
import { messages } from './message.ts';

const domainOf = (length: number) => `${'a.'.repeat((length - 2) / 2)}aa`;

test.each([
  'a@b.co',
  'jane.doe+news@mail.example.com',
  "o'brien@example.ie",
  'x_y-z@sub-domain.example.org',
  'UPPER@EXAMPLE.COM',
  'info@bücher.de',
  'info@xn--bcher-kva.de',
  'info@例え.テスト',
  'info@example.xn--p1ai',
  'root@1and1.com',
  `${'a'.repeat(64)}@example.com`,
  `a@${domainOf(252)}`,
])('takes %s', (address) => {
  expect(email.holds(address)).toBe(true);
});

test.each([
  '',
  'example.com',
  '@example.com',
  'jane@',
  'jane',
  'jane@localhost',
  'jane@example',
  'jane@.com',
  'jane@example..com',
  'jane@example.com.',
  'jane@-example.com',
  'jane@example-.com',
  'jane@example.c',
  'jane@example.123',
  'jane@127.0.0.1',
  'jane@[127.0.0.1]',
  '.jane@example.com',
  'jane.@example.com',
  'ja..ne@example.com',
  'ja ne@example.com',
  'jane@exam ple.com',
  ' jane@example.com',
  'jane@example.com ',
  'jane@@example.com',
  'jane@doe@example.com',
  '"jane doe"@example.com',
  'Jane <jane@example.com>',
  'jane@example.com,joe@example.com',
  'jane@example.com\nBcc: all@example.com',
  'jane\0@example.com',
  `${'a'.repeat(65)}@example.com`,
  `jane@${'a'.repeat(64)}.com`,
  `a@${domainOf(254)}`,
])('refuses %j', (address) => {
  expect(email.holds(address)).toBe(false);
});

test.each([`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`, `a@${'a-'.repeat(120)}!`, '@'.repeat(254)])(
  'refuses hostile input without backtracking over it (case %#)',
  (text) => {
    expect(email.holds(text)).toBe(false);
  },
);

test('splits several addresses at semicolons, commas and line breaks', () => {
  expect(splitEmails(' a@x.org; b@x.org ,c@x.org\r\nd@x.org\n')).toEqual(['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']);
});

test('drops empty entries and duplicates, ignoring case', () => {
  expect(splitEmails(';, ;')).toEqual([]);
  expect(splitEmails('Ann@x.org; bob@x.org; ann@X.org;; cy@x.org; bob@x.org')).toEqual(['Ann@x.org', 'bob@x.org', 'cy@x.org']);
});

test('accepts a field of several addresses only if each is valid', () => {
  expect(['a@x.org', 'a@x.org; b@x.org,', 'a@x.org; b', '', ' ; '].map((text) => emails.holds(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('has messages for one address and for several', () => {
  expect(messages(email, 'Email')).toEqual([
    'Email must be a valid email address',
    'Email muss eine gültige E-Mail-Adresse sein',
  ]);
  expect(messages(emails)).toEqual(['Please enter a valid email address.', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.']);
});
