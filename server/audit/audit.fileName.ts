/** What an exported report is called: by whom it is about and the days it covers, as whoever asks for it counts them. */
import type { QueryOf } from '../../api/contract/index.ts';
import { MINUTE } from '../clock.ts';

/** How far the clock that a time was read from is ahead of UTC, in milliseconds. */
function offsetOf(time: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}

const dayOf = (moment: number, offset: number): string => new Date(moment + offset).toISOString().slice(0, 10);

/** `audit-<organisation>-<first day>-<last day>`, both within the report; `start` where it is open at its beginning. */
export function fileName(
  organisation: string,
  { from, to }: Pick<QueryOf<'Users.AuditReport'>, 'from' | 'to'>,
  now: Date,
): string {
  const first = from === undefined ? 'start' : dayOf(Date.parse(from), offsetOf(from));
  const last = to === undefined ? dayOf(now.getTime(), offsetOf(from ?? '')) : dayOf(Date.parse(to) - 1, offsetOf(to));
  return `audit-${organisation}-${first}-${last}`;
}
