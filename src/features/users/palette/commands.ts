/** A typed command: what to do, and a part of whose name. The verb comes first or, as in German, last. */
import type { MenuAction } from '../actions/userActions.ts';
import { foldText } from '../list/matches.ts';

export interface Verb {
  readonly key: MenuAction;
  /** Folded, separated by single spaces. */
  readonly words: string;
}

export interface Command {
  readonly key: MenuAction;
  /** A part of the user's name; empty after the verb alone. */
  readonly name: string;
}

/** With fewer letters, most texts are names. */
const MIN_VERB_LETTERS = 3;

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter(Boolean);
const folded = (words: readonly string[]): string => foldText(words.join(' '));

export const verb = (key: MenuAction, phrase: string): Verb => ({ key, words: folded(wordsOf(phrase)) });

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
export function actionsBeginning(text: string, verbs: readonly Verb[]): readonly MenuAction[] {
  const start = folded(wordsOf(text));
  if (start.length < MIN_VERB_LETTERS) return [];
  return [...new Set(verbs.filter(({ words }) => words.startsWith(start)).map(({ key }) => key))];
}
