/** First and last names, in every script. */
import { characters } from './length.ts';
import { isBlank } from './required.ts';
import type { Rule } from './rule.ts';

const max = 100;

/**
 * Letters with accents, digits, apostrophes (' ‘ ’), dots (. · ・), hyphens (- ‐ ‑) and the space. A joiner is allowed only
 * between letters, where Persian and Indic spelling needs it, so that it cannot pad a name invisibly.
 */
const nameCharacters = /^(?:[\p{L}\p{M}\p{Nd}'‘’.·・ ‐‑-]|(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}]))+$/u;

/** Whether `text` has only characters of names, and a visible one among them. */
export const isName = (text: string): boolean => nameCharacters.test(text) && !isBlank(text);

export const personName: Rule = { code: 'personName', values: { max }, holds: (text) => characters(text) <= max && isName(text) };
