/** Due times and ranges of reports, by any clock. */
import { nextTime, spanOf } from '../../../server/reports/times.ts';
import { clockOf } from '../../../server/timeZone.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => new Date(text);
const next = (schedule: Parameters<typeof nextTime>[0], zone: string, after: string) =>
  nextTime(schedule, zone, at(after)).toISOString();

describe('A schedule', () => {
  test.each([
    // The times are in winter, on the day when 2 o'clock is skipped, summer, the day when 2 o'clock comes twice.
    ['2026-03-27T12:00:00Z', '2026-03-28T01:00:00.000Z'],
    ['2026-03-28T01:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['2026-03-29T01:00:00Z', '2026-03-30T00:00:00.000Z'],
    ['2026-10-24T00:00:00Z', '2026-10-25T00:00:00.000Z'],
    ['2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
    ['2026-10-25T00:59:59Z', '2026-10-26T01:00:00.000Z'],
  ])('daily at 2 o’clock in Berlin, after %s: %s', (after, expected) => {
    expect(next({ every: 'day', hour: 2 }, BERLIN, after)).toBe(expected);
  });

  test.each([
    [{ every: 'week', weekday: 1, hour: 7 }, 'America/New_York', '2026-03-08T00:00:00Z', '2026-03-09T11:00:00.000Z'],
    [{ every: 'week', weekday: 7, hour: 0 }, 'Pacific/Auckland', '2026-03-07T12:00:00Z', '2026-03-14T11:00:00.000Z'],
    [{ every: 'month', day: 31, hour: 23 }, 'UTC', '2026-01-31T23:00:00Z', '2026-02-28T23:00:00.000Z'],
    [{ every: 'month', day: 29, hour: 0 }, 'Asia/Kathmandu', '2028-02-01T00:00:00Z', '2028-02-28T18:15:00.000Z'],
    [{ every: 'month', day: 1, hour: 0 }, 'America/Sao_Paulo', '2026-12-31T12:00:00Z', '2027-01-01T03:00:00.000Z'],
  ] as const)('%j in %s, after %s: %s', (schedule, zone, after, expected) => {
    expect(next(schedule, zone, after)).toBe(expected);
  });

  test('every moment of a year leads to the next one of its clock, once a day', () => {
    for (const zone of [BERLIN, 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca']) {
      const times: number[] = [];
      for (let time = at('2026-01-01T00:00:00Z'); times.length < 365; times.push(time.getTime()))
        time = nextTime({ every: 'day', hour: 2 }, zone, time);
      const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 3_600_000);
      expect(gaps.every((gap) => gap >= 22 && gap <= 26)).toBe(true);
    }
  });

  test('ranges are days, weeks and months of the clock', () => {
    const span = (range: Parameters<typeof spanOf>[0], now: string) => {
      const { from, to } = spanOf(range, BERLIN, at(now));
      return [from?.toISOString(), to.toISOString()];
    };
    const now = '2026-03-30T04:00:00Z';
    expect(span({ kind: 'previous', unit: 'day' }, now)).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    expect(span({ kind: 'previous', unit: 'week' }, now)).toEqual(['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
    expect(span({ kind: 'previous', unit: 'month' }, now)).toEqual(['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z']);
    expect(span({ kind: 'days', days: 2 }, now)).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-30T04:00:00.000Z']);
    expect(span({ kind: 'between', from: null, to: null }, now)).toEqual([undefined, '2026-03-30T04:00:00.000Z']);
  });

  test.each([
    ['a day that begins at 1 o’clock', 'America/Santiago', '2026-09-06T00:00:00Z', '2026-09-06T04:00:00.000Z'],
    ['skipped in the east', BERLIN, '2026-03-29T02:30:00Z', '2026-03-29T01:30:00.000Z'],
    ['skipped in the west', 'America/New_York', '2026-03-08T02:30:00Z', '2026-03-08T07:30:00.000Z'],
    ['twice in the east: the first', BERLIN, '2026-10-25T02:30:00Z', '2026-10-25T00:30:00.000Z'],
    ['twice in the west: the first', 'America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T05:30:00.000Z'],
  ])('%s', (_what, zone, local, expected) => {
    expect(new Date(clockOf(zone).instantOf(at(local).getTime())).toISOString()).toBe(expected);
  });
});
