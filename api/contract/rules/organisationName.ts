/** The name of an organisation: anything that can be printed, because companies are called anything. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

const max = 255;

export const organisationName: Rule = { code: 'organisationName', values: { max }, holds: (text) => isPrintable(text, max) };
