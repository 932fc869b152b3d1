/** Which counts and single events make up a range of time exactly: whole days, parts of days, quarters of an hour, and the rest. */

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 1440 * MINUTE_MS;

export interface TimeRange {
  /** Counts; undefined: open. */
  readonly from?: Date | undefined;
  /** Does not count; undefined: open. */
  readonly to?: Date | undefined;
}

/** A whole day (UTC) that lies in two bars, as do the days of most time zones. The longer part is the day without the shorter one. */
export interface HalvedDay {
  readonly day: Date;
  /** The shorter part. */
  readonly from: Date;
  readonly to: Date;
  /** A time in the longer part. */
  readonly longer: Date;
}

export interface ExactRanges {
  /** The whole range, which starts and ends with whole days but for those in `splitDays`. */
  readonly range: TimeRange;
  readonly halvedDays: readonly HalvedDay[];
  /** Days (UTC) that lie in more bars, or in part outside of the range: quarters of them are read instead. */
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
  const split = new Set([...edges, ...ends].map(Number).filter((edge) => edge % DAY_MS !== 0));
  const byDay = Map.groupBy(split, (edge) => Math.floor(edge / DAY_MS) * DAY_MS);
  const { from, to } = range;
  const isEnd = (edge: number) => ends.some((end) => end.getTime() === edge);
  const isHalved = ([, dayEdges]: [number, number[]]) => dayEdges.length === 1 && !dayEdges.some(isEnd);
  const quarters = { from: from && roundedTo(QUARTER_MS, Math.ceil, from), to: to && roundedTo(QUARTER_MS, Math.floor, to) };
  return {
    range,
    halvedDays: [...byDay].filter(isHalved).map(([day, [edge = day]]) => halved(day, edge)),
    splitDays: [...byDay].filter((entry) => !isHalved(entry)).map(([day]) => new Date(day)),
    quarters,
    remainders: remaindersOf(range, quarters),
  };
}

function halved(dayMs: number, edgeMs: number): HalvedDay {
  const [day, edge, end] = [dayMs, edgeMs, dayMs + DAY_MS].map((time) => new Date(time)) as [Date, Date, Date];
  return edgeMs - dayMs < DAY_MS / 2 ? { day, from: day, to: edge, longer: edge } : { day, from: edge, to: end, longer: day };
}

const roundedTo = (ms: number, round: (value: number) => number, time: Date): Date => new Date(round(time.getTime() / ms) * ms);

function remaindersOf({ from, to }: TimeRange, quarters: TimeRange): Required<TimeRange>[] {
  if (from && to && quarters.from && quarters.to && quarters.from > quarters.to) return [{ from, to }];
  const first = from && quarters.from && from < quarters.from ? [{ from, to: quarters.from }] : [];
  const last = to && quarters.to && quarters.to < to ? [{ from: quarters.to, to }] : [];
  return [...first, ...last];
}
