/** Names that spell different words are kept apart. The server's test of the same name compares the rule with the database's. */
import { folded } from '@api/contract/rules/folded.ts';

test.each([
  ['Café Zoë', 'cafe zoe'],
  ['O’Brien', "o'brien"],
  ['שָׁלוֹם', 'שלום'],
  ['Ａｂ', 'ab'],
])('%p is %p', (text, key) => {
  expect(folded(text)).toBe(key);
});

test.each([
  ['ガス', 'カス'],
  ['कि', 'की'],
])('%p and %p are two names', (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});
