/** Jest reporter that prints the slowest files, and the totals of all suites as the last line of the run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Test files that could not run; each counts as one failure. */
  readonly numRuntimeErrorTestSuites: number;
  /** Set if the run was aborted. */
  readonly runExecError?: unknown;
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly numFailingTests: number;
    readonly perfStats: { readonly runtime: number };
  }[];
}

const root = resolve(import.meta.dirname, '../..');

/** The sequencer makes shards from it. */
const secondsFile = join(import.meta.dirname, 'seconds.json');

function countLine(results: Omit<Results, 'testResults'>): string {
  const broken = results.numRuntimeErrorTestSuites + (results.runExecError === undefined ? 0 : 1);
  return `${String(results.numPassedTests)} passed, ${String(results.numFailedTests + broken)} failed`;
}

export default class CountReporter {
  /** Printed at process exit: Jest's own summary and teardown errors come after all reporters. */
  onRunComplete(_contexts: unknown, results: Results): void {
    const seconds = secondsByFile(results.testResults);
    // A failed file has waited until its timeout.
    const green = results.testResults.filter(({ numFailingTests }) => numFailingTests === 0);
    if (process.env.TEST_SECONDS === 'record') record(secondsByFile(green));
    process.once('exit', () => {
      if (seconds.length > 10) process.stdout.write(`Slowest: ${slowest(seconds)}\n`);
      process.stdout.write(`${countLine(results)}\n`);
    });
  }
}

const secondsByFile = (testResults: Results['testResults']): [string, number][] =>
  testResults
    .map(({ testFilePath, perfStats }): [string, number] => [relative(root, testFilePath), Math.round(perfStats.runtime / 1000)])
    .toSorted(([, one], [, other]) => other - one);

const slowest = (seconds: readonly [string, number][]): string =>
  seconds
    .slice(0, 10)
    .map(([path, duration]) => `${path} ${String(duration)} s`)
    .join(', ');

/** Adds to the file what this run measured; files that no run has measured keep the sequencer's estimate. */
function record(seconds: readonly [string, number][]): void {
  const known = JSON.parse(readFileSync(secondsFile, 'utf8')) as Record<string, number>;
  const all = Object.entries({ ...known, ...Object.fromEntries(seconds) }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(secondsFile, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
}
