/** Where hours and days begin by the clock of a time zone, summer time included. */
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';

const HOURS = 24;
const DAYS = 30;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Different spellings of zones that are kept; the names come from browsers. */
const MAX_FORMATS = 1000;

/** @throws RangeError for an unknown zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  if (formats.size < MAX_FORMATS) formats.set(zone, format);
  return format;
}

/** Whether it is a name that this runtime knows. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that the zone's clock is ahead of UTC. */
function offsetMs(zone: string, moment: Date): number {
  const name = formatOf(zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}

/** First moment of a day, given as the UTC midnight of the same date; where the clock skips midnight, the moment after. */
function startOfDay(zone: string, day: Date): Date {
  const guess = addMs(day, -offsetMs(zone, day));
  return addMs(day, -offsetMs(zone, guess));
}

/** Where hours and days begin, oldest first, and where the last one ends. */
export interface Edges {
  /** Of the current hour and those before. */
  readonly hours: readonly Date[];
  readonly days: readonly Date[];
}

export function edgesOf(zone: string, now: Date): Edges {
  const local = addMs(now, offsetMs(zone, now)).getTime();
  const hour = addMs(now, -(local % HOUR));
  const today = new Date(local - (local % DAY));
  const upTo = (count: number) => Array.from({ length: count + 1 }, (_, index) => index + 1 - count);
  return {
    hours: upTo(HOURS).map((distance) => addMs(hour, distance * HOUR)),
    days: upTo(DAYS).map((distance) => startOfDay(zone, addMs(today, distance * DAY))),
  };
}
