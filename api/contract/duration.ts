/** Lengths of time in words, for pages and mails. */
import type { Locale } from './locale.ts';

const MINUTE_MS = 60_000;

const hoursAndMinutes = (minutes: number): readonly (readonly [number, string])[] => {
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return [[minutes, 'minute']];
  if (hours < 24)
    return [
      [hours, 'hour'],
      [minutes % 60, 'minute'],
    ];
  return [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ];
};

/** Made once each: to make them takes longer than all else in the answer to a login that is turned away. */
const formats = new Map<string, Intl.NumberFormat | Intl.ListFormat>();
function formatOf<Format extends Intl.NumberFormat | Intl.ListFormat>(key: string, make: () => Format): Format {
  const format = (formats.get(key) as Format | undefined) ?? make();
  formats.set(key, format);
  return format;
}

const unitFormat = (locale: Locale, unit: string) =>
  formatOf(`${locale} ${unit}`, () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }));
const listFormat = (locale: Locale) => formatOf(locale, () => new Intl.ListFormat(locale, { type: 'unit', style: 'long' }));

/**
 * "45 minutes", "1 hour, 30 minutes", "2 days, 3 hours": minutes under an hour, hours under a day, then days, each with what remains
 * of the next unit. A started minute counts, and nothing is shorter than one.
 * @param units 1: the largest unit alone, for places without room
 */
export function durationText(locale: Locale, milliseconds: number, units: 1 | 2 = 2): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS));
  const parts = hoursAndMinutes(minutes)
    .slice(0, units)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => unitFormat(locale, unit).format(count));
  return listFormat(locale).format(parts);
}
