/** Jest sequencer: longest files first, so that no worker is left with a long one at the end. */
import { statSync } from 'node:fs';

interface Test {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
}

/** Estimated run time per byte of a test file, relative to unit tests, by Jest project. */
const WEIGHTS: Readonly<Record<string, number>> = { component: 4, server: 6, e2e: 12 };

/** Short files that visit many states. */
const EVERY_STATE = /[\\/]everyState[\\/]/;

export default class LongestFirst {
  sort(tests: readonly Test[]): Test[] {
    return tests
      .map((test) => ({ test, weight: weightOf(test) }))
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ test }) => test);
  }

  cacheResults(): void {
    // No cache: the order must not depend on earlier runs.
  }
}

function weightOf({ path, context }: Test): number {
  if (EVERY_STATE.test(path)) return Number.MAX_SAFE_INTEGER;
  return statSync(path).size * (WEIGHTS[context.config.displayName?.name ?? ''] ?? 1);
}
