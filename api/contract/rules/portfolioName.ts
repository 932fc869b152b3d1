/** Name of an organisation (portfolio): one printable line of any length. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

export const portfolioName: Rule = { code: 'portfolioName', holds: (text) => isPrintable(text, Infinity) };
