/** Jest's order of files: long ones first, so that no worker is left alone with one at the end. */
import { statSync } from 'node:fs';

interface Test {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
}

/** How much longer a line of a file takes than one of a unit test. */
const WEIGHTS: Readonly<Record<string, number>> = { component: 4, server: 6, e2e: 12 };

/** Short files that walk a list of many states. */
const EVERY_STATE = /[\\/]everyState[\\/]/;

export default class LongestFirst {
  sort(tests: readonly Test[]): Test[] {
    return tests
      .map((test) => ({ test, weight: weightOf(test) }))
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ test }) => test);
  }

  cacheResults(): void {
    // The order is the same in a fresh clone and in any other.
  }
}

function weightOf({ path, context }: Test): number {
  if (EVERY_STATE.test(path)) return Number.MAX_SAFE_INTEGER;
  return statSync(path).size * (WEIGHTS[context.config.displayName?.name ?? ''] ?? 1);
}
