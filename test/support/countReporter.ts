/** The last line of a test run, alone: how many tests passed and how many failed, over every suite. */

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
}

/** A file that could not run at all counts as one failure, so that nothing goes missing silently. */
export const countLine = (results: Results): string =>
  `${String(results.numPassedTests)} passed, ${String(results.numFailedTests + results.numRuntimeErrorTestSuites)} failed`;

export default class CountReporter {
  onRunComplete(_contexts: unknown, results: Results): void {
    process.stdout.write(`${countLine(results)}\n`);
  }
}
