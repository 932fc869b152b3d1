/** Four kinds of tests, one run: pure units, components in jsdom, the server from outside, and stories in a browser. */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

const shared: Project = {
  rootDir: import.meta.dirname,
  transform: { '\\.tsx?$': '<rootDir>/test/support/transform.ts' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: {
    // First, as a style sheet may be named by an alias too.
    '\\.css$': '<rootDir>/test/support/emptyModule.ts',
    '^@(api|store|src|server|locales)/(.*)$': '<rootDir>/$1/$2',
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/.cache/'],
};

/** Real servers on a real database: one PostgreSQL for the whole run, one database for each test file. */
const withDatabase: Project = {
  globalSetup: '<rootDir>/test/support/clusterSetup.ts',
  globalTeardown: '<rootDir>/test/support/clusterTeardown.ts',
};

const tests = (...folders: string[]): string[] => folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.{ts,tsx}`);

const config: Config = {
  // Two at a time on a small machine, since half of each test is waiting; a browser story counts for two cores on a larger one.
  maxWorkers: Math.max(2, Math.floor(availableParallelism() / 2)),
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/test/support/countReporter.ts'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: tests('api/contract', 'contract', 'locales', 'registry', 'support'),
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'component',
      testEnvironment: '<rootDir>/test/support/jsdomEnvironment.ts',
      setupFilesAfterEnv: ['<rootDir>/test/support/jsdomSetup.ts'],
      testMatch: tests('src', 'store', 'api/client'),
    },
    { ...shared, ...withDatabase, displayName: 'server', testEnvironment: 'node', testMatch: tests('server') },
    {
      ...shared,
      ...withDatabase,
      globalSetup: '<rootDir>/test/support/browserSetup.ts',
      displayName: 'e2e',
      testEnvironment: 'node',
      testMatch: tests('e2e'),
    },
  ],
};

export default config;
