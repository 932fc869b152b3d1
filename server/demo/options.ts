/** Arguments and environment of `npm run demo`, validated. */
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { MIN_USERS } from './accounts.ts';

interface DemoOptions {
  readonly config: Config;
  readonly users: number;
}

const DEFAULT_USERS = 5_000;
const MAX_USERS = 1_000_000;
/** The shared password is in the manual, so the demo must be reachable from this machine only. */
const LOOPBACK = '127.0.0.1';

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError with one line per fault */
export function demoOptions(args: readonly string[], environment: Environment): DemoOptions {
  const { users, port } = parseArguments(args);
  const faults = environmentFaults(environment);
  const count = Number(users ?? DEFAULT_USERS);
  if (!Number.isInteger(count) || count < MIN_USERS || count > MAX_USERS)
    faults.push(`--users: must be a whole number from ${String(MIN_USERS)} to ${String(MAX_USERS)}`);
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  const config = readConfig({
    // Accounts that users of the demo create can be used at once.
    CHANGE_FIRST_PASSWORD: 'off',
    // Its administrators are known by their password alone.
    ADMIN_MFA: 'off',
    // Users of the demo may export a million users as often as they like.
    LIMIT_PERSONAL_DATA_ROWS_PER_DAY: '1000000000',
    ...environment,
    HOST: LOOPBACK,
    PORT: port ?? environment.PORT,
    DATA_DIR: environment.DATA_DIR ?? './data/demo',
    // The users are invented, but their mail would really be sent.
    SMTP_URL: undefined,
  });
  return { config, users: count };
}

function parseArguments(args: readonly string[]): { users?: string | undefined; port?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options: { users: { type: 'string' }, port: { type: 'string' } } }).values;
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nUsage: npm run demo -- [--users N] [--port N]`, { cause: error });
  }
}

function environmentFaults({ HOST, DATABASE_URL }: Environment): string[] {
  const faults: string[] = [];
  if (HOST && HOST !== LOOPBACK && HOST !== 'localhost')
    faults.push(`HOST: the demo's passwords are public, so it listens on ${LOOPBACK} only, not on ${HOST}`);
  if (DATABASE_URL) faults.push('DATABASE_URL: the demo begins with a fresh database of its own; unset it');
  return faults;
}
