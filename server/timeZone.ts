/** Clocks of time zones. A local time is in milliseconds since 1970, as if the zone's clock were UTC's. */
import { DAY, MINUTE } from './clock.ts';

/** Offsets are whole quarters of an hour since zones were introduced. */
const QUARTER_MS = 15 * MINUTE;
/** Maximum of clocks to keep: their names come from browsers, in any spelling. */
const MAX_CLOCKS = 1000;

interface ZoneClock {
  readonly localOf: (instantMs: number) => number;
  /**
   * The instant of a local time; one that the clock skips is moved past the change, and of one that occurs twice it is the first.
   */
  readonly instantOf: (localMs: number) => number;
}

const clocks = new Map<string, ZoneClock>();

/** @param timeZone IANA name. @throws RangeError if it is unknown */
export function clockOf(timeZone: string): ZoneClock {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = makeClock(timeZone);
  if (clocks.size < MAX_CLOCKS) clocks.set(timeZone, clock);
  return clock;
}

export function isTimeZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

function makeClock(timeZone: string): ZoneClock {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', era: 'short', ...fields });
  const offsetAt = (instantMs: number): number => {
    const parts = Object.fromEntries(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
    const minutes = Number(parts.hour) * 60 + Number(parts.minute);
    const localMs = utcDay(year, Number(parts.month) - 1, Number(parts.day)) + minutes * MINUTE;
    return Math.round((localMs - instantMs) / QUARTER_MS) * QUARTER_MS;
  };
  const localOf = (instantMs: number) => instantMs + offsetAt(instantMs);
  return {
    localOf,
    instantOf(localMs) {
      const before = localMs - offsetAt(localMs - DAY);
      const after = localMs - offsetAt(localMs + DAY);
      return localOf(before) === localMs || localOf(after) !== localMs ? before : after;
    },
  };
}

/** `Date.UTC` takes the years 0 to 99 for those of the 20th century. */
export const utcDay = (year: number, month: number, date: number): number => new Date(0).setUTCFullYear(year, month, date);
