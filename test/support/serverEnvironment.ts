/** The environment of every server under test. */
import { join, resolve } from 'node:path';

export const ownRoot = resolve(import.meta.dirname, '../..');

/** Module to `--import`: the process ends with the one that started it. */
export const END_WITH_PARENT = join(ownRoot, 'test/support/endWithParent.mjs');

/** Caches the type stripping of the server's modules. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(ownRoot, '.cache/node') };

/** For tests of a database that does not answer: an empty setting has its default. */
export const asInProduction = { DATABASE_CONNECT_TIMEOUT_MS: '' };

/** The environment with the machine's variables only, not a developer's settings. */
export function baseEnvironment(): Record<string, string> {
  const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inheritedVariables),
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    // The administrators of the demo directory have a password only.
    ADMIN_MFA: 'off',
    TEST_WEAK_HASHES: 'on',
    // A machine that is busy with other tests is no outage.
    DATABASE_CONNECT_TIMEOUT_MS: '30000',
    // Tests fail many logins, all from one address.
    LIMIT_FREE_LOGIN_FAILURES: '1000000',
    ...COMPILE_CACHE,
  };
}
