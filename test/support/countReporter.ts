/** The last line of a test run, alone: how many tests passed and how many failed, over every suite. */

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that could not run at all: each counts as one failure, so that nothing goes missing silently. */
  readonly numRuntimeErrorTestSuites: number;
  /** The run itself broke off. */
  readonly runExecError?: unknown;
  readonly testResults: readonly {
    readonly testResults: readonly { readonly fullName: string; readonly status: string; readonly invocations?: number }[];
  }[];
}

export function countLine(results: Results): string {
  const broken = results.numRuntimeErrorTestSuites + (results.runExecError === undefined ? 0 : 1);
  return `${String(results.numPassedTests)} passed, ${String(results.numFailedTests + broken)} failed`;
}

/** Tests that did not pass at their first try: said each time, so that none stays shaky unseen. */
export function secondTries({ testResults }: Results): string[] {
  const tests = testResults.flatMap((file) => file.testResults);
  return tests
    .filter(({ status, invocations = 1 }) => status === 'passed' && invocations > 1)
    .map(({ fullName }) => `only at the second try: ${fullName}`);
}

export default class CountReporter {
  /** Jest prints its own summary, and what goes wrong in tearing down, after every reporter; so the line waits for the end of the process. */
  onRunComplete(_contexts: unknown, results: Results): void {
    process.once('exit', () => {
      process.stdout.write([...secondTries(results), countLine(results), ''].join('\n'));
    });
  }
}
