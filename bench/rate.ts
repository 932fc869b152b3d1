/** How many calls a server answers in a second, and how many in a second of one core of server and database together. */
import { cpuOfChildren } from './cpu.ts';
import { median } from './figures.ts';

export interface Rate {
  readonly perSecond: number;
  /** NaN where the system does not tell. */
  readonly perCore: number;
}

export const ROUNDS = 5;

/** The medians of {@link ROUNDS} rounds of `calls` calls, `atOnce` under way; a first round that is not counted warms up. */
export async function rateOf(calls: number, atOnce: number, call: (turn: number) => Promise<unknown>): Promise<Rate> {
  const rounds: Rate[] = [];
  let turn = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const end = turn + calls;
    const cpu = cpuOfChildren(process.pid);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (turn < end) {
          turn += 1;
          await call(turn);
        }
      }),
    );
    const took = performance.now() - began;
    const used = cpuOfChildren(process.pid) - cpu;
    if (round > 0) rounds.push({ perSecond: (calls * 1000) / took, perCore: (calls * 1000) / used });
  }
  return { perSecond: median(rounds.map((rate) => rate.perSecond)), perCore: median(rounds.map((rate) => rate.perCore)) };
}
