/** Jest sequencer: longest files first, so that no worker is left with a long one at the end; shards take about the same time. */
import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

interface Test {
  readonly path: string;
  readonly context: { readonly config: { readonly displayName?: { readonly name: string } } };
}

const root = resolve(import.meta.dirname, '../..');

/** Measured seconds by test file; `countReporter.ts` writes them. */
const measured = JSON.parse(readFileSync(join(import.meta.dirname, 'seconds.json'), 'utf8')) as Readonly<Record<string, number>>;

/** Estimated seconds per KB of a test file that was not measured, by Jest project. */
const SECONDS_PER_KB: Readonly<Record<string, number>> = { component: 4, server: 2.5, e2e: 10 };

export default class LongestFirst {
  sort<T extends Test>(tests: readonly T[]): T[] {
    return longestFirst(tests).map(({ test }) => test);
  }

  /** `shardIndex` counts from 1. */
  shard<T extends Test>(
    tests: readonly T[],
    { shardIndex, shardCount }: { readonly shardIndex: number; readonly shardCount: number },
  ): T[] {
    return divide(tests, shardCount)[shardIndex - 1] ?? [];
  }

  cacheResults(): void {
    // No cache: the order must not depend on earlier runs.
  }
}

/** Each file, longest first, goes to the part that has the least to do. */
function divide<T extends Test>(tests: readonly T[], count: number): T[][] {
  const parts = Array.from({ length: count }, () => ({ seconds: 0, tests: [] as T[] }));
  for (const { test, seconds } of longestFirst(tests)) {
    const least = parts.reduce((best, part) => (part.seconds < best.seconds ? part : best));
    least.seconds += seconds;
    least.tests.push(test);
  }
  return parts.map((part) => part.tests);
}

/** Sorts files of equal length by path, so that each machine makes the same shards. */
const longestFirst = <T extends Test>(tests: readonly T[]) =>
  tests
    .map((test) => ({ test, seconds: secondsOf(test) }))
    .toSorted((one, other) => other.seconds - one.seconds || (one.test.path < other.test.path ? -1 : 1));

function secondsOf({ path, context }: Test): number {
  const estimate = (statSync(path).size / 1024) * (SECONDS_PER_KB[context.config.displayName?.name ?? ''] ?? 0.5);
  return measured[relative(root, path)] ?? estimate;
}
