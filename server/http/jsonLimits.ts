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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Ends as soon as there is more; whether the text is JSON is not checked. */
export function isWithinLimits(text: string, limits: JsonLimits): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    else if (code === COMMA || code === LIST || code === OBJECT) {
      if (code !== COMMA) depth += 1;
      values += 1;
      if (depth > limits.depth || values > limits.values) return false;
    }
  }
  return true;
}

/** The position of the quotation mark that ends a text, or the end of all. */
function endOfText(text: string, begin: number): number {
  let at = begin + 1;
  for (let code = text.charCodeAt(at); at < text.length && code !== QUOTE; code = text.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1;
  return at;
}
