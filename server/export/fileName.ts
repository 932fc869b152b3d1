/** The file name of an export: the days it covers, by the clock that its ends are given in. */
import { MINUTE } from '../clock.ts';

/**
 * @param time ISO 8601 with offset
 * @returns the offset from UTC in milliseconds
 */
function offsetMsOf(time: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

const dayOf = (timeMs: number, offsetMs: number): string => new Date(timeMs + offsetMs).toISOString().slice(0, 10);

interface Ends {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `<name>-<first day>-<last day>`, both inclusive; `start` without a lower bound. */
export function fileName(name: string, { from, to }: Ends, now: Date): string {
  const first = from === undefined ? 'start' : dayOf(Date.parse(from), offsetMsOf(from));
  const last = to === undefined ? dayOf(now.getTime(), offsetMsOf(from ?? '')) : dayOf(Date.parse(to) - 1, offsetMsOf(to));
  return `${name}-${first}-${last}`;
}
