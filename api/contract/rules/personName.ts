/** First and last names, in every script. */
import { characters } from './length.ts';
import { isBlank } from './required.ts';
import type { Rule } from './rule.ts';

const max = 100;

/**
 * Invisible characters that spelling needs, where they cannot pad a name unseen: a joiner between letters (Persian, Indic), the
 * variant of a Chinese character, a form of a Mongolian letter.
 */
const joiner =
  '(?<=[\\p{L}\\p{M}])[\\u200C\\u200D](?=[\\p{L}\\p{M}])|(?<=\\p{sc=Han})[\\u{E0100}-\\u{E01EF}]|(?<=\\p{sc=Mong})[\\u180B-\\u180D]';
/** Letters with accents, digits, apostrophes (' ‘ ’), dots (. · ・), hyphens (- ‐ ‑) and the space. */
const visible = "(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}\\p{Nd}'‘’.·・ ‐‑-]";
const nameCharacters = new RegExp(`^(?:${visible}|${joiner})+$`, 'u');
const foreign = new RegExp(`(?!${visible}|${joiner}).`, 'su');
const invisible = new RegExp(`(?!${joiner})\\p{Default_Ignorable_Code_Point}`, 'u');

/** Variants of a character of names that programs and keyboards write. */
const plainForms: readonly (readonly [plain: string, variants: RegExp])[] = [
  ["'", /[´`′‛＇‵]/u],
  ['-', /[‒–—―−﹘﹣－]/u],
  ['.', /[．｡]/u],
];

/** Whether `text` has only characters of names, and a visible one among them. */
export const isName = (text: string): boolean => nameCharacters.test(text) && !isBlank(text);

export const personName: Rule = { code: 'personName', values: { max }, holds: (text) => characters(text) <= max && isName(text) };

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

const first = (text: string, wanted: RegExp): { character: string; codePoint: string } => {
  const [character = ''] = wanted.exec(text) ?? [];
  return { character, codePoint: codePoint(character) };
};

const plainOf = (character: string): string | undefined => plainForms.find(([, variants]) => variants.test(character))?.[0];

const nameInvisible: Rule = {
  code: 'nameInvisible',
  holds: (text) => !invisible.test(text),
  valuesOf: (text) => first(text, invisible),
};

const namePlain: Rule = {
  code: 'namePlain',
  holds: (text) => plainOf(first(text, foreign).character) === undefined,
  valuesOf(text) {
    const found = first(text, foreign);
    const plain = plainOf(found.character) ?? '';
    return { ...found, plain, suggestion: Array.from(text, (character) => plainOf(character) ?? character).join('') };
  },
};

const nameCharacter: Rule = {
  code: 'nameCharacter',
  holds: (text) => !foreign.test(text),
  valuesOf: (text) => first(text, foreign),
};

/** Rules of a name, ordered so that the most helpful message comes first: which character it is, and what to write instead. */
export const personNameRules: readonly Rule[] = [nameInvisible, namePlain, nameCharacter, personName];
