/** Days by the clock of a time zone, and the moments at which they begin. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

function offsetMs(zone: string, moment: number): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}

/** @param day `2026-11-01`. @returns ISO 8601 in UTC, of the day `addedDays` later */
export function startOf(zone: string, day: string, addedDays = 0): string {
  const local = Date.parse(day) + addedDays * DAY_MS;
  const [before, after] = [-DAY_MS, DAY_MS].map((away) => local - offsetMs(zone, local + away)) as [number, number];
  const isMidnight = (moment: number) => moment + offsetMs(zone, moment) === local;
  // If the clock skips midnight, the day begins later by the skipped time.
  return new Date(isMidnight(before) || !isMidnight(after) ? before : after).toISOString();
}

/** @returns the day that begins at the moment, `addedDays` later; undefined if none does */
export function dayAt(zone: string, moment: string, addedDays = 0): string | undefined {
  const time = Date.parse(moment);
  const day = new Date(time + offsetMs(zone, time)).toISOString().slice(0, 10);
  if (Date.parse(startOf(zone, day)) !== time) return undefined;
  return new Date(Date.parse(day) + addedDays * DAY_MS).toISOString().slice(0, 10);
}

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Names of time zones, with UTC, which browsers leave out. */
export const zones = (): string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ownZone()])].sort();
