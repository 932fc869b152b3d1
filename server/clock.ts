/** The server's only clock, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** @param offsetMs from `TEST_CLOCK_OFFSET_MS`, refused in production */
export const systemClock = (offsetMs = 0): Clock => ({ now: () => new Date(Date.now() + offsetMs) });

export const addMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
