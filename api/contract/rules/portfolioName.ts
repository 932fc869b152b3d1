/** The name of an organisation, also called a portfolio: one printable line of any length, because companies are called anything. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

export const portfolioName: Rule = { code: 'portfolioName', holds: (text) => isPrintable(text, Infinity) };
