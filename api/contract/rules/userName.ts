/** User names: plain ASCII, so that no two look alike and none needs escaping in a path. */
import { maxLength } from './length.ts';
import type { Rule } from './rule.ts';

const min = 6;

export const userName: Rule = {
  code: 'userName',
  values: { min },
  holds: (text) => text.length >= min && /^\w+$/.test(text) && /[a-z]/i.test(text),
};

/** Rules of new names: SPEC.md sets no upper limit, but a name must fit into an index row and a path segment. */
export const newUserNameRules: readonly Rule[] = [userName, maxLength(100)];
