/** A message in the state: a phrase to look up when shown, or a text from the server in the user's language. */
import type { FlatNamespace, ParseKeys } from 'i18next';

/** A key with its namespace, `users:unlock.done`. i18next's types know all keys: `src/i18n/resources.ts` declares the files. */
export type PhraseKey = Extract<ParseKeys<FlatNamespace[]>, `${string}:${string}`>;

export interface Phrase {
  readonly phrase: PhraseKey;
  readonly values?: Readonly<Record<string, string | number | readonly string[]>>;
}

export type Message = Phrase | { readonly text: string };
