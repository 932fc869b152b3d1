/** Values in the subject of a mail. */
import { shortened } from '../../api/contract/rules/shortened.ts';

/**
 * The subject has the beginning of long values; the text has them whole. A line break would end the header, and marks of direction
 * could reverse what follows.
 */
const MAX_SUBJECT_VALUE_CHARACTERS = 60;
const UNFIT_FOR_SUBJECT = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** @returns the value as it fits into a header */
export function inSubject([key, value]: [string, unknown]): [string, unknown] {
  if (typeof value !== 'string') return [key, value];
  return [key, shortened(value.replaceAll(UNFIT_FOR_SUBJECT, ' '), MAX_SUBJECT_VALUE_CHARACTERS)];
}
