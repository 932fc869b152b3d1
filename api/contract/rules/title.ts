import type { Rule } from './rule.ts';
import { isPrintable } from './text.ts';

const max = 255;

export const title: Rule = { code: 'title', values: { max }, holds: (text) => isPrintable(text, max) };
