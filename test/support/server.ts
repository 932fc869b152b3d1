/** Real servers on a free port, each with its own database and data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asServerReaches, onReplica } from './databaseUrl.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { baseEnvironment, END_WITH_PARENT, ownRoot } from './serverEnvironment.ts';
import { type Mail, readMails } from './mails.ts';
import { reserveHost } from './serverHosts.ts';

export interface TestServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  /** stdout and stderr so far, each in order; a log line may arrive after its effect is visible. */
  output(): string;
  /** All mail sent so far, oldest first. */
  mails(): Promise<Mail[]>;
  /** Stops it gracefully, then drops database and data directory unless the caller provided them. */
  stop(): Promise<unknown>;
}

/** A server in a process of its own. */
export interface ServerProcess extends TestServer {
  readonly pid: number;
  /** Stops it by SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends an IPC message and resolves with the reply of a preloaded module. */
  queryPreload(): Promise<unknown>;
  /** Sends SIGKILL and keeps database and data directory, for tests of the next start. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The host of its public address, such as `localhost`; absent: the IP address, under which browsers have no passkeys. */
  readonly publicHost?: string;
  /** Absent: a fresh clone of the template, dropped on `stop`. */
  readonly database?: TestDatabase;
  readonly dataDir?: string;
  /** Time limit until the server listens, in a process of its own. */
  readonly readyMs?: number;
}

export interface ProcessOptions extends ServerOptions {
  /** Modules loaded with `--import` before the server. */
  readonly preload?: readonly string[];
  /** The folder of another checkout of the program. */
  readonly root?: string;
}

const LISTENING = /listening on (http:\/\/[^\s"]+)/;

/** Starts a server in a host of this Jest worker, or in a process of its own if all are busy. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const host = await reserveHost();
  if (host === undefined) return startServerProcess(options);
  const { database, dataDir, publicUrl, env, discard } = await prepareServer(options);
  try {
    const hosted = await host.start(env);
    return {
      url: publicUrl ?? hosted.url,
      dataDir,
      database,
      output: hosted.output,
      mails: () => readMails(dataDir),
      async stop() {
        await hosted.stop();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** What a server needs before it starts. */
interface Preparation {
  readonly database: TestDatabase;
  readonly dataDir: string;
  readonly publicUrl: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** Drops database and data directory unless the caller provided them. */
  discard(): Promise<void>;
}

async function prepareServer({ env, publicHost, database, dataDir }: ServerOptions): Promise<Preparation> {
  const ownDatabase = database ?? (await createDatabase());
  const ownDataDir = dataDir ?? (await mkdtemp(join(tmpdir(), 'gatehouse-test-')));
  const replicaUrl = onReplica(ownDatabase.url);
  const publicUrl = publicHost === undefined ? undefined : `http://${publicHost}:${String(await freePort())}`;
  return {
    database: ownDatabase,
    dataDir: ownDataDir,
    publicUrl,
    env: {
      ...baseEnvironment(),
      DATABASE_URL: asServerReaches(ownDatabase.url),
      ...(replicaUrl !== undefined && { DATABASE_READ_URL: replicaUrl }),
      DATA_DIR: ownDataDir,
      ...(publicUrl && { PUBLIC_URL: publicUrl, PORT: new URL(publicUrl).port }),
      ...env,
    },
    async discard() {
      if (database === undefined) await ownDatabase.drop();
      if (dataDir === undefined) await rm(ownDataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a server in a process of its own, for tests of processes. */
export async function startServerProcess(options: ProcessOptions = {}): Promise<ServerProcess> {
  const { preload = [], root = ownRoot, readyMs = 120_000 } = options;
  const { database, dataDir, publicUrl, env, discard } = await prepareServer(options);
  const importFlags = [END_WITH_PARENT, ...preload].flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...importFlags, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  let url: string;
  try {
    url = await waitUntilListening(child, () => output, readyMs);
  } catch (error) {
    child.kill('SIGKILL');
    await closed;
    await discard();
    throw error;
  }
  return {
    url: publicUrl ?? url,
    dataDir,
    database,
    pid: child.pid as number,
    async queryPreload() {
      const answered = once(child, 'message');
      child.send('ask');
      return (await answered)[0] as unknown;
    },
    output: () => output,
    mails: () => readMails(dataDir),
    async stop() {
      child.kill('SIGTERM');
      await closed;
      await discard();
      return child.exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function waitUntilListening(child: ChildProcess, output: () => string, readyMs: number): Promise<string> {
  return new Promise((resolveUrl, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`The server ${reason}. Its output:\n${output()}`));
    };
    const timer = setTimeout(() => {
      fail(`did not listen within ${String(readyMs)} ms`);
    }, readyMs);
    child.once('error', (error) => {
      fail(`could not be started: ${error.message}`);
    });
    child.once('close', (code) => {
      fail(`ended with code ${String(code)} before it listened`);
    });
    child.stdout?.on('data', () => {
      const found = LISTENING.exec(output())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolveUrl(found.replace(/\/$/, ''));
    });
  });
}
