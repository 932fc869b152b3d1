/** One run of the PostgreSQL server program: started, ready, ended. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Account } from './account.ts';

const READY = 'database system is ready to accept connections';
const LAST_LINES = 5;
/** A fast shutdown writes a checkpoint; past this the server is cut off and recovers from its log at the next start. */
const FAST_MS = 6_000;

export interface PostgresRun {
  /** Settles when the process has ended, however it ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the server on `home` and resolves once it accepts connections; every line it writes goes to `log`. */
export async function runPostgres(
  program: string,
  home: string,
  account: Account | undefined,
  settings: Readonly<Record<string, string>>,
  log: (line: string) => void,
): Promise<PostgresRun> {
  const args = ['-D', home, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Detached: Ctrl+C in a terminal reaches its whole process group, and the database must outlive our last requests.
  const child = spawn(program, args, { ...processOptions(account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  // However we end, short of being killed, we don't leave it behind: it then stops by itself.
  const endWithUs = (): void => {
    child.kill('SIGINT');
  };
  process.once('exit', endWithUs);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      process.off('exit', endWithUs);
      resolve();
    });
  });
  await ready(child, ended, home, log);
  return { ended, stop: () => stop(child, ended) };
}

/** Runs a program as `account`, from a directory it can enter, with an environment that holds no settings and no secrets. */
export function processOptions(account: Account | undefined): SpawnOptions & { readonly encoding: 'utf8' } {
  const { PATH, SystemRoot, TEMP, TMPDIR, LD_LIBRARY_PATH } = process.env;
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR, LD_LIBRARY_PATH }).filter(([, value]) => value !== undefined);
  return {
    cwd: path.parse(process.execPath).root,
    env: Object.fromEntries(kept),
    windowsHide: true,
    encoding: 'utf8',
    // setuid takes a signed number on macOS, where `nobody` is -2.
    ...(account === undefined ? {} : { uid: account.uid | 0, gid: account.gid | 0 }),
  };
}

function ready(child: ChildProcess, ended: Promise<void>, home: string, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    child.once('error', reject);
    void ended.then(() => {
      reject(new Error(`PostgreSQL did not start on ${home}: ${last.join(' ')}`));
    });
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      if (last.push(line) > LAST_LINES) last.shift();
      if (line.includes(READY)) resolve();
    });
  });
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT');
    const cutOff = setTimeout(() => child.kill('SIGQUIT'), FAST_MS);
    await once(child, 'exit');
    clearTimeout(cutOff);
  }
  await ended;
}
