/** Starts the processes of a cluster, waits until they answer, and ends exactly those, by their ids. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '../../server/embedded/account.ts';
import type { Plan } from './plan.ts';
import type { Service } from './service.ts';

const READY_MS = 90_000;
const STOP_MS = 15_000;

export interface Processes {
  start(service: Service): Promise<void>;
  /** Ends one at once, as a power cut would. */
  kill(name: string): void;
  /** The last lines that it has written. */
  tail(name: string): string;
  /** Ends all, the last one first, and what they have started. */
  stop(): Promise<void>;
}

/** @param unprivileged undefined: everything runs as the current user */
export function openProcesses(plan: Plan, folder: string, unprivileged: Account | undefined): Processes {
  const running = new Map<string, ChildProcess>();
  const logOf = (name: string) => join(folder, 'logs', `${name}.log`);
  const tail = (name: string) => readFileSync(logOf(name), 'utf8').trim().split('\n').slice(-8).join('\n');

  async function start(service: Service): Promise<void> {
    const log = openSync(logOf(service.name), 'a');
    const child = spawn(service.program, [...service.args], {
      cwd: folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...service.env },
      stdio: ['ignore', log, log],
      // Ctrl-C would reach all at once; they are ended in order instead.
      detached: true,
      ...(service.account === 'unprivileged' && unprivileged ? { uid: unprivileged.uid, gid: unprivileged.gid } : {}),
    });
    closeSync(log);
    running.set(service.name, child);
    const failed = new Promise<never>((_resolve, reject) => {
      child.once('error', reject);
    });
    await Promise.race([failed, untilReady(service, child)]);
  }

  async function untilReady({ name, ready }: Service, child: ChildProcess): Promise<void> {
    const startedAtMs = performance.now();
    while (performance.now() - startedAtMs < READY_MS) {
      if (child.exitCode !== null) throw new Error(`${name} ended at once:\n${tail(name)}`);
      if (await answers(ready)) return;
      await pause(100);
    }
    throw new Error(`${name} does not answer on port ${String(ready.port)}:\n${tail(name)}`);
  }

  async function end(name: string): Promise<void> {
    const child = running.get(name);
    if (!child) return;
    running.delete(name);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(cut);
  }

  return {
    start,
    tail,
    kill: (name) => running.get(name)?.kill('SIGKILL'),
    async stop() {
      const names = [...running.keys()].reverse();
      // The parts of one kind end together: a Patroni that ends alone would have another node promoted first.
      const groups = Map.groupBy(names, (name) => name.replace(/\d$/, ''));
      for (const group of groups.values()) await Promise.all(group.map(end));
      for (const { dataDir } of plan.nodes) await endPostmaster(dataDir);
    },
  };
}

/** The process id of a node's PostgreSQL; undefined if it is not running. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return isOurs(pid, dataDir) ? pid : undefined;
}

/** The number in an old file may belong to a stranger by now. */
function isOurs(pid: number, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
      .split('\0')
      .includes(`--config-file=${join(dataDir, 'postgresql.conf')}`);
  } catch {
    return false;
  }
}

/** Ends the PostgreSQL of a Patroni that was killed. */
async function endPostmaster(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  const startedAtMs = performance.now();
  while (isOurs(pid, dataDir)) {
    if (performance.now() - startedAtMs > STOP_MS) process.kill(pid, 'SIGKILL');
    await pause(100);
  }
}

async function answers({ port, path }: Service['ready']): Promise<boolean> {
  if (path !== undefined)
    return fetch(`http://127.0.0.1:${String(port)}${path}`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

export const takenPorts = async (ports: readonly number[]): Promise<number[]> => {
  const taken = await Promise.all(ports.map((port) => answers({ port })));
  return ports.filter((_port, index) => taken[index]);
};
