/** What the store has to say: a phrase to be looked up by whoever shows it, or a text that came from the server in the person's language. */

type Noun = 'login' | 'mfa' | 'recovery' | 'invite' | 'security' | 'support' | 'users' | 'roles' | 'organisations' | 'audit';

/** A key in `locales/<locale>/<noun>.json`: `users:unlock.done`. */
export type PhraseKey = `${Noun | 'common'}:${string}`;

export interface Phrase {
  readonly phrase: PhraseKey;
  readonly values?: Readonly<Record<string, string | number | readonly string[]>>;
}

export type Message = Phrase | { readonly text: string };
