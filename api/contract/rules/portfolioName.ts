/** The name of a portfolio: the characters of a person's name, of any length. */
import { isName } from './personName.ts';
import type { Rule } from './rule.ts';

export const portfolioName: Rule = { code: 'portfolioName', holds: isName };
