import { countLine, secondTries } from './countReporter.ts';

const clean = { numPassedTests: 12, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };

describe('The last line of a run', () => {
  test('counts what passed and what failed', () => {
    expect(countLine({ ...clean, numFailedTests: 2 })).toBe('12 passed, 2 failed');
  });

  test('counts a file that could not run as a failure', () => {
    expect(countLine({ ...clean, numRuntimeErrorTestSuites: 1 })).toBe('12 passed, 1 failed');
  });

  test('counts a run that broke off as a failure', () => {
    expect(countLine({ ...clean, runExecError: new Error('no memory') })).toBe('12 passed, 1 failed');
  });

  test('is preceded by the tests that passed only at their second try', () => {
    const story = (fullName: string, status: string, invocations: number) => ({ fullName, status, invocations });
    const tests = [story('steady', 'passed', 1), story('shaky', 'passed', 2), story('broken', 'failed', 2)];
    expect(secondTries({ ...clean, testResults: [{ testResults: tests }] })).toEqual(['only at the second try: shaky']);
  });
});
