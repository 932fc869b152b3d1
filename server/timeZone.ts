/** Offsets of time zones, summer time included. */
import { addMs, DAY, HOUR, MINUTE } from './clock.ts';

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
export function offsetMs(zone: string, moment: Date): number {
  const name = formatOf(zone)
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}

/**
 * The moment when the zone's clock shows a time, given as if it were UTC's. A time that the clock skips comes as much later as the
 * clock is put forward; of one that comes twice it is the first.
 */
export function momentOf(zone: string, local: Date): Date {
  const [before, after] = [-DAY, DAY].map((distance) => addMs(local, -offsetMs(zone, addMs(local, distance)))) as [Date, Date];
  const isShown = (moment: Date) => addMs(moment, offsetMs(zone, moment)).getTime() === local.getTime();
  return isShown(before) || !isShown(after) ? before : after;
}
