/** Parses a typed or pasted list of addresses: each with its fault and the name it contains. */
import { email as emailRule, mailboxKey, splitEmails } from '@api/contract/rules/email.ts';
import { isName } from '@api/contract/rules/personName.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';

export interface Address {
  /** The text as typed; mail programs copy `Ada Byron <ada@example.com>`. */
  readonly text: string;
  readonly email: string;
  readonly name: string;
  readonly fault?: 'bad' | 'repeated';
}

export const separators = /[;,\t\r\n]/;

const NAME_MAX_LENGTH = 100;

const typedText = (part: string): string => typedLine(typedName(part));

/** Returns the addresses in order. A repeated address is faulty from its second occurrence. */
export function addressesIn(list: string): readonly Address[] {
  const seen = new Set<string>();
  const parts = list.split(separators).map(typedText);
  return parts.filter(Boolean).map((text) => {
    const [, name = '', bracketed] = /^"?([^"<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? [];
    const [email = ''] = splitEmails(bracketed ?? text);
    const sizeBefore = seen.size;
    seen.add(mailboxKey(email));
    const fault = !emailRule.holds(email) ? 'bad' : seen.size === sizeBefore ? 'repeated' : undefined;
    return { text, email, name, ...(fault && { fault }) };
  });
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names derived from the display name, or from the local part: `ada.byron@…` → Ada Byron. */
export function namesIn({ email, name }: Address): { firstName: string; lastName: string } {
  const source = name === '' ? email.slice(0, email.lastIndexOf('@')).replace(/\+.*/, '') : name;
  const words = source.split(name === '' ? /[^\p{L}\p{M}\p{Nd}'-]+/u : /\s+/).filter(isName);
  const [first = '', ...others] = words.map(capitalised);
  return { firstName: first.slice(0, NAME_MAX_LENGTH), lastName: others.join(' ').slice(0, NAME_MAX_LENGTH) };
}
