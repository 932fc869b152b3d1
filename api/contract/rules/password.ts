/** Rules of a new password. Login checks presence only: existing passwords are exempt. */
import { characters, minLength } from './length.ts';
import type { Rule } from './rule.ts';

export const PASSWORD_MIN_LENGTH = 6;

/** Limits the cost of hashing input chosen by the sender. */
const MAX_BYTES = 1024;

/** Normal form (NFC) for checking, comparing and hashing: the same keys must give the same password on every keyboard. */
export const normalPassword = (password: string): string => password.normalize('NFC');

const onNormalForm = (rule: Rule): Rule => ({ ...rule, holds: (password) => rule.holds(normalPassword(password)) });

const lowercase: Rule = { code: 'lowercase', holds: (password) => /\p{Ll}/u.test(password) };
const uppercase: Rule = { code: 'uppercase', holds: (password) => /\p{Lu}/u.test(password) };
const number: Rule = { code: 'number', holds: (password) => /\p{Nd}/u.test(password) };

/** `nist`: length and the lists of common passwords alone decide (NIST SP 800-63B-4), not the kinds of characters. */
type PasswordRules = 'spec' | 'nist';

/** The minimum where the password is the only factor (NIST SP 800-63B-4, 3.1.1.2). */
const NIST_MIN_LENGTH = 15;

export interface PasswordPolicy {
  /** Can only raise the minimum of the rules. */
  readonly minLength: number;
  readonly rules?: PasswordRules | undefined;
}

export const isNist = ({ rules }: Pick<PasswordPolicy, 'rules'>): boolean => rules === 'nist';

/** Rules in display order. */
export function newPasswordRules({ minLength: configured, rules }: PasswordPolicy): Rule[] {
  const floor = isNist({ rules }) ? NIST_MIN_LENGTH : PASSWORD_MIN_LENGTH;
  const kinds = isNist({ rules }) ? [] : [lowercase, uppercase, number];
  return [minLength(Math.max(configured, floor)), ...kinds].map(onNormalForm);
}

/** Required by `passwordPattern` beyond the rules above, as a line of the checklist. Spaces are allowed, for passphrases. */
export const lengthWithoutSpaces: Rule = onNormalForm({
  code: 'passwordPattern',
  values: { min: PASSWORD_MIN_LENGTH },
  holds: (password) => characters(password.replace(/\s/g, '')) >= PASSWORD_MIN_LENGTH,
});

/** At least six characters besides spaces, a letter and a digit among them. */
export const passwordPattern: Rule = {
  ...lengthWithoutSpaces,
  holds: (password) => lengthWithoutSpaces.holds(password) && /\p{L}/u.test(password) && /\p{Nd}/u.test(password),
};

/** Counted by hand: TextEncoder is not available everywhere. A lone surrogate counts as the three bytes of U+FFFD. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** The limit is checked before hashing. */
export const passwordBytes: Rule = onNormalForm({
  code: 'passwordBytes',
  values: { max: MAX_BYTES },
  holds: (password) => utf8Bytes(password) <= MAX_BYTES,
});

/** Confirmation: `other` is the value to repeat, `otherLabel` its label on the screen. */
export const matches = (other: string, otherLabel: string): Rule => ({
  code: 'match',
  values: { other: otherLabel },
  holds: (confirmation) => normalPassword(confirmation) === normalPassword(other),
});
