/** Where the words of a search occur in a text, with accents and case folded as the server folds them. */

/** Letters that are no base letter with a mark, as PostgreSQL's `unaccent` writes them. */
const spelled: Readonly<Record<string, string>> = {
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

const foldedLetter = (letter: string): string =>
  letter
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (each) => spelled[each] ?? each);

export const folded = (text: string): string => Array.from(text, foldedLetter).join('');

export const wordsOf = (search: string): readonly string[] => folded(search).split(/\s+/u).filter(Boolean).slice(0, 8);

/** A stretch of a text: from, and up to but without. */
export type Stretch = readonly [from: number, to: number];

/** Joins stretches that touch or overlap. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  return stretches
    .toSorted((one, other) => one[0] - other[0])
    .reduce<Stretch[]>((all, [from, to]) => {
      const last = all.at(-1);
      if (!last || from > last[1]) return [...all, [from, to]];
      return [...all.slice(0, -1), [last[0], Math.max(last[1], to)]];
    }, []);
}

/** The stretches of `text` in which a word occurs, in order; `words` are folded already. */
export function matchesIn(text: string, words: readonly string[]): readonly Stretch[] {
  if (words.length === 0) return [];
  // One folded letter may come of half a letter (ß), so that every folded place remembers where it came from.
  let plain = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plainly = foldedLetter(letter);
    plain += plainly;
    from.push(...Array<number>(plainly.length).fill(at));
    to.push(...Array<number>(plainly.length).fill(at + letter.length));
    at += letter.length;
  }
  const found: Stretch[] = [];
  for (const word of words) {
    for (let place = plain.indexOf(word); place >= 0; place = plain.indexOf(word, place + 1)) {
      found.push([from[place] as number, to[place + word.length - 1] as number]);
    }
  }
  return joined(found);
}
