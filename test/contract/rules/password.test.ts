import {
  lengthWithoutSpaces,
  matches,
  newPasswordRules,
  normalPassword,
  PASSWORD_MIN_LENGTH,
  passwordBytes,
  passwordPattern,
} from '../../../api/contract/rules/password.ts';
import { broken } from '../../../api/contract/rules/rule.ts';
import { checklistLines, messages } from './message.ts';

const rules = newPasswordRules({ minLength: PASSWORD_MIN_LENGTH });
const brokenBy = (password: string) => rules.filter((rule) => !rule.holds(password)).map((rule) => rule.code);

describe('a new password', () => {
  test('meets four rules, in the order of the checklist', () => {
    expect(rules.map((rule) => rule.code)).toEqual(['minLength', 'lowercase', 'uppercase', 'number']);
    expect(rules[0]?.values).toEqual({ count: 6 });
  });

  test.each([
    ['Abcde1', []],
    ['Abcd1', ['minLength']],
    ['ABCDE1', ['lowercase']],
    ['abcde1', ['uppercase']],
    ['Abcdef', ['number']],
    ['', ['minLength', 'lowercase', 'uppercase', 'number']],
    ['Straße ß 7', []],
    ['ÄÖÜäöü7', []],
    ['Δοκιμή٣', []],
    ['王王王王王1', ['lowercase', 'uppercase']],
    ['correct Horse battery 4', []],
    [`Aa1${'x'.repeat(125)}`, []],
  ])('%j breaks %j', (password, codes) => {
    expect(brokenBy(password)).toEqual(codes);
  });

  test('is normalised first, so that a combining accent does not count as a character', () => {
    const decomposed = 'E\u0301e\u0301e\u03011';
    expect(Array.from(decomposed)).toHaveLength(7);
    expect(brokenBy(decomposed)).toEqual(['minLength']);
    expect(normalPassword(decomposed)).toBe('Ééé1');
  });

  test('has a minimum length that configuration can raise, never below six', () => {
    expect(newPasswordRules({ minLength: 12 })[0]?.values).toEqual({ count: 12 });
    expect(newPasswordRules({ minLength: 1 })[0]?.values).toEqual({ count: 6 });
    expect(broken(newPasswordRules({ minLength: 12 }), 'Abcdefghij1')?.code).toBe('minLength');
  });

  test('has a checklist line for each rule', () => {
    expect([...rules, lengthWithoutSpaces, passwordBytes].map(checklistLines)).toEqual([
      ['must contain at least 6 characters', 'mindestens 6 Zeichen'],
      ['must have at least one lowercase letter', 'mindestens ein Kleinbuchstabe'],
      ['must have at least one uppercase letter', 'mindestens ein Großbuchstabe'],
      ['must have at least one number', 'mindestens eine Ziffer'],
      ['must contain at least 6 characters, not counting spaces', 'mindestens 6 Zeichen, Leerzeichen nicht mitgezählt'],
      ['must not be longer than 1024 bytes', 'höchstens 1024 Byte'],
    ]);
  });

  test('is refused with sentences that name the field', () => {
    expect(rules.slice(1).map((rule) => messages(rule, 'Password'))).toEqual([
      ['Password must have at least one lowercase letter', 'Password muss mindestens einen Kleinbuchstaben enthalten'],
      ['Password must have at least one uppercase letter', 'Password muss mindestens einen Großbuchstaben enthalten'],
      ['Password must have at least one number', 'Password muss mindestens eine Ziffer enthalten'],
    ]);
  });
});

describe('the password pattern', () => {
  test.each(['abcde1', '12345a', 'äöüßé٣', '!!!!a1', 'a b c d e 1'])('takes %j', (password) => {
    expect(passwordPattern.holds(password)).toBe(true);
  });

  test.each(['', 'abcd1', 'abcdef', '123456', '!!!!!1', 'abc 1 ', 'a b c 1', '     a1'])('refuses %j', (password) => {
    expect(passwordPattern.holds(password)).toBe(false);
  });

  test('has the prescribed message', () => {
    expect(messages(passwordPattern)).toEqual([
      'The password must contain at least 6 characters (both letters and numbers are required, punctuation is optional).',
      'Das Passwort muss mindestens 6 Zeichen enthalten (Buchstaben und Ziffern sind erforderlich, Satzzeichen sind optional).',
    ]);
  });
});

describe('the size of a password', () => {
  test.each([
    ['a', 1024],
    ['é', 512],
    ['王', 341],
    ['🙂', 256],
  ])('counts the bytes of %s, up to %d of them', (character, most) => {
    expect(Buffer.byteLength(character.repeat(most))).toBeLessThanOrEqual(1024);
    expect(passwordBytes.holds(character.repeat(most))).toBe(true);
    expect(passwordBytes.holds(character.repeat(most + 1))).toBe(false);
  });

  test('is stated in bytes', () => {
    expect(messages(passwordBytes, 'Password')).toEqual([
      'Password is too long. It cannot exceed 1024 bytes.',
      'Password ist zu lang. Höchstens 1024 Byte sind möglich.',
    ]);
  });
});

describe('a confirmation', () => {
  test('must be the same password, however it was typed', () => {
    expect(matches('Abcde1', 'Password').holds('Abcde1')).toBe(true);
    expect(matches('Abcdé1', 'Password').holds('Abcde\u03011')).toBe(true);
    expect(matches('Abcde1', 'Password').holds('abcde1')).toBe(false);
    expect(matches('Abcde1', 'Password').holds('')).toBe(false);
  });

  test('names both fields', () => {
    expect(messages(matches('Abcde1', 'Password'), 'Confirm password')).toEqual([
      'Confirm password must match Password',
      'Confirm password muss mit „Password“ übereinstimmen',
    ]);
  });
});
