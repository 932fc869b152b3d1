/** Loads the phrases of a locale: one chunk for the sign-in family, one JSON file per further namespace when its screens open. */
import { fallbacksOf, type Locale } from '@api/contract/locale.ts';
import type { Namespace, Phrases } from './resources.ts';

type Shell = Readonly<Partial<Record<Namespace, Phrases>>>;

const shells: Readonly<Record<Locale, () => Promise<{ readonly shell: Shell }>>> = {
  'en-US': () => import(/* webpackChunkName: "text-en-US" */ './shell/en-US.ts'),
  'en-GB': () => import(/* webpackChunkName: "text-en-GB" */ './shell/en-GB.ts'),
  'en-IN': () => import(/* webpackChunkName: "text-en-IN" */ './shell/en-IN.ts'),
  de: () => import(/* webpackChunkName: "text-de" */ './shell/de.ts'),
};

/** The build emits phrases as hashed JSON files; an import gives the URL. */
async function fetchPhrases(address: string): Promise<Phrases> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No phrases at ${address}`);
  return (await response.json()) as Phrases;
}

/** A locale with fallbacks may have no file of its own for a namespace. */
async function loadNoun(locale: Locale, namespace: Namespace): Promise<Phrases> {
  const { default: found } = await (
    import(
      /* webpackMode: "eager" */
      /* webpackExclude: /(common|login|rules|fields|mail|oidc|problem|roles|sync)\.json$/ */
      `@locales/${locale}/${namespace}.json`
    ) as Promise<{ readonly default: Phrases | string }>
  ).catch((error: unknown) => {
    if (fallbacksOf[locale] && (error as { code?: string }).code === 'MODULE_NOT_FOUND') return { default: {} };
    throw error;
  });
  return typeof found === 'string' ? fetchPhrases(found) : found;
}

/** The phrases of a namespace in a locale, without those of its fallbacks. Rejects when a file cannot be fetched. */
export async function loadPhrases(locale: Locale, namespace: Namespace): Promise<Phrases> {
  const { shell } = await shells[locale]();
  return shell[namespace] ?? loadNoun(locale, namespace);
}
