/** Where hours and days begin by the clock of a time zone, summer time included. */
import { addMs, DAY, HOUR } from '../clock.ts';
import { momentOf, offsetMs } from '../timeZone.ts';

const HOURS = 24;
const DAYS = 30;

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
    days: upTo(DAYS).map((distance) => momentOf(zone, addMs(today, distance * DAY))),
  };
}
