/**
 * Jest's order of files: long ones first, so that no worker is left alone with one at the end, and the projects mixed by their share of
 * the time. Browser stories keep the processors busy, and the server's suites mostly wait: side by side they take less than one after the other.
 */
import { statSync } from 'node:fs';

interface Test {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
}

/** How much longer a line of a file takes than one of a unit test. */
const WEIGHTS: Readonly<Record<string, number>> = { component: 4, server: 6, e2e: 12 };

/** Short files that walk a list of many states. */
const EVERY_STATE = /[\\/]everyState[\\/]/;
/** Three times the longest story. */
const EVERY_STATE_WEIGHT = 500_000;

interface Weighed {
  readonly test: Test;
  readonly weight: number;
}

/** Takes from each list in turn, so that at any point the same share of each list's weight is taken. */
function mixed(lists: readonly (readonly Weighed[])[]): Weighed[] {
  const placed = lists.flatMap((list) => {
    const total = list.reduce((sum, { weight }) => sum + weight, 0);
    let taken = 0;
    return list.map((one) => {
      const share = taken / total;
      taken += one.weight;
      return { one, share };
    });
  });
  return placed.toSorted((one, other) => one.share - other.share).map(({ one }) => one);
}

export default class LongestFirst {
  sort(tests: readonly Test[]): Test[] {
    const weighed = tests.map((test) => ({ test, weight: weightOf(test) })).toSorted((one, other) => other.weight - one.weight);
    const projects = Map.groupBy(weighed, ({ test }) => projectOf(test));
    return mixed([...projects.values()]).map(({ test }) => test);
  }

  cacheResults(): void {
    // The order is the same in a fresh clone and in any other.
  }
}

const projectOf = ({ context }: Test): string => context.config.displayName?.name ?? '';

function weightOf(test: Test): number {
  return EVERY_STATE.test(test.path) ? EVERY_STATE_WEIGHT : statSync(test.path).size * (WEIGHTS[projectOf(test)] ?? 1);
}
