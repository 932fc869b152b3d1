/** Starts a real server process on a free port, with its own database and data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Mail, readMails } from './mails.ts';

export interface TestServer {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly pid: number;
  /** Sends an IPC message and resolves with the reply of a preloaded module. */
  queryPreload(): Promise<unknown>;
  /** stdout and stderr so far, each in order; a log line may arrive after its effect is visible. */
  output(): string;
  /** All mail sent so far, oldest first. */
  mails(): Promise<Mail[]>;
  /** Sends SIGTERM, then drops database and data directory unless the caller provided them. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and keeps database and data directory, for tests of the next start. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: a fresh clone of the template, dropped on `stop`. */
  readonly database?: TestDatabase;
  readonly dataDir?: string;
  /** Modules loaded with `--import` before the server. */
  readonly preload?: readonly string[];
  /** Time limit until the server listens. */
  readonly readyMs?: number;
}

const root = resolve(import.meta.dirname, '../..');
const LISTENING = /listening on (http:\/\/\S+)/;

export async function startServer({
  env = {},
  database,
  dataDir,
  preload = [],
  readyMs = 20_000,
}: ServerOptions = {}): Promise<TestServer> {
  const ownDatabase = database ?? (await createDatabase());
  const ownDataDir = dataDir ?? (await mkdtemp(join(tmpdir(), 'gatehouse-test-')));
  const discard = async () => {
    if (database === undefined) await ownDatabase.drop();
    if (dataDir === undefined) await rm(ownDataDir, { recursive: true, force: true });
  };
  const loaded = ['./test/support/endWithParent.mjs', ...preload].flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...loaded, 'server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited(), DATABASE_URL: ownDatabase.url, DATA_DIR: ownDataDir, ...env },
  });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  let url: string;
  try {
    url = await listening(child, () => output, readyMs);
  } catch (error) {
    child.kill('SIGKILL');
    await closed;
    await discard();
    throw error;
  }
  return {
    url,
    dataDir: ownDataDir,
    database: ownDatabase,
    pid: child.pid as number,
    async queryPreload() {
      const answered = once(child, 'message');
      child.send('ask');
      return (await answered)[0] as unknown;
    },
    output: () => output,
    mails: () => readMails(ownDataDir),
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

/** Base environment of the server: the machine's variables only, not a developer's settings. */
function inherited(): Record<string, string> {
  const inheritedVariables = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inheritedVariables),
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    // Caches the type stripping of the server's modules.
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  };
}

function listening(child: ChildProcess, output: () => string, readyMs: number): Promise<string> {
  return new Promise((resolveUrl, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`The server ${why}. It wrote:\n${output()}`));
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
