import { isMissing, required } from '../../../api/contract/rules/required.ts';
import { messages } from './message.ts';

test.each([[''], ['  \t\n '], ['\u00A0\u3000'], ['\u200B\u2060'], ['\u0007'], [[]], [null], [undefined], [false], [0], [NaN]])(
  'calls %j missing',
  (value) => {
    expect(isMissing(value)).toBe(true);
    expect(required.holds(value)).toBe(false);
  },
);

test.each([['a'], [' a '], ['王'], ['🙂'], [['']], [true], [1], [{}]])('calls %j present', (value) => {
  expect(isMissing(value)).toBe(false);
  expect(required.holds(value)).toBe(true);
});

test('names the required field', () => {
  expect(messages(required, 'Email')).toEqual(['Email is required', 'Email ist erforderlich']);
});

test('calls a field without a label “The field”', () => {
  expect(messages(required)).toEqual(['The field is required', 'Dieses Feld ist erforderlich']);
});
