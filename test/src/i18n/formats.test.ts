/** Formats of dates, times, money and relative time by SPEC.md points 8 and 9. */
import { durationText } from '@api/contract/duration.ts';
import de from '@locales/de/common.json';
import en from '@locales/en-US/common.json';
import { endText } from '@src/i18n/endText.ts';
import { createFormats, type Formats } from '@src/i18n/formats.ts';

const us = createFormats('en-US', en.time);
const gb = createFormats('en-GB', en.time);
const india = createFormats('en-IN', en.time);
const german = createFormats('de', de.time);

/** Intl separates parts with several kinds of space. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

const afternoon = new Date(2026, 10, 21, 17, 5);

describe('dates', () => {
  test.each([
    ['short', '11/21/26', '21.11.26'],
    ['medium', 'Nov 21, 2026', '21.11.2026'],
    ['long', 'November 21, 2026', '21. November 2026'],
    ['monthYear', 'November 2026', 'November 2026'],
  ] as const)('in style %s', (style, american, germanDate) => {
    expect(us.date(afternoon, style)).toBe(american);
    expect(german.date(afternoon, style)).toBe(germanDate);
  });
});

describe('the clock', () => {
  test('has 24 hours in German', () => {
    expect(german.time(afternoon)).toBe('17:05');
  });

  test.each([
    ['en-US', us],
    ['en-GB', gb],
    ['en-IN', india],
  ])('has 12 hours in %s', (_locale, formats: Formats) => {
    expect(plain(formats.time(afternoon)).toLowerCase()).toMatch(/^0?5:05 pm$/);
    expect(plain(formats.dateTime(afternoon)).toLowerCase()).toContain('5:05 pm');
  });

  test('starts the day with 12 in English and with 0 in German', () => {
    const midnight = new Date(2026, 10, 21, 0, 5);
    expect(plain(us.time(midnight))).toBe('12:05 AM');
    expect(german.time(midnight)).toBe('00:05');
  });
});

describe('relative time', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const SECOND = 1000;
  const MINUTE = 60 * SECOND;
  const HOUR = 60 * MINUTE;
  const DAY = 24 * HOUR;

  test.each([
    [-59 * SECOND, 'less than a minute ago', 'vor weniger als einer Minute'],
    [59 * SECOND, 'in less than a minute', 'in weniger als einer Minute'],
    [-MINUTE, '1 minute ago', 'vor 1 Minute'],
    [-59 * MINUTE, '59 minutes ago', 'vor 59 Minuten'],
    [-HOUR, '1 hour ago', 'vor 1 Stunde'],
    [23 * HOUR, 'in 23 hours', 'in 23 Stunden'],
    [-DAY, 'yesterday', 'gestern'],
    [DAY, 'tomorrow', 'morgen'],
    [-2 * DAY, '2 days ago', 'vor 2 Tagen'],
    [-30 * DAY, '30 days ago', 'vor 30 Tagen'],
    [-31 * DAY, '1 month ago', 'vor 1 Monat'],
    [-364 * DAY, '11 months ago', 'vor 11 Monaten'],
    [-366 * DAY, '1 year ago', 'vor 1 Jahr'],
    [-800 * DAY, '2 years ago', 'vor 2 Jahren'],
  ])('of %d ms', (distance, english, germanWords) => {
    expect(us.relative(now + distance, now)).toBe(english);
    expect(german.relative(now + distance, now)).toBe(germanWords);
  });
});

describe('from 24 hours on, days follow the calendar of the device', () => {
  const morning = new Date(2026, 10, 26, 9, 47);

  test.each([
    [new Date(2026, 10, 24, 17, 24), '2 days ago', 'vor 2 Tagen'],
    [new Date(2026, 10, 24, 23, 59), '2 days ago', 'vor 2 Tagen'],
    [new Date(2026, 10, 25, 8, 0), 'yesterday', 'gestern'],
    [new Date(2026, 10, 25, 9, 48), '23 hours ago', 'vor 23 Stunden'],
    [new Date(2026, 10, 20, 23, 0), '6 days ago', 'vor 6 Tagen'],
    [new Date(2026, 9, 27, 23, 0), '30 days ago', 'vor 30 Tagen'],
    [new Date(2026, 9, 26, 23, 0), '1 month ago', 'vor 1 Monat'],
    [new Date(2026, 10, 25, 0, 1), 'yesterday', 'gestern'],
    [new Date(2026, 10, 25, 17, 24), '16 hours ago', 'vor 16 Stunden'],
    [new Date(2026, 10, 27, 23, 59), 'tomorrow', 'morgen'],
    [new Date(2026, 10, 28, 1, 0), 'in 2 days', 'in 2 Tagen'],
    [new Date(2026, 10, 27, 9, 46), 'in 23 hours', 'in 23 Stunden'],
    [new Date(2026, 10, 24, 0, 1), '2 days ago', 'vor 2 Tagen'],
  ])('%s', (instant, english, germanWords) => {
    expect(us.relative(instant, morning)).toBe(english);
    expect(german.relative(instant, morning)).toBe(germanWords);
  });

  test('also late in the evening, when yesterday morning is two times 24 hours away but for a minute', () => {
    expect(us.relative(new Date(2026, 10, 25, 0, 1), new Date(2026, 10, 26, 23, 59))).toBe('yesterday');
  });
});

describe('the end of a period is shown by the clock', () => {
  const now = new Date(2026, 10, 26, 21, 30);

  test.each([
    [new Date(2026, 10, 26, 23, 6), '11:06 PM', '23:06'],
    [new Date(2026, 10, 27, 9, 12), 'tomorrow, 9:12 AM', 'morgen, 09:12'],
    [new Date(2026, 10, 28, 9, 12), 'Nov 28, 2026, 9:12 AM', '28.11.2026, 09:12'],
  ])('%s', (end, english, germanWords) => {
    expect(endText(us, end, now).replaceAll('\u202f', ' ')).toBe(english);
    expect(endText(german, end, now)).toBe(germanWords);
  });
});

describe('a length of time', () => {
  const MINUTE = 60_000;

  test.each([
    [-5 * MINUTE, '1 minute', '1 Minute'],
    [4.2 * MINUTE, '5 minutes', '5 Minuten'],
    [59 * MINUTE, '59 minutes', '59 Minuten'],
    [60 * MINUTE, '1 hour', '1 Stunde'],
    [1419 * MINUTE, '23 hours, 39 minutes', '23 Stunden, 39 Minuten'],
    [24 * 60 * MINUTE, '1 day', '1 Tag'],
    [51 * 60 * MINUTE, '2 days, 3 hours', '2 Tage, 3 Stunden'],
  ])('of %d ms', (milliseconds, english, germanWords) => {
    expect(durationText('en-US', milliseconds)).toBe(english);
    expect(durationText('de', milliseconds)).toBe(germanWords);
  });

  test('has one unit where there is no room for two', () => {
    expect(durationText('en-US', 1419 * MINUTE, 1)).toBe('23 hours');
    expect(durationText('de', 51 * 60 * MINUTE, 1)).toBe('2 Tage');
  });
});

describe('calendar days', () => {
  const now = new Date(2026, 10, 21, 0, 30);

  test.each([
    [new Date(2026, 10, 21, 23, 59), 'today', 'heute'],
    [new Date(2026, 10, 20, 23, 59), 'yesterday', 'gestern'],
    [new Date(2026, 10, 22, 0, 0), 'tomorrow', 'morgen'],
    [new Date(2026, 10, 19, 12), 'Nov 19, 2026', '19.11.2026'],
  ])('%s is %s', (day, words, germanWords) => {
    expect(us.day(day, now)).toBe(words);
    expect(german.day(day, now)).toBe(germanWords);
  });

  test('are right across daylight-saving changes', () => {
    const before = new Date(2026, 9, 25, 1);
    expect(us.day(new Date(2026, 9, 26, 1), before)).toBe('tomorrow');
  });
});

describe('money', () => {
  test('is in US dollars with the narrow symbol and at most two digits', () => {
    expect(us.money(1234.567)).toBe('$1,234.57');
    expect(us.money(1234.567, 0)).toBe('$1,235');
    expect(plain(german.money(1234.567))).toBe('1.234,57 $');
    expect(plain(india.money(1_234_567))).toBe('$12,34,567.00');
  });
});

test('numbers are grouped as in the locale', () => {
  expect(us.number(5000)).toBe('5,000');
  expect(german.number(5000)).toBe('5.000');
});
