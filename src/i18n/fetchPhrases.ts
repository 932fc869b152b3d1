/** Phrases beyond those of the sign-in family. With the store's code: the list of their files is not in the log-in form's first view. */
import { fallbacksOf, type Locale } from '@api/contract/locale.ts';
import type { Namespace, Phrases } from './resources.ts';

/** The build emits phrases as hashed JSON files; an import gives the URL. */
async function fetchFile(address: string): Promise<Phrases> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No phrases at ${address}`);
  return (await response.json()) as Phrases;
}

/** A locale with fallbacks may have no file of its own for a namespace. */
export async function fetchPhrases(locale: Locale, namespace: Namespace): Promise<Phrases> {
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
  return typeof found === 'string' ? fetchFile(found) : found;
}
