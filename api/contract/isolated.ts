/**
 * Texts of people inside our sentences. A right-to-left name would pull the words, numbers and arrows beside it to its other side, and a
 * mark of direction would turn the rest of the sentence: the marks of Unicode (FSI, PDI) keep either to itself, as `<bdi>` does. What is
 * read from left to right stays as it is, and so does a text by itself.
 */
const OPEN = '\u2068';
const CLOSE = '\u2069';

/** Letters of the right-to-left scripts, and marks of direction. */
const turning =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const isolates = /[\u2066-\u2069]/g;

/** Whether each mark that opens is closed: a sentence of ours with such texts in it. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(isolates)) {
    depth += mark === CLOSE ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

export const isolated = (text: string): string =>
  turning.test(text) ? OPEN + (isClosed(text) ? text : text.replaceAll(isolates, '')) + CLOSE : text;

/** Several texts of people in one line. */
export const isolatedList = (texts: readonly string[], separator = ', '): string => texts.map(isolated).join(separator);
