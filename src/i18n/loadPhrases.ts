/** Loads the phrases of a locale: one chunk for the sign-in family, one JSON file per further namespace when its screens open. */
import type { Locale } from '@api/contract/locale.ts';
import type { Namespace, Phrases } from './resources.ts';

type Shell = Readonly<Partial<Record<Namespace, Phrases>>>;

const shells: Readonly<Record<Locale, () => Promise<{ readonly shell: Shell }>>> = {
  'en-US': () => import(/* webpackChunkName: "text-en-US" */ './shell/en-US.ts'),
  'en-GB': () => import(/* webpackChunkName: "text-en-GB" */ './shell/en-GB.ts'),
  'en-IN': () => import(/* webpackChunkName: "text-en-IN" */ './shell/en-IN.ts'),
  de: () => import(/* webpackChunkName: "text-de" */ './shell/de.ts'),
};

/** The phrases of a namespace in a locale, without those of its fallbacks. Rejects when a file cannot be fetched. */
export async function loadPhrases(locale: Locale, namespace: Namespace): Promise<Phrases> {
  const { shell } = await shells[locale]();
  if (shell[namespace]) return shell[namespace];
  const { fetchPhrases } = await import(/* webpackChunkName: "store" */ './fetchPhrases.ts');
  return fetchPhrases(locale, namespace);
}
