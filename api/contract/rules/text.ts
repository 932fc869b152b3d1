/** What any stored or printed text must be, whatever it means. */
import { characters } from './length.ts';
import { isBlank } from './required.ts';
import type { Rule } from './rule.ts';

/** PostgreSQL can't store NUL, and half a surrogate pair is no character in UTF-8: either would end in a 500. */
export const notText: Rule = { code: 'notText', holds: (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text) };

/**
 * Control characters and line breaks would forge lines in mails and logs; direction overrides make a name read as another one.
 * Other format characters stay: Persian and Sinhala are not written without joiners.
 */
const breaksLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u;

/** Whether `text` is one line of 1 to `max` characters with something to see in it. */
export const isPrintable = (text: string, max: number): boolean =>
  characters(text) <= max && !isBlank(text) && !breaksLine.test(text);
