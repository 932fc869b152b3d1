/** Parses a typed or pasted list of addresses: each with its fault and the name it contains. */
import { email as emailRule, mailboxKey } from '@api/contract/rules/email.ts';
import { isName } from '@api/contract/rules/personName.ts';
import { entriesIn } from './pastedEntries.ts';

export interface Address {
  /** What the list shows, and reads again: `Ada Byron <ada@example.com>`, or the text that is no address. */
  readonly text: string;
  readonly email: string;
  readonly name: string;
  readonly fault?: 'bad' | 'repeated';
}

const NAME_MAX_LENGTH = 100;

/** Returns the addresses in order. A repeated address is faulty from its second occurrence. */
export function addressesIn(list: string): readonly Address[] {
  const seen = new Set<string>();
  return entriesIn(list).map(({ email, name }) => {
    const sizeBefore = seen.size;
    seen.add(mailboxKey(email));
    const fault = !emailRule.holds(email) ? 'bad' : seen.size === sizeBefore ? 'repeated' : undefined;
    return { text: name === '' ? email : `${name} <${email}>`, email, name, ...(fault && { fault }) };
  });
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Names derived from the display name, or from the local part: `ada.byron@…` → Ada Byron. */
export function namesIn({ email, name }: Address): { firstName: string; lastName: string } {
  const source = name === '' ? email.slice(0, email.lastIndexOf('@')).replace(/\+.*/, '') : name;
  const words = source.split(name === '' ? /[^\p{L}\p{M}\p{Nd}'-]+/u : /\s+/).filter(isName);
  // A display name has the capitals that it wants.
  const [first = '', ...others] = name === '' ? words.map(capitalised) : words;
  return { firstName: first.slice(0, NAME_MAX_LENGTH), lastName: others.join(' ').slice(0, NAME_MAX_LENGTH) };
}
