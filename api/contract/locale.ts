/** The languages there are. */
export const locales = ['en-US', 'en-GB', 'de', 'en-IN'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en-US';

/** Nearest first: the phrases of these locales hold only what differs. */
export const fallbacksOf: Readonly<Partial<Record<Locale, Locale[]>>> = {
  'en-GB': ['en-US'],
  'en-IN': ['en-GB', 'en-US'],
};
