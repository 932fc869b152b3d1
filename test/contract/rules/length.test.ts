import { maxLength, minLength } from '../../../api/contract/rules/length.ts';
import { messages } from './message.ts';

test('includes both bounds', () => {
  expect(['ab', 'abc', 'abcd'].map((text) => minLength(3).holds(text))).toEqual([false, true, true]);
  expect(['ab', 'abc', 'abcd'].map((text) => maxLength(3).holds(text))).toEqual([true, true, false]);
});

test('counts grapheme clusters, not UTF-16 units', () => {
  expect(maxLength(2).holds('🙂🙂')).toBe(true);
  expect(minLength(3).holds('🙂🙂')).toBe(false);
});

test('names the minimum, in singular and plural', () => {
  expect(messages(minLength(6), 'Password')).toEqual([
    'Password must contain at least 6 characters',
    'Password muss mindestens 6 Zeichen enthalten',
  ]);
  expect(messages(minLength(1))).toEqual([
    'The field must contain at least 1 character',
    'Dieses Feld muss mindestens 1 Zeichen enthalten',
  ]);
});

test('names the maximum, in singular and plural', () => {
  expect(messages(maxLength(100), 'Name')).toEqual([
    'Name cannot exceed 100 characters',
    'Name darf höchstens 100 Zeichen enthalten',
  ]);
  expect(messages(maxLength(1))).toEqual([
    'The field cannot exceed 1 character',
    'Dieses Feld darf höchstens 1 Zeichen enthalten',
  ]);
});
