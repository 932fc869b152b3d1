/**
 * Passwords that attackers guess first: common ones, and those made of public facts about the account. Compares the whole
 * password, not words in it (NIST SP 800-63B-4, 3.1.1.2), after undoing usual decoration: capitals, accents, `P@ssw0rd`, a year
 * and a sign at the end. A browser loads it only where a password is chosen.
 */
import { characters } from './length.ts';
import { commonPasswords, commonWords } from './commonPasswords.ts';
import type { Rule } from './rule.ts';

/** Digits and signs around a word that count as decoration; a longer run adds strength of its own. */
const DECORATION_MAX = 6;

/** Shorter names (`jo@…`) would match inside unrelated words. */
const NAME_MIN = 3;

const likeLetter: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', '@': 'a', 5: 's', $: 's', 7: 't', '!': 'i' };

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const lettersOf = (text: string, one: 'i' | 'l'): string =>
  Array.from(text, (sign) => (sign === '1' ? one : (likeLetter[sign] ?? sign)))
    .join('')
    .replace(/\P{L}/gu, '');

/** Words that a folded password may stand for: with and without leading signs, and `1` read as `i` and as `l`. */
function wordsBehind(folded: string): string[] {
  const bare = folded.replace(/\P{L}+$/u, '');
  return [bare, bare.replace(/^\P{L}+/u, '')]
    .filter((word) => characters(folded) - characters(word) <= DECORATION_MAX)
    .flatMap((word) => [lettersOf(word, 'i'), lettersOf(word, 'l')]);
}

const passwordCommon = (mostCommon: ReadonlySet<string>): Rule => ({
  code: 'passwordCommon',
  holds: (password) => {
    const folded = fold(password);
    return !commonPasswords.has(folded) && !mostCommon.has(folded) && !wordsBehind(folded).some((word) => commonWords.has(word));
  },
});

/** `Harbour Mutual` → itself and its words; an address → itself and its parts before `+` and `@`. Longest first. */
function namesIn(contextWords: readonly string[]): string[] {
  const known = contextWords.map((word) => fold(word.replace(/(?:\+[^@]*)?@[^@]*$/, '')));
  const names = known.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u), ...wordsBehind(word)]);
  return [...new Set([...contextWords.map(fold), ...names])]
    .filter((name) => characters(name) >= NAME_MIN)
    .sort((a, b) => b.length - a.length);
}

/** Whether `text` consists of names, digits and signs only. */
function onlyNames(text: string, names: readonly string[]): boolean {
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), text);
  return rest !== text && !/\p{L}/u.test(rest) && characters(rest) <= DECORATION_MAX;
}

/** Product, organisation, user name, email address, unfolded; empty ones are ignored. */
type ContextWords = readonly string[];

/** @param mostCommon in lower case, such as `mostCommonPasswords.json` (the first 10,000 of @zxcvbn-ts/language-common) */
export function commonPasswordRules(mostCommon: readonly string[]): (contextWords: ContextWords) => Rule[] {
  const isUncommon = passwordCommon(new Set(mostCommon));
  return (contextWords) => {
    const names = namesIn(contextWords);
    const passwordContext: Rule = {
      code: 'passwordContext',
      holds: (password) => {
        const folded = fold(password);
        return ![folded, ...wordsBehind(folded)].some((text) => onlyNames(text, names));
      },
    };
    return [isUncommon, passwordContext];
  };
}
