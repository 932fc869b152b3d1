/** Letters of shortcuts on keyboards of other scripts: the place of the key counts where it types no Latin letter. */
import { latinLetter } from '@src/ui/plainLetter.ts';

test.each([
  ['Russian', 'л', 'KeyK', 'k'],
  ['Russian with Caps Lock', 'Л', 'KeyK', 'k'],
  ['Greek', 'κ', 'KeyK', 'k'],
  ['Hebrew', 'ל', 'KeyK', 'k'],
  ['Arabic', 'ن', 'KeyK', 'k'],
  ['Ukrainian', 'ф', 'KeyA', 'a'],
  ['Thai, where the key types a vowel above its consonant', 'ี', 'KeyU', 'u'],
  ['Korean', 'ㅏ', 'KeyK', 'k'],
  ['Georgian', 'კ', 'KeyK', 'k'],
  ['Bulgarian phonetic, where another key has the letter', 'к', 'KeyK', 'k'],
])('%s: %s on %s is the letter %s', (_keyboard, key, code, letter) => {
  expect(latinLetter({ key, code })).toBe(letter);
});

test.each([
  ['Dvorak, where the letter is on another key', 'k', 'KeyV', 'k'],
  ['Dvorak, on the place of K', 't', 'KeyK', 't'],
  ['French', 'a', 'KeyQ', 'a'],
  ['Turkish', 'ı', 'KeyI', 'ı'],
  ['Vietnamese', 'Đ', 'KeyD', 'đ'],
])('%s: %s on %s stays the letter %s', (_keyboard, key, code, letter) => {
  expect(latinLetter({ key, code })).toBe(letter);
});

test.each([
  ['Hebrew slash', '/', 'KeyQ'],
  ['Enter', 'Enter', 'Enter'],
  ['a dead key', 'Dead', 'KeyE'],
  ['a key of an input method', 'Process', 'KeyK'],
  ['Arabic digit', '٣', 'Digit3'],
  ['Russian full stop', '.', 'Slash'],
  ['Russian letter beside Enter', 'э', 'Quote'],
  ['an unknown key', 'Unidentified', ''],
])('%s is no letter', (_name, key, code) => {
  expect(latinLetter({ key, code })).toBeUndefined();
});
