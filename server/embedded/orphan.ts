/** Ends a PostgreSQL that outlived the process that started it (`kill -9`), so that its data directory can be served again. */
import { execFileSync } from 'node:child_process';
import { readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnSocketDirectory } from './transport.ts';

const POLL_MS = 20;
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5_000;

/**
 * Stops whatever PostgreSQL still runs on `home` and clears what it left in its socket directory.
 * The caller holds the data directory, so that nobody else can be using it rightfully.
 *
 * @throws Error naming the process where it will not end
 */
export async function stopOrphan(home: string): Promise<void> {
  const pidFile = path.join(home, 'postmaster.pid');
  const [pidText, , , , socketDirectory] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const kind = isAlive(pid) ? await identify(pid, home) : 'gone';
  if (kind === 'postgres') await stop(pid, home);
  // The id belongs to a stranger by now; PostgreSQL, which only asks whether it is alive, would refuse to start.
  if (kind === 'stranger') await rm(pidFile, { force: true });
  if (socketDirectory !== undefined && isOwnSocketDirectory(socketDirectory)) {
    await rm(socketDirectory, { recursive: true, force: true });
  }
}

async function stop(pid: number, home: string): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
  ] as const) {
    // A signal ends a Windows process at once; the cluster recovers from its log.
    process.kill(pid, process.platform === 'win32' ? 'SIGKILL' : signal);
    for (const end = Date.now() + patience; Date.now() < end;) {
      if (!isAlive(pid)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL process ${String(pid)}, left from an earlier run on ${home}, does not end. End it by hand.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What runs under `pid`; `unknown` where the system won't tell, and PostgreSQL's own check then decides. */
async function identify(pid: number, home: string): Promise<'postgres' | 'stranger' | 'unknown'> {
  try {
    // PostgreSQL's working directory is its data directory, which the kernel knows even after it was moved.
    if (process.platform === 'linux') {
      const [program, cwd] = await Promise.all([readlink(`/proc/${String(pid)}/exe`), readlink(`/proc/${String(pid)}/cwd`)]);
      return path.basename(program) === 'postgres' && cwd === home ? 'postgres' : 'stranger';
    }
    const commandLine = processCommandLine(pid);
    return commandLine.includes('postgres') && commandLine.includes(home) ? 'postgres' : 'stranger';
  } catch {
    return 'unknown';
  }
}

function processCommandLine(pid: number): string {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${String(pid)}").CommandLine`;
  return process.platform === 'win32'
    ? execFileSync('powershell.exe', ['-NoProfile', '-Command', query], { encoding: 'utf8' })
    : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
