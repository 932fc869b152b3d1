import { countLine } from './countReporter.ts';

const clean = { numPassedTests: 12, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };

describe('The last line of a run', () => {
  test('counts what passed and what failed', () => {
    expect(countLine({ ...clean, numFailedTests: 2 })).toBe('12 passed, 2 failed');
  });

  test('counts a file that could not run as a failure', () => {
    expect(countLine({ ...clean, numRuntimeErrorTestSuites: 1 })).toBe('12 passed, 1 failed');
  });

  test('counts an aborted run as a failure', () => {
    expect(countLine({ ...clean, runExecError: new Error('no memory') })).toBe('12 passed, 1 failed');
  });
});
