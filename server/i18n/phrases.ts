/** The server's texts: problems, rules and mails, from the same files as the page's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next, { type i18n } from 'i18next';
import { defaultLocale, fallbacksOf, type Locale, locales } from '../../api/contract/locale.ts';

export interface Phrases {
  /** The phrase of `key`, which includes its namespace: `problem:NotFound`. */
  say(locale: Locale, key: string, values?: Readonly<Record<string, unknown>>): string;
  /** Whether `key` is translated. */
  knows(locale: Locale, key: string): boolean;
  /** All raw texts of a namespace by key, for lookups row by row. */
  texts(locale: Locale, namespace: string): ReadonlyMap<string, string>;
}

const NAMESPACES = ['problem', 'rules', 'fields', 'mail', 'roles', 'users', 'sync', 'oidc', 'audit', 'actions', 'federation'];
const directory = join(import.meta.dirname, '../../locales');

export async function loadPhrases(): Promise<Phrases> {
  const instance: i18n = i18next.createInstance();
  await instance.init({
    resources: Object.fromEntries(locales.map((locale) => [locale, readLocale(locale)])),
    ns: NAMESPACES,
    fallbackLng: { ...fallbacksOf, default: [defaultLocale] },
    interpolation: { escapeValue: false },
  });
  // The page's typed keys don't apply: here keys are built from codes, and a test covers all of them.
  const say = instance.t as unknown as (key: string, values: Record<string, unknown>) => string;
  return {
    say: (locale, key, values) => say(key, { ...values, lng: locale }),
    knows: (locale, key) => instance.exists(key as never, { lng: locale }),
    texts: (locale, namespace) =>
      // The nearest locale comes last, and wins.
      new Map(
        [locale, ...(fallbacksOf[locale] ?? [])]
          .reverse()
          .flatMap((each) => [...textsOf(instance.getResourceBundle(each, namespace) as Tree | undefined)]),
      ),
  };
}

interface Tree {
  readonly [key: string]: string | Tree;
}

const textsOf = (tree: Tree = {}, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : textsOf(value, `${prefix}${key}.`),
  );

function readLocale(locale: Locale): Record<string, object> {
  const files = readdirSync(join(directory, locale)).filter((file) => NAMESPACES.includes(file.replace('.json', '')));
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(directory, locale, file), 'utf8')) as object]),
  );
}

/** The best locale for an Accept-Language header. As in SPEC.md: exact tags, and the prefixes of English and German. */
export function chooseLocale(header: string | undefined): Locale {
  for (const tag of (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag);
    if (exact) return exact;
    if (tag.startsWith('de')) return 'de';
    if (tag.startsWith('en')) return defaultLocale;
  }
  return defaultLocale;
}
