/** Finds when hours and days start by the clock of a time zone, summer time included. */
import { addMs, DAY, HOUR } from '../clock.ts';
import { clockOf } from '../timeZone.ts';

const HOURS = 24;
const DAYS = 30;
/** An hour is compared with the same hour of as many days before. */
const USUAL_DAYS = 7;

/** The times at which hours and days start, oldest first, and at which the last one ends. */
export interface Edges {
  /** Edges of the current hour and those before. */
  readonly hours: readonly Date[];
  /** Edges of the same hours, and of those of the days that say what is usual. */
  readonly weekHours: readonly Date[];
  readonly days: readonly Date[];
}

/** @throws RangeError for an unknown zone */
export function edgesOf(timeZone: string, now: Date): Edges {
  const clock = clockOf(timeZone);
  const localMs = clock.localOf(now.getTime());
  const hour = addMs(now, -(localMs % HOUR));
  const todayMs = localMs - (localMs % DAY);
  const upTo = (count: number) => Array.from({ length: count + 1 }, (_, index) => index + 1 - count);
  const weekHours = upTo(HOURS * (1 + USUAL_DAYS)).map((distance) => addMs(hour, distance * HOUR));
  return {
    hours: weekHours.slice(-HOURS - 1),
    weekHours,
    days: upTo(DAYS).map((distance) => new Date(clock.instantOf(todayMs + distance * DAY))),
  };
}
