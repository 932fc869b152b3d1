/** Dates, times and money as in SPEC.md points 8 and 9, by Intl. */
import type { Locale } from '@api/contract/locale.ts';

type DateStyle = 'short' | 'medium' | 'long' | 'monthYear';

/** Epoch milliseconds, an ISO string, or a Date. */
export type Instant = number | string | Date;

/** Texts that Intl lacks; from `common:time`. */
export interface TimeWords {
  readonly lessThanAMinuteAgo: string;
  readonly inLessThanAMinute: string;
  readonly today: string;
  readonly yesterday: string;
  readonly tomorrow: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Gregorian averages. */
const MONTH_DAYS = 30.436875;
const YEAR_DAYS = 365.2425;

const MONEY_DIGITS = 2;

/** 24-hour clock in German, 12-hour elsewhere; Intl would give en-GB 24 hours. */
const hourCycle = (locale: Locale): 'h12' | 'h23' => (locale === 'de' ? 'h23' : 'h12');

const dateOptions = (style: DateStyle): Intl.DateTimeFormatOptions =>
  style === 'monthYear' ? { month: 'long', year: 'numeric' } : { dateStyle: style };

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year';

/** The largest fitting unit: minutes under 60, hours under 24, days under 31, months under 12, then years. */
function measure(milliseconds: number, days: number): readonly [number, Unit] {
  if (milliseconds < HOUR_MS) return [Math.floor(milliseconds / MINUTE_MS), 'minute'];
  // A day on which the clocks are put back has 25 hours.
  if (milliseconds < DAY_MS || days === 0) return [Math.floor(milliseconds / HOUR_MS), 'hour'];
  if (days < 31) return [days, 'day'];
  const months = Math.max(1, Math.floor(days / MONTH_DAYS));
  return months < 12 ? [months, 'month'] : [Math.max(1, Math.floor(days / YEAR_DAYS)), 'year'];
}

const midnight = (instant: Instant): number => new Date(instant).setHours(0, 0, 0, 0);

/** Days from one instant to the other by the device's calendar; rounded, as a day of a clock change has 23 or 25 hours. */
const calendarDays = (from: Instant, to: Instant): number => Math.round((midnight(to) - midnight(from)) / DAY_MS);

export interface Formats {
  readonly locale: Locale;
  date(instant: Instant, style?: DateStyle): string;
  time(instant: Instant): string;
  dateTime(instant: Instant, style?: Exclude<DateStyle, 'monthYear'>): string;
  /** "3 hours ago", "in less than a minute"; from 24 hours on the days of the device's calendar: "yesterday", "2 days ago". */
  relative(instant: Instant, now: Instant): string;
  /** "today", "yesterday", "tomorrow", by the device's calendar; else the date. */
  day(instant: Instant, now: Instant, style?: DateStyle): string;
  number(value: number): string;
  /** US dollars. */
  money(value: number, maximumFractionDigits?: number): string;
}

/** Formatters are cached: constructing an Intl formatter costs more than using it. */
export function createFormats(locale: Locale, words: TimeWords): Formats {
  const formatters = new Map<string, unknown>();
  const cached = <Formatter>(name: string, build: () => Formatter): Formatter => {
    if (!formatters.has(name)) formatters.set(name, build());
    return formatters.get(name) as Formatter;
  };
  const dateFormat = (name: string, options: Intl.DateTimeFormatOptions) =>
    cached(name, () => new Intl.DateTimeFormat(locale, options));
  const relativeFormat = () => cached('relative', () => new Intl.RelativeTimeFormat(locale));
  const clock = { hourCycle: hourCycle(locale) };

  const date: Formats['date'] = (instant, style = 'medium') =>
    dateFormat(`date ${style}`, dateOptions(style)).format(new Date(instant));
  return {
    locale,
    date,
    time: (instant) => dateFormat('time', { timeStyle: 'short', ...clock }).format(new Date(instant)),
    dateTime: (instant, style = 'medium') =>
      dateFormat(`dateTime ${style}`, { dateStyle: style, timeStyle: 'short', ...clock }).format(new Date(instant)),
    relative: (instant, now) => {
      const distance = new Date(instant).getTime() - new Date(now).getTime();
      const [count, unit] = measure(Math.abs(distance), Math.abs(calendarDays(now, instant)));
      if (count === 0) return distance > 0 ? words.inLessThanAMinute : words.lessThanAMinuteAgo;
      if (unit === 'day' && count === 1) return distance > 0 ? words.tomorrow : words.yesterday;
      return relativeFormat().format(distance > 0 ? count : -count, unit);
    },
    day: (instant, now, style) => {
      const word = { '-1': words.yesterday, '0': words.today, '1': words.tomorrow }[String(calendarDays(now, instant))];
      return word ?? date(instant, style);
    },
    number: (value) => cached('number', () => new Intl.NumberFormat(locale)).format(value),
    money: (value, maximumFractionDigits = MONEY_DIGITS) =>
      cached(
        `money ${maximumFractionDigits}`,
        () =>
          new Intl.NumberFormat(locale, {
            style: 'currency',
            currency: 'USD',
            currencyDisplay: 'narrowSymbol',
            maximumFractionDigits,
          }),
      ).format(value),
  };
}
