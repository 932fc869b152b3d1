/** Stops a PostgreSQL that outlived the process that started it (`kill -9`), so that its data directory can be used again. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isOwnSocketDirectory } from './transport.ts';

const POLL_MS = 20;
const FAST_MS = 10_000;
const IMMEDIATE_MS = 5_000;

/**
 * Stops a PostgreSQL still running on `home` and deletes its socket directory. The caller must hold the lock of the data
 * directory.
 * @returns whether one was running
 * @throws Error naming the process if it does not end
 */
export async function stopOrphan(home: string): Promise<boolean> {
  const pidFile = path.join(home, 'postmaster.pid');
  const [pidText, , , , socketDirectory] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  const kind = isAlive(pid) ? await identify(pid, home) : 'gone';
  if (kind === 'postgres') await stop(pid, home);
  // The process id was reused, or its process is a zombie; PostgreSQL, which only checks whether it can be signalled, would refuse to
  // start. It still refuses by its shared memory while a process of the former server is at work.
  if (kind === 'stranger' || isZombie(pid)) await rm(pidFile, { force: true });
  if (socketDirectory !== undefined && isOwnSocketDirectory(socketDirectory)) {
    await rm(socketDirectory, { recursive: true, force: true });
  }
  return kind === 'postgres';
}

async function stop(pid: number, home: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
  ] as const) {
    // On Windows a signal kills at once; the cluster recovers from its WAL.
    process.kill(pid, process.platform === 'win32' ? 'SIGKILL' : signal);
    for (const end = Date.now() + timeoutMs; Date.now() < end;) {
      if (!isAlive(pid)) return;
      await delay(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL process ${String(pid)}, left from an earlier run on ${home}, does not end. End it by hand.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/**
 * Whether the process has ended and only its parent has not taken note, as where a container's first process reaps nothing. It holds
 * neither files nor memory, but can still be signalled.
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    // The program's name, in brackets before the state, may hold brackets itself.
    return /^[ZX]/.test(
      readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
        .split(') ')
        .at(-1) ?? '',
    );
  } catch {
    return false;
  }
}

/** What runs under `pid`; `unknown` if the system does not tell, then PostgreSQL's own check decides. */
async function identify(pid: number, home: string): Promise<'postgres' | 'stranger' | 'unknown'> {
  try {
    // PostgreSQL's working directory is its data directory; the kernel knows it even after a move.
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
