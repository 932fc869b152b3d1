/** The file name of an export: the days it covers, by the time zone in which its ends are given. */
import { shortened } from '../../api/contract/rules/shortened.ts';
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

/** Characters that a file system refuses, that end a line, or that make a name read as another. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\\/:*?"<>|]/gu;
/** File systems accept 255 bytes, and headers have a limit too; the name of an organisation has none. */
const MAX_NAME_CHARACTERS = 60;

const fitting = (name: string): string => shortened(name.replaceAll(UNFIT, '-'), MAX_NAME_CHARACTERS);

interface Ends {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `<name>-<first day>-<last day>`, both inclusive; `start` without a lower bound. A long name is cut. */
export function fileName(name: string, { from, to }: Ends, now: Date): string {
  const first = from === undefined ? 'start' : dayOf(Date.parse(from), offsetMsOf(from));
  const last = to === undefined ? dayOf(now.getTime(), offsetMsOf(from ?? '')) : dayOf(Date.parse(to) - 1, offsetMsOf(to));
  return `${fitting(name)}-${first}-${last}`;
}
