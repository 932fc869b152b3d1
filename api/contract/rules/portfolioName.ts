/** Name of an organisation (portfolio): one printable line of any length. */
import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

export const portfolioName: Rule = { code: 'portfolioName', holds: (text) => isPrintable(text, Infinity) };

/** A name is a segment of a call's path: browsers and servers resolve these two before the call arrives (RFC 3986, 5.2.4). */
const portfolioDots: Rule = { code: 'portfolioDots', holds: (text) => !/^\s*\.{1,2}\s*$/.test(text) };

export const portfolioNameRules: readonly Rule[] = [portfolioDots, portfolioName];
