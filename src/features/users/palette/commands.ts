/** Parses a typed command: verb, part of a user's name, and argument. The verb comes first or, as in German, last. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { MenuAction } from '../actions/userActions.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { foldText } from '../list/matches.ts';

/** Commands on one user. */
export type CommandKey = MenuAction | 'giveRole';

export interface Verb {
  readonly key: CommandKey;
  /** Words are folded, and separated by single spaces. */
  readonly words: string;
}

export interface Command {
  readonly key: CommandKey;
  /** A part of the user's name; empty after the verb alone. */
  readonly name: string;
}

/** Texts with fewer letters are mostly names. */
const MIN_VERB_LETTERS = 3;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);
const folded = (words: readonly string[]): string => foldText(words.join(' '));

export const verb = (key: CommandKey, phrase: string): Verb => ({ key, words: folded(wordsOf(phrase)) });

/** The longest verb counts: "reset mfa" rather than "reset". */
export function readCommand(text: string, verbs: readonly Verb[]): Command | undefined {
  const words = wordsOf(text);
  const found = verbs
    .flatMap(({ key, words: verbWords }) => {
      const length = wordsOf(verbWords).length;
      if (folded(words.slice(0, length)) === verbWords) return [{ key, length, name: words.slice(length) }];
      const isLast = length < words.length && folded(words.slice(-length)) === verbWords;
      return isLast ? [{ key, length, name: words.slice(0, -length) }] : [];
    })
    .toSorted((one, other) => other.length - one.length)[0];
  return found && { key: found.key, name: found.name.join(' ') };
}

/** The actions whose verb begins with the text. */
export function actionsBeginning(text: string, verbs: readonly Verb[]): readonly CommandKey[] {
  const start = folded(wordsOf(text));
  if (start.length < MIN_VERB_LETTERS) return [];
  return [...new Set(verbs.filter(({ words }) => words.startsWith(start)).map(({ key }) => key))];
}

/** "12 kowalski" → how many users, and the search that finds them. */
export function readNumber(name: string): { readonly number: number; readonly search: string } | undefined {
  const [, number = '', search = ''] = /^(\d{1,5})\s+(.+)$/u.exec(name) ?? [];
  return search === '' ? undefined : { number: Number(number), search };
}

interface Reasoned {
  readonly text: string;
  readonly reason: string;
}

/** "impersonate ingrid because ticket 4711" → the command and its reason. @param words that lead to a reason, folded */
export function splitReason(text: string, words: readonly string[]): Reasoned | undefined {
  const all = wordsOf(text);
  const at = all.findIndex((word) => words.includes(foldText(word).replace(/:$/, '')));
  if (at < 1 || at === all.length - 1) return undefined;
  return { text: all.slice(0, at).join(' '), reason: all.slice(at + 1).join(' ') };
}

export interface NamedRole {
  readonly roleName: string;
  /** Label as shown. */
  readonly label: string;
}

interface RoleCommand {
  readonly name: string;
  readonly roles: readonly NamedRole[];
}

/** "ingrid support" → a part of the user's name, and the roles whose names begin with the other words, which come last or first. */
export function readRole(text: string, roles: readonly NamedRole[]): RoleCommand | undefined {
  const words = wordsOf(text);
  const beginningWith = (part: readonly string[]): readonly NamedRole[] =>
    roles.filter(({ roleName, label }) => [roleName, label].some((name) => foldText(name).startsWith(folded(part))));
  for (let length = words.length - 1; length > 0; length -= 1) {
    const last = beginningWith(words.slice(-length));
    if (last.length > 0) return { name: words.slice(0, -length).join(' '), roles: last };
    const first = beginningWith(words.slice(0, length));
    if (first.length > 0) return { name: words.slice(length).join(' '), roles: first };
  }
  return undefined;
}

/** Whether the text is this user's whole name, user name or email address, so that nobody else can be meant. */
export const isNamed = (text: string, user: UserSummary): boolean =>
  [user.userName, user.email, nameOf(user)].some((name) => name !== '' && foldText(name) === folded(wordsOf(text)));
