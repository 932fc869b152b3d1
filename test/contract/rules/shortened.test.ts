import { shortened } from '../../../api/contract/rules/shortened.ts';

test.each([
  ['', 3, ''],
  ['abc', 3, 'abc'],
  ['abcd', 3, 'abc…'],
  ['ab cd', 3, 'ab…'],
  ['🙂🙂🙂', 3, '🙂🙂🙂'],
  ['🙂🙂🙂🙂', 3, '🙂🙂🙂…'],
  ['a🙂b🙂c', 3, 'a🙂b…'],
  ['x'.repeat(1_000_000), 3, 'xxx…'],
])('%j has room for %d characters', (text, count, shown) => {
  expect(shortened(text, count)).toBe(shown);
});
