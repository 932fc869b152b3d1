/** The last line of a test run, alone: how many tests passed and how many failed, over every suite. */

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that could not run at all: each counts as one failure, so that nothing goes missing silently. */
  readonly numRuntimeErrorTestSuites: number;
  /** The run itself broke off. */
  readonly runExecError?: unknown;
}

export function countLine(results: Results): string {
  const broken = results.numRuntimeErrorTestSuites + (results.runExecError === undefined ? 0 : 1);
  return `${String(results.numPassedTests)} passed, ${String(results.numFailedTests + broken)} failed`;
}

export default class CountReporter {
  /** Jest prints its own summary, and what goes wrong in tearing down, after every reporter; so the line waits for the end of the process. */
  onRunComplete(_contexts: unknown, results: Results): void {
    process.once('exit', () => {
      process.stdout.write(`${countLine(results)}\n`);
    });
  }
}
