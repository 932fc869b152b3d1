/** What stands in a list of addresses that somebody typed or pasted: each with what is wrong with it, and whose name it tells. */
import { email as emailRule, splitEmails } from '@api/contract/rules/email.ts';
import { isName } from '@api/contract/rules/personName.ts';

export interface Address {
  /** As it was typed: `Ada Byron <ada@example.com>` is what mail programs copy. */
  readonly text: string;
  readonly email: string;
  readonly name: string;
  readonly fault?: 'bad' | 'repeated';
}

export const separators = /[;,\t\r\n]/;

const NAME_MAX = 100;

/** In order. Of an address that is there twice, the second is the fault. */
export function addressesIn(list: string): readonly Address[] {
  const before = new Set<string>();
  const parts = list.split(separators).map((part) => part.trim());
  return parts.filter(Boolean).map((text) => {
    const [, name = '', bracketed] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? [];
    const [email = ''] = splitEmails(bracketed ?? text);
    const known = before.size;
    before.add(email.toLowerCase());
    const fault = !emailRule.holds(email) ? 'bad' : before.size === known ? 'repeated' : undefined;
    return { text, email, name, ...(fault && { fault }) };
  });
}

const begin = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The names that an address tells, as far as it does: `ada.byron@…` is Ada Byron. */
export function namesIn({ email, name }: Address): { firstName: string; lastName: string } {
  const told = name === '' ? email.slice(0, email.lastIndexOf('@')).replace(/\+.*/, '') : name;
  const words = told.split(name === '' ? /[^\p{L}\p{M}\p{Nd}'-]+/u : /\s+/).filter(isName);
  const [first = '', ...others] = words.map(begin);
  return { firstName: first.slice(0, NAME_MAX), lastName: others.join(' ').slice(0, NAME_MAX) };
}
