/** Name of a saved view; refused in the words for that of an API key. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

const max = 60;

export const viewName: Rule = { code: 'keyName', values: { max }, holds: (text) => isPrintable(text, max) };
