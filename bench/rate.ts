/** Throughput: calls per second, and per CPU second of server and database together. */
import { descendantsCpuMs } from './cpu.ts';
import { atLeast, unbudgeted, type ResultRow } from './resultTable.ts';
import { integer, median } from './statistics.ts';

export interface Rate {
  readonly perSecond: number;
  /** Calls per CPU second; NaN without /proc. */
  readonly perCoreSecond: number;
}

export const ROUNDS = 5;

/** The rate per core of server and database, as a multiple of a reference of the same run. */
export function relative(what: string, rate: Rate, referencePerCoreSecond: number, least?: number): ResultRow {
  const share = rate.perCoreSecond / referencePerCoreSecond;
  const write = (value: number) => `${value.toFixed(value < 0.1 ? 3 : 2)} ×`;
  const measured = `${write(share)} (${integer(rate.perCoreSecond)}/s)`;
  return least === undefined ? unbudgeted(what, measured) : { ...atLeast(what, share, least, write), measured };
}

/** Medians of {@link ROUNDS} rounds of `calls` calls with `concurrency` pending; an extra first round warms up. */
export async function rateOf(calls: number, concurrency: number, call: (index: number) => Promise<unknown>): Promise<Rate> {
  const rounds: Rate[] = [];
  let index = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const end = index + calls;
    const cpu = descendantsCpuMs(process.pid);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (index < end) {
          index += 1;
          await call(index);
        }
      }),
    );
    const took = performance.now() - began;
    const used = descendantsCpuMs(process.pid) - cpu;
    if (round > 0) rounds.push({ perSecond: (calls * 1000) / took, perCoreSecond: (calls * 1000) / used });
  }
  return {
    perSecond: median(rounds.map((rate) => rate.perSecond)),
    perCoreSecond: median(rounds.map((rate) => rate.perCoreSecond)),
  };
}
