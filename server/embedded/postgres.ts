/** One run of the PostgreSQL server: start, ready, end. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Account } from './account.ts';

const READY = 'database system is ready to accept connections';
const ERROR_LINES = 5;
/** A fast shutdown writes a checkpoint; after this time the server is killed and recovers at the next start. */
const FAST_MS = 6_000;

export interface PostgresRun {
  /** Resolves when the process has ended, for whatever reason. */
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
  // Detached: Ctrl+C signals the whole process group, and the database must outlive our last requests.
  const child = spawn(program, args, { ...processOptions(account), detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  // Stops the server however our process ends, except by SIGKILL.
  const stopServer = (): void => {
    child.kill('SIGINT');
  };
  process.once('exit', stopServer);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      process.off('exit', stopServer);
      resolve();
    });
  });
  await ready(child, ended, home, log);
  return { ended, stop: () => stop(child, ended) };
}

/** Spawn options to run a program as `account`, in a directory it can enter, without our configuration and secrets. */
export function processOptions(account: Account | undefined): SpawnOptions & { readonly encoding: 'utf8' } {
  const { PATH, SystemRoot, TEMP, TMPDIR, LD_LIBRARY_PATH } = process.env;
  const environment = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR, LD_LIBRARY_PATH }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    cwd: path.parse(process.execPath).root,
    env: Object.fromEntries(environment),
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
      if (last.push(line) > ERROR_LINES) last.shift();
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
