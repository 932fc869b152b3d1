/** User names: plain ASCII, so that no two of them look alike and none needs escaping in a path. */
import type { Rule } from './rule.ts';

const min = 6;

/** SPEC.md sets no upper bound; whoever stores user names adds `maxLength`. */
export const userName: Rule = {
  code: 'userName',
  values: { min },
  holds: (text) => text.length >= min && /^\w+$/.test(text) && /[a-z]/i.test(text),
};
