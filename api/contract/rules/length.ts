/** Limits on the length of a text. */
import type { Rule } from './rule.ts';

/** Length in code points, as PostgreSQL counts: an emoji is one character, not two. */
export const characters = (text: string): number => Array.from(text).length;

export const minLength = (count: number): Rule => ({
  code: 'minLength',
  values: { count },
  holds: (text) => characters(text) >= count,
});

export const maxLength = (count: number): Rule => ({
  code: 'maxLength',
  values: { count },
  holds: (text) => characters(text) <= count,
});
