/** Dates, times, money and sizes as SPEC.md points 8 and 9 have them, by the browser's own knowledge of each locale. */
import type { Locale } from './locale.ts';

export type DateStyle = 'short' | 'medium' | 'long' | 'monthYear';

/** An instant: milliseconds, an ISO text, or a date. */
export type Instant = number | string | Date;

/** The words that Intl does not have; from `common:time`. */
export interface TimeWords {
  readonly lessThanAMinuteAgo: string;
  readonly inLessThanAMinute: string;
  readonly today: string;
  readonly yesterday: string;
  readonly tomorrow: string;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Averages, in days. */
const MONTH = 30.436875;
const YEAR = 365.2425;

const MONEY_DIGITS = 2;

/** German has a 24-hour clock, the others a 12-hour one, whatever Intl thinks of en-GB. */
const hourCycle = (locale: Locale): 'h12' | 'h23' => (locale === 'de' ? 'h23' : 'h12');

const dateOptions = (style: DateStyle): Intl.DateTimeFormatOptions =>
  style === 'monthYear' ? { month: 'long', year: 'numeric' } : { dateStyle: style };

/** Whole units between, and which: minutes under 60, hours under 24, days under 31, months under 12, then years. */
function measure(milliseconds: number): readonly [number, 'minute' | 'hour' | 'day' | 'month' | 'year'] {
  if (milliseconds < HOUR) return [Math.floor(milliseconds / MINUTE), 'minute'];
  if (milliseconds < DAY) return [Math.floor(milliseconds / HOUR), 'hour'];
  const days = Math.floor(milliseconds / DAY);
  if (days < 31) return [days, 'day'];
  const months = Math.max(1, Math.floor(days / MONTH));
  return months < 12 ? [months, 'month'] : [Math.max(1, Math.floor(days / YEAR)), 'year'];
}

const midnight = (instant: Instant): number => new Date(instant).setHours(0, 0, 0, 0);

export interface Formats {
  date(instant: Instant, style?: DateStyle): string;
  time(instant: Instant): string;
  dateTime(instant: Instant, style?: Exclude<DateStyle, 'monthYear'>): string;
  /** "3 hours ago", "yesterday", "in less than a minute"; `now` is the moment to count from. */
  relative(instant: Instant, now: Instant): string;
  /** "today", "yesterday", "tomorrow", by the calendar of this device; else the date. */
  day(instant: Instant, now: Instant, style?: DateStyle): string;
  number(value: number): string;
  /** US dollars. */
  money(value: number, maximumFractionDigits?: number): string;
}

/** Building an Intl formatter costs more than using it: each is built once, when first asked for. */
export function createFormats(locale: Locale, words: TimeWords): Formats {
  const built = new Map<string, unknown>();
  const once = <Formatter>(name: string, build: () => Formatter): Formatter => {
    if (!built.has(name)) built.set(name, build());
    return built.get(name) as Formatter;
  };
  const moment = (name: string, options: Intl.DateTimeFormatOptions) =>
    once(name, () => new Intl.DateTimeFormat(locale, options));
  const since = (numeric: 'auto' | 'always') =>
    once(`relative ${numeric}`, () => new Intl.RelativeTimeFormat(locale, { numeric }));
  const clock = { hourCycle: hourCycle(locale) };

  const date: Formats['date'] = (instant, style = 'medium') =>
    moment(`date ${style}`, dateOptions(style)).format(new Date(instant));
  return {
    date,
    time: (instant) => moment('time', { timeStyle: 'short', ...clock }).format(new Date(instant)),
    dateTime: (instant, style = 'medium') =>
      moment(`dateTime ${style}`, { dateStyle: style, timeStyle: 'short', ...clock }).format(new Date(instant)),
    relative: (instant, now) => {
      const distance = new Date(instant).getTime() - new Date(now).getTime();
      const [count, unit] = measure(Math.abs(distance));
      if (count === 0) return distance > 0 ? words.inLessThanAMinute : words.lessThanAMinuteAgo;
      if (count === 1 && unit === 'day') return distance > 0 ? words.tomorrow : words.yesterday;
      return since('always').format(distance > 0 ? count : -count, unit);
    },
    day: (instant, now, style) => {
      const days = Math.round((midnight(instant) - midnight(now)) / DAY);
      const word = { '-1': words.yesterday, '0': words.today, '1': words.tomorrow }[String(days)];
      return word ?? date(instant, style);
    },
    number: (value) => once('number', () => new Intl.NumberFormat(locale)).format(value),
    money: (value, maximumFractionDigits = MONEY_DIGITS) =>
      once(
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
