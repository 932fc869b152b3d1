/** The languages there are. */
export const locales = ['en-US', 'en-GB', 'de', 'en-IN'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'en-US';

/** Fallbacks of a locale, nearest first: its phrases hold only what differs from them. */
export const fallbacksOf: Readonly<Partial<Record<Locale, Locale[]>>> = {
  'en-GB': ['en-US'],
  'en-IN': ['en-GB', 'en-US'],
};
