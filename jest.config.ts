/** Four kinds of tests, one run: pure units, components in jsdom, the server from outside, and stories in a browser. */
import { availableParallelism } from 'node:os';
import type { Config } from 'jest';
import { isFull } from './test/support/scale.ts';

type Project = Exclude<NonNullable<Config['projects']>[number], string>;

const moduleNameMapper = {
  // First, as a style sheet may be named by an alias too.
  '\\.css$': '<rootDir>/test/support/emptyModule.ts',
  '^@(api|store|src|server|locales)/(.*)$': '<rootDir>/$1/$2',
};

/**
 * In the name of tests that the default run leaves to `npm run test:all`: of faults, load, other programs, each state of each screen,
 * and more of a noun than its rules. Also run where an argument names them.
 */
const EXTENDED = 'extended';
const isExtended = isFull || process.argv.some((argument) => argument.includes(EXTENDED));

const shared: Project = {
  rootDir: import.meta.dirname,
  transform: { '\\.tsx?$': '<rootDir>/test/support/transform.ts' },
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper,
  testPathIgnorePatterns: ['/node_modules/', ...(isExtended ? [] : [`\\.${EXTENDED}\\.test\\.tsx?$`])],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/data/', '<rootDir>/.cache/'],
};

/** Real servers on a real database: one PostgreSQL for the whole run, one database for each test file. */
const withDatabase: Project = {
  globalSetup: '<rootDir>/test/support/clusterSetup.ts',
  globalTeardown: '<rootDir>/test/support/clusterTeardown.ts',
};

const tests = (...folders: string[]): string[] => folders.map((folder) => `<rootDir>/test/${folder}/**/*.test.{ts,tsx}`);

const config: Config = {
  // A worker waits a quarter of its time for its browser, server and database: two cores have room for four.
  maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
  // After a long run a worker, which nothing keeps, needs over half a second to give its gigabyte back; one that is kept needs longer.
  workerGracefulExitTimeout: 10_000,
  testSequencer: '<rootDir>/test/support/sequencer.ts',
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/test/support/countReporter.ts'],
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testEnvironment: 'node',
      testMatch: [...tests('api/contract', 'contract', 'locales', 'registry'), '<rootDir>/test/src/**/*.test.ts'],
    },
    {
      ...shared,
      ...withDatabase,
      displayName: 'component',
      testEnvironment: '<rootDir>/test/support/jsdomEnvironment.ts',
      moduleNameMapper: {
        ...moduleNameMapper,
        '^antd$': '<rootDir>/test/support/antd.ts',
        '^antd/es/(.*)$': 'antd/lib/$1',
        '^@ant-design/cssinjs$': '<rootDir>/test/support/cssinjs.ts',
      },
      setupFilesAfterEnv: ['<rootDir>/test/support/jsdomSetup.ts'],
      testMatch: [...tests('store', 'api/client'), '<rootDir>/test/src/**/*.test.tsx'],
    },
    { ...shared, ...withDatabase, displayName: 'server', testEnvironment: 'node', testMatch: tests('server') },
    {
      ...shared,
      ...withDatabase,
      globalSetup: '<rootDir>/test/support/browserSetup.ts',
      globalTeardown: '<rootDir>/test/support/browserTeardown.ts',
      displayName: 'e2e',
      testEnvironment: '<rootDir>/test/support/browserEnvironment.ts',
      testMatch: tests('e2e'),
    },
  ],
};

export default config;
