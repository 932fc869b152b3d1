/** Presence: the only rule that checks an absent value. Other rules are applied to present values only. */
import type { Rule } from './rule.ts';

/** Visible characters: not white space, control or zero-width characters. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Whether a form treats `value` as empty: blank text, an empty list, or anything falsy (0 and false too). */
export function isMissing(value: unknown): boolean {
  if (typeof value === 'string') return isBlank(value);
  return Array.isArray(value) ? value.length === 0 : !value;
}

export const required: Rule<unknown> = { code: 'required', holds: (value) => !isMissing(value) };
