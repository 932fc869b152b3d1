/** Display name of an API key. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

const max = 100;

export const keyName: Rule = { code: 'keyName', values: { max }, holds: (text) => isPrintable(text, max) };
