/** Edges of a histogram's bars: whole hours, days, weeks, months or years of a time zone, within a range. */
import { clockOf, utcDay } from '../timeZone.ts';

const MAX_BARS = 92;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const MONTH_DAYS = 31;

type Width = { readonly minutes: number } | { readonly days: number } | { readonly months: number };

const widths: readonly Width[] = [
  ...[15, 30, 60, 120, 180, 360, 720].map((minutes) => ({ minutes })),
  { days: 1 },
  { days: 7 },
  ...[1, 3, 12, 60, 120, 1200, 12_000].map((months) => ({ months })),
];

const minutesOf = (width: Width): number =>
  'minutes' in width ? width.minutes : 'days' in width ? width.days * DAY_MINUTES : width.months * MONTH_DAYS * DAY_MINUTES;

/** @returns at least two edges, with both ends of the range; none if it is empty. @throws RangeError for an unknown time zone */
export function barEdges(from: Date, to: Date, timeZone: string): Date[] {
  if (from >= to) return [];
  const zone = clockOf(timeZone);
  const rangeMinutes = (to.getTime() - from.getTime()) / MINUTE_MS;
  const width = widths.find((each) => rangeMinutes / minutesOf(each) < MAX_BARS - 1) ?? { months: 12_000 };
  const within: number[] = [];
  let local = startOf(width, zone.localOf(from.getTime()));
  for (let steps = 0; steps <= 2 * MAX_BARS; steps += 1) {
    const edge = zone.instantOf(local);
    if (edge >= to.getTime()) break;
    // A local time that occurs twice, or never, gives no bar of its own.
    if (edge > from.getTime() && edge > (within.at(-1) ?? 0)) within.push(edge);
    local = next(width, local);
  }
  return [from, ...within.map((edge) => new Date(edge)), to];
}

/** The clock of a zone as if it were UTC's. */
function startOf(width: Width, local: number): number {
  const day = new Date(local);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  if ('minutes' in width) return Math.floor(local / (width.minutes * MINUTE_MS)) * width.minutes * MINUTE_MS;
  if ('months' in width) return utcDay(0, Math.floor((year * 12 + month) / width.months) * width.months, 1);
  // Weeks begin on Monday.
  return utcDay(year, month, width.days === 1 ? date : date - ((day.getUTCDay() + 6) % 7));
}

function next(width: Width, local: number): number {
  if ('minutes' in width) return local + width.minutes * MINUTE_MS;
  if ('days' in width) return local + width.days * DAY_MINUTES * MINUTE_MS;
  const month = new Date(local);
  return utcDay(month.getUTCFullYear(), month.getUTCMonth() + width.months, 1);
}
