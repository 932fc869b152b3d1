/** Constraints on any stored or printed text. */
import { characters } from './length.ts';
import { isBlank } from './required.ts';
import type { Rule } from './rule.ts';

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid UTF-8: either would cause a 500. */
export const notText: Rule = { code: 'notText', holds: (text) => !text.includes('\0') && !/\p{Surrogate}/u.test(text) };

/**
 * Control characters and line breaks would forge lines in mails and logs; direction overrides make a name read as another. Other
 * format characters are allowed: Persian and Sinhala need joiners.
 */
const breaksLine = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u202A-\u202E\u2066-\u2069]/u;

/** Whether `text` is one line of 1 to `max` characters with a visible one among them. */
export const isPrintable = (text: string, max: number): boolean =>
  characters(text) <= max && !isBlank(text) && !breaksLine.test(text);
