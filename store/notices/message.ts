/** A message in the state: a phrase to look up when shown, or a text from the server in the user's language. */

type Noun =
  | 'login'
  | 'mfa'
  | 'passkeys'
  | 'recovery'
  | 'invite'
  | 'security'
  | 'support'
  | 'users'
  | 'roles'
  | 'organisations'
  | 'provisioning'
  | 'federation'
  | 'applications'
  | 'audit'
  | 'session';

/** A key in `locales/<locale>/<noun>.json`: `users:unlock.done`. */
export type PhraseKey = `${Noun | 'common'}:${string}`;

export interface Phrase {
  readonly phrase: PhraseKey;
  readonly values?: Readonly<Record<string, string | number | readonly string[]>>;
}

export type Message = Phrase | { readonly text: string };
