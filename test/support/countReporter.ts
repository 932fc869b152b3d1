/** Jest reporter that prints the totals of all suites as the last line of the run. */

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Test files that could not run; each counts as one failure. */
  readonly numRuntimeErrorTestSuites: number;
  /** Set if the run was aborted. */
  readonly runExecError?: unknown;
}

export function countLine(results: Results): string {
  const broken = results.numRuntimeErrorTestSuites + (results.runExecError === undefined ? 0 : 1);
  return `${String(results.numPassedTests)} passed, ${String(results.numFailedTests + broken)} failed`;
}

export default class CountReporter {
  /** Printed at process exit: Jest's own summary and teardown errors come after all reporters. */
  onRunComplete(_contexts: unknown, results: Results): void {
    process.once('exit', () => {
      process.stdout.write(`${countLine(results)}\n`);
    });
  }
}
