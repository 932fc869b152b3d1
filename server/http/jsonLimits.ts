/**
 * Counts JSON before it is parsed. A megabyte can hold half a million lists within each other, or values of three bytes, which take
 * many times as long as an honest body of that size.
 */
export interface JsonLimits {
  /** Maximum of lists and objects within each other. */
  readonly depth: number;
  /** Maximum of values, in all lists and objects together. */
  readonly values: number;
}

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const OPENING = new Set(['[', '{'].map((character) => character.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((character) => character.charCodeAt(0)));

/** Ends as soon as there is more; whether the text is JSON is not checked. */
export function isWithinLimits(text: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === COMMA) values += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.has(code)) depth -= 1;
    if (depth > limits.depth || values > limits.values) return false;
  }
  return true;
}

/** The position of the quotation mark that ends a text, or the end of all. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}
