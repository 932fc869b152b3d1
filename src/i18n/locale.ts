/** Chooses the language of the page. */
import { defaultLocale, type Locale, locales } from '@api/contract/locale.ts';

const isLocale = (value: unknown): value is Locale => locales.some((locale) => locale === value);

/** The supported locale for i18next's language. */
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
