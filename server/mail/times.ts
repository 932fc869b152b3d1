/** Times in mails. */
import type { Locale } from '../../api/contract/locale.ts';

const TIME_FIELDS = new Set(['at', 'expiresAt', 'notBefore', 'from', 'until']);

/** Formats times in the locale; in UTC, because the reader's time zone is unknown. */
export function formatTimes(data: Readonly<Record<string, unknown>>, locale: Locale): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      TIME_FIELDS.has(key) && typeof value === 'string' ? formatTime(value, locale) : value,
    ]),
  );
}

const timeFormats = new Map<Locale, Intl.DateTimeFormat>();

/** Made once: to make it takes longer than the rest of a mail. */
function timeFormat(locale: Locale): Intl.DateTimeFormat {
  const format =
    timeFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      // Not `hour12`, which prints midnight as 0 am in British English.
      hourCycle: locale === 'de' ? 'h23' : 'h12',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
  timeFormats.set(locale, format);
  return format;
}

const formatTime = (iso: string, locale: Locale): string => timeFormat(locale).format(new Date(iso));
