/** Which languages there are and which one a person gets. */

export const locales = ['en-US', 'en-GB', 'de', 'en-IN'] as const;
export type Locale = (typeof locales)[number];
const defaultLocale: Locale = 'en-US';

/** i18next's `fallbackLng`, nearest first: the files of these locales hold only what differs. */
export const fallbacksOf: Readonly<Partial<Record<Locale, Locale[]>>> = {
  'en-GB': ['en-US'],
  'en-IN': ['en-GB', 'en-US'],
};

const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** What i18next calls its language, as one of ours. */
export const localeOf = (language: string): Locale => (isLocale(language) ? language : defaultLocale);

/** The stored choice, else the first browser language that is ours or shares its English or German prefix, else en-US. */
export function chooseLocale(stored: unknown, languages: readonly string[]): Locale {
  if (isLocale(stored)) return stored;
  for (const tag of languages) {
    const exact = locales.find((locale) => locale.toLowerCase() === tag.toLowerCase());
    if (exact) return exact;
    if (/^de\b/i.test(tag)) return 'de';
    if (/^en\b/i.test(tag)) return defaultLocale;
  }
  return defaultLocale;
}
