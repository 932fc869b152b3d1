/** Name of a saved view; it follows the rules and uses the messages of an API key's name. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

const max = 60;

export const viewName: Rule = { code: 'keyName', values: { max }, holds: (text) => isPrintable(text, max) };
