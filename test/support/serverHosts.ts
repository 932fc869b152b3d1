/** Server hosts of each Jest worker, for the whole run: see serverHost.ts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { baseEnvironment, END_WITH_PARENT } from './serverEnvironment.ts';

/** Environment variable with the folder of the hosts’ sockets and output; workers inherit it. */
const FOLDER_VARIABLE = 'TEST_SERVER_HOSTS';

/** Maximum of hosted servers that one test file has at once; a further one is a process of its own, which loads all modules. */
const HOSTS_PER_WORKER = 3;

interface Paths {
  readonly socket: string;
  readonly output: string;
}

const pathsIn = (folder: string, worker: string): Paths[] =>
  Array.from({ length: HOSTS_PER_WORKER }, (_, index) => {
    const name = join(folder, `${worker}-${String(index)}`);
    return { socket: `${name}.sock`, output: `${name}.log` };
  });

/** Call in the parent process. @returns a function that stops them */
export async function startServerHosts(workers: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-hosts-'));
  process.env[FOLDER_VARIABLE] = folder;
  const hosts = Array.from({ length: workers }, (_, index) => pathsIn(folder, String(index + 1)))
    .flat()
    .map(startHost);
  return async () => {
    await Promise.all(hosts.map(endHost));
    await rm(folder, { recursive: true, force: true });
  };
}

function startHost(paths: Paths): ChildProcess {
  const output = openSync(paths.output, 'a');
  const host = spawn(process.execPath, ['--import', END_WITH_PARENT, join(import.meta.dirname, 'serverHost.ts'), paths.socket], {
    stdio: ['ignore', output, output, 'ipc'],
    env: baseEnvironment(),
  });
  closeSync(output);
  // The host must not keep Jest alive.
  host.unref();
  host.channel?.unref();
  return host;
}

async function endHost(host: ChildProcess): Promise<void> {
  if (host.exitCode !== null || host.signalCode !== null) return;
  const exited = once(host, 'exit');
  host.kill('SIGKILL');
  await exited;
}

export interface HostedServer {
  readonly url: string;
  /** stdout and stderr since its start. */
  output(): string;
  stop(): Promise<void>;
}

type Answer = { url: string; outputFrom: number } | { error: string } | { isReserved: boolean } | { stopped: true };

export interface ReservedHost {
  /** @throws Error with the reason of the failure; the host is free again */
  start(env: Readonly<Record<string, string>>): Promise<HostedServer>;
}

/** @returns undefined if every host runs another server */
export async function reserveHost(): Promise<ReservedHost | undefined> {
  for (const paths of ownPaths()) {
    const reserved = await reserve(paths);
    if (reserved !== undefined) return reserved;
  }
  return undefined;
}

async function reserve(paths: Paths): Promise<ReservedHost | undefined> {
  if (!existsSync(paths.socket)) return undefined;
  const host = await connectTo(paths).catch(() => undefined);
  if (host === undefined) return undefined;
  const reserved = await host.ask('reserve');
  if (!('isReserved' in reserved && reserved.isReserved)) {
    host.close();
    return undefined;
  }
  return {
    async start(env) {
      const started = await host.ask(env);
      if (!('url' in started)) {
        host.close();
        throw new Error(`The server could not be started: ${'error' in started ? started.error : JSON.stringify(started)}`);
      }
      return {
        url: started.url,
        output: () => readFileSync(paths.output).subarray(started.outputFrom).toString(),
        async stop() {
          await host.ask('stop');
          host.close();
        },
      };
    },
  };
}

function ownPaths(): Paths[] {
  const folder = process.env[FOLDER_VARIABLE];
  return folder === undefined ? [] : pathsIn(folder, process.env.JEST_WORKER_ID ?? '1');
}

interface Host {
  ask(message: unknown): Promise<Answer>;
  close(): void;
}

async function connectTo(paths: Paths): Promise<Host> {
  const socket = connect(paths.socket);
  await once(socket, 'connect');
  const answers = createInterface(socket)[Symbol.asyncIterator]();
  return {
    async ask(message) {
      socket.write(`${JSON.stringify(message)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`The server host has ended:\n${readFileSync(paths.output, 'utf8')}`);
      return JSON.parse(value) as Answer;
    },
    close: () => void socket.destroy(),
  };
}
