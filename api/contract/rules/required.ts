/** Presence: the one rule that judges an absent value. Every other rule is asked only about a value that is there. */
import type { Rule } from './rule.ts';

/** Anything a reader would see; white space, control and zero-width characters are not. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a text has nothing to see in it. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Whether a form would call `value` not filled in: empty or blank text, an empty list, or anything falsy (0 and false too). */
export function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return isBlank(value);
  return Array.isArray(value) ? value.length === 0 : !value;
}

export const required: Rule<unknown> = { code: 'required', holds: (value) => !isMissing(value) };
