import { commonPasswordRules } from '../../../api/contract/rules/commonPassword.ts';
import { commonPasswords, commonWords } from '../../../api/contract/rules/commonPasswords.ts';
import mostCommonPasswords from '../../../api/contract/rules/mostCommonPasswords.json';
import { broken, type Rule } from '../../../api/contract/rules/rule.ts';
import { messages } from './message.ts';

const commonPassword = commonPasswordRules(mostCommonPasswords);
const context = ['Gatehouse', 'Harbour Mutual', 'jane_doe84', 'j.smith+news@example.com'];
const refusal = (password: string, words: readonly string[] = context) => broken(commonPassword(words), password)?.code;

test.each([
  ['123456'],
  ['Password1'],
  ['PASSWORD'],
  ['Passw0rd!'],
  ['P@$$w0rd2026'],
  ['1Password'],
  ['Pass-Word-1'],
  ['Welcome2024!'],
  ['Qwerty123'],
  ['1Qaz2wsx'],
  ['Abc12345'],
  ['Aa123456'],
  ['Letmein1'],
  ['Passwort1'],
  ['Frühling2026'],
  ['Sommer26!'],
  ['Ｐassword1'],
  ['Pàsswörd1'],
  ['We1come1'],
  ['Adm1n123'],
])('refuses %s as common', (password) => {
  expect(refusal(password)).toBe('passwordCommon');
});

test.each([
  ['Gatehouse1'],
  ['g4teh0use'],
  ['1-GATEHOUSE-1'],
  ['Harbour Mutual 1'],
  ['Harbour1!'],
  ['HarbourMutual2026'],
  ['mutualHarbour9'],
  ['Gatehouse-Harbour-7'],
  ['Jane_Doe84'],
  ['jane_doe84!'],
  ['JaneDoe1!'],
  ['J.Smith1'],
  ['Smith2026!'],
])('refuses %s as known from its context', (password) => {
  expect(refusal(password)).toBe('passwordContext');
});

test.each([
  ['Demo-pass-1'],
  ['correct horse Battery 4'],
  ['Tall-ships-at-Gatehouse-9'],
  ['Passwordless-onion-7'],
  ['Password 7304 1182'],
  ['Gatehouse 7304 1182'],
  ['847261'],
  ['Zx9!kfTq'],
  ['Smithereens-4-all'],
  ['Example-kettle-9'],
])('takes %s, which is more than a known word', (password) => {
  expect(refusal(password)).toBeUndefined();
});

test('ignores empty, blank and very short context words', () => {
  expect(['', ' ', '@', '7', 'é'].map((word) => refusal('Jolly-otter-7', [word]))).toEqual(Array(5).fill(undefined));
  expect(refusal('Banana-tin-7', ['ba', 'na', 'tin'])).toBeUndefined();
});

test('matches context words with accents and in other scripts', () => {
  expect(refusal('Muller26', ['Jörg Müller'])).toBe('passwordContext');
  expect(refusal('王小明银行8', ['王小明银行'])).toBe('passwordContext');
  expect(refusal('ΤΡΆΠΕΖΑ1', ['Τράπεζα'])).toBe('passwordContext');
});

test('lists a few hundred, in the normalised form they are compared in', () => {
  expect(commonPasswords.size + commonWords.size).toBeGreaterThan(500);
  expect([...commonPasswords, ...commonWords].filter((entry) => entry !== entry.toLowerCase().normalize('NFKD'))).toEqual([]);
  expect([...commonWords].filter((word) => !/^[a-z]{3,}$/.test(word))).toEqual([]);
});

test('handles hostile input', () => {
  const passwords = ['1'.repeat(1024), 'a1'.repeat(512), `${'!'.repeat(1023)}a`, 'gatehouse'.repeat(113), '\uD800'.repeat(512)];
  expect(passwords.map((password) => refusal(password))).toEqual([undefined, undefined, undefined, 'passwordContext', undefined]);
});

test('has a message in both languages', () => {
  const [common, known] = commonPassword([]) as [Rule, Rule];
  expect(messages(common, 'Password')).toEqual([
    'Password is too easy to guess, because many people use it. Please choose another one.',
    'Password ist zu leicht zu erraten, weil viele es verwenden. Bitte wählen Sie ein anderes.',
  ]);
  expect(messages(known, 'Password')).toEqual([
    'Password must not be made of the name of the product or the organisation, your username or your email address.',
    'Password darf nicht aus dem Namen des Produkts oder der Organisation, Ihrem Benutzernamen oder Ihrer E-Mail-Adresse bestehen.',
  ]);
});
