/** Which counts and which single events make up a range of time exactly: whole days, whole quarters of an hour, and the rest. */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 1440 * MINUTE_MS;

export interface TimeRange {
  /** Counts; undefined: open. */
  readonly from?: Date | undefined;
  /** Does not count; undefined: open. */
  readonly to?: Date | undefined;
}

export interface ExactRanges {
  /** The whole range, which starts and ends with whole days but for those in `splitDays`. */
  readonly range: TimeRange;
  /** Days (UTC) that lie in several bars, or in part outside of the range: quarters of them are read instead. */
  readonly splitDays: readonly Date[];
  /** Whole quarters within the range begin in here. */
  readonly quarters: TimeRange;
  /** Less than a quarter each, at the ends of the range. */
  readonly remainders: readonly Required<TimeRange>[];
}

/** @param edges between the bars of a range, with its ends. @throws RangeError if one within is not a whole quarter */
export function exactRanges(range: TimeRange, edges: readonly Date[] = []): ExactRanges {
  if (edges.slice(1, -1).some((edge) => edge.getTime() % QUARTER_MS !== 0)) throw new RangeError('An edge is within a quarter');
  const ends = [range.from, range.to].filter((end) => end !== undefined);
  const split = [...edges, ...ends].map(Number).filter((edge) => edge % DAY_MS !== 0);
  const { from, to } = range;
  const quarters = { from: from && roundedTo(QUARTER_MS, Math.ceil, from), to: to && roundedTo(QUARTER_MS, Math.floor, to) };
  return {
    range,
    splitDays: [...new Set(split.map((edge) => Math.floor(edge / DAY_MS) * DAY_MS))].map((day) => new Date(day)),
    quarters,
    remainders: remaindersOf(range, quarters),
  };
}

const roundedTo = (ms: number, round: (value: number) => number, time: Date): Date => new Date(round(time.getTime() / ms) * ms);

function remaindersOf({ from, to }: TimeRange, quarters: TimeRange): Required<TimeRange>[] {
  if (from && to && quarters.from && quarters.to && quarters.from > quarters.to) return [{ from, to }];
  const first = from && quarters.from && from < quarters.from ? [{ from, to: quarters.from }] : [];
  const last = to && quarters.to && quarters.to < to ? [{ from: quarters.to, to }] : [];
  return [...first, ...last];
}
