/** Computes the ends of a report's range, and when it is due, by the clock of its time zone, summer time included. */
import type { ReportRange, ReportSchedule } from '../../api/contract/reports.shapes.ts';
import { addMs, DAY, HOUR, MINUTE } from '../clock.ts';
import { clockOf } from '../timeZone.ts';

/** The date by a zone's clock, as midnight in UTC. */
function dateIn(zone: string, moment: Date): Date {
  const localMs = clockOf(zone).localOf(moment.getTime());
  return new Date(localMs - (((localMs % DAY) + DAY) % DAY));
}

/** The moment at which a zone's clock shows a time, given as if it were UTC's. */
const momentOf = (zone: string, local: Date): Date => new Date(clockOf(zone).instantOf(local.getTime()));

const firstOfMonth = (date: Date, addedMonths = 0): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + addedMonths, 1));
/** 1: Monday. */
const weekdayOf = (date: Date): number => ((date.getUTCDay() + 6) % 7) + 1;

interface Span {
  /** Null: open. */
  readonly from: Date | null;
  readonly to: Date;
}

export function spanOf(range: ReportRange, zone: string, now: Date): Span {
  const today = dateIn(zone, now);
  const monday = addMs(today, (1 - weekdayOf(today)) * DAY);
  const between = (from: Date, to: Date) => ({ from: momentOf(zone, from), to: momentOf(zone, to) });
  if (range.kind === 'between') return { from: dateOf(range.from), to: dateOf(range.to) ?? now };
  if (range.kind === 'days') return { from: momentOf(zone, addMs(today, (1 - range.days) * DAY)), to: now };
  if (range.unit === 'day') return between(addMs(today, -DAY), today);
  if (range.unit === 'week') return between(addMs(monday, -7 * DAY), monday);
  return between(firstOfMonth(today, -1), firstOfMonth(today));
}

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** The limit is longer than a month and the skipped part of another. */
const MAX_DAYS_AHEAD = 63;

/** @returns the first time after `after` */
export function nextTime(schedule: ReportSchedule, zone: string, after: Date): Date {
  const today = dateIn(zone, after);
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const date = addMs(today, ahead * DAY);
    const moment = momentOf(zone, addMs(date, schedule.hour * HOUR));
    if (isDay(schedule, date) && moment > after) return moment;
  }
  throw new Error('A schedule without a next time');
}

function isDay(schedule: ReportSchedule, date: Date): boolean {
  if (schedule.every === 'week') return weekdayOf(date) === schedule.weekday;
  if (schedule.every === 'month')
    return date.getUTCDate() === Math.min(schedule.day, addMs(firstOfMonth(date, 1), -DAY).getUTCDate());
  return true;
}

/** ISO 8601 with the zone's offset. */
export function isoIn(zone: string, moment: Date): string {
  const offset = clockOf(zone).localOf(moment.getTime()) - moment.getTime();
  const minutes = Math.abs(offset) / MINUTE;
  const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${addMs(moment, offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${text}`;
}
