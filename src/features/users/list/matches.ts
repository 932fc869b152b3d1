/** Search matches in a text, with accents, case, and apostrophes, hyphens and dots folded as by the server. */
import { searchWords as wordsOf, withoutSigns } from '@api/contract/rules/searchWords.ts';
import { plainApostrophes, withoutInvisible } from '@api/contract/rules/typed.ts';

/** Letters without a Unicode decomposition, spelled as by PostgreSQL's `unaccent`. */
const transliterations: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'q',
};

/**
 * Marks of Latin, Greek, Cyrillic, Hebrew and Arabic that may be left out in writing. Vowel signs of Indic scripts spell other
 * words.
 */
const marks = /[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}](?<=\p{Mn})(?<![\u3099\u309A])/gu;

const foldedLetter = (letter: string): string =>
  withoutSigns(
    withoutInvisible(plainApostrophes(letter))
      .normalize('NFD')
      .replace(marks, '')
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\0-\x7f]/g, (each) => transliterations[each] ?? each),
  );

export const foldText = (text: string): string => Array.from(text, foldedLetter).join('');

export const searchWords = (search: string): readonly string[] => wordsOf(search).slice(0, 8).map(foldText).filter(Boolean);

/** Half-open range `[from, to)`. */
type TextRange = readonly [from: number, to: number];

/** Merges ranges that touch or overlap. */
function mergeRanges(ranges: readonly TextRange[]): readonly TextRange[] {
  return ranges
    .toSorted((one, other) => one[0] - other[0])
    .reduce<TextRange[]>((all, [from, to]) => {
      const last = all.at(-1);
      if (!last || from > last[1]) return [...all, [from, to]];
      return [...all.slice(0, -1), [last[0], Math.max(last[1], to)]];
    }, []);
}

/** Ranges of `text` that match a word, in order. @param words folded */
export function matchesIn(text: string, words: readonly string[]): readonly TextRange[] {
  if (words.length === 0) return [];
  // One letter may fold to several (ß → ss): remember the source range of each folded letter.
  let foldedText = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const foldedLetters = foldedLetter(letter);
    foldedText += foldedLetters;
    from.push(...Array<number>(foldedLetters.length).fill(at));
    to.push(...Array<number>(foldedLetters.length).fill(at + letter.length));
    at += letter.length;
  }
  const found: TextRange[] = [];
  for (const word of words) {
    for (let place = foldedText.indexOf(word); place >= 0; place = foldedText.indexOf(word, place + 1)) {
      found.push([from[place] as number, to[place + word.length - 1] as number]);
    }
  }
  return mergeRanges(found);
}
