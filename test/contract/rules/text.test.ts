import { notText } from '../../../api/contract/rules/text.ts';
import { messages } from './message.ts';

test.each(['', 'plain', 'two\nlines', '🙂', 'Nguyễn', '\u200D\u202E', '\uFFFD'])('takes %j', (text) => {
  expect(notText.holds(text)).toBe(true);
});

test.each(['\0', 'a\0b', '\uD83D', '\uDE42', 'a\uD800', '\uDE42\uD83D'])('refuses %j', (text) => {
  expect(notText.holds(text)).toBe(false);
});

test('has a message that it can’t be stored', () => {
  expect(messages(notText, 'Message')).toEqual([
    'Message contains characters that cannot be stored',
    'Message enthält Zeichen, die nicht gespeichert werden können',
  ]);
});
