/** A real server process on a free port, with a database and a data directory of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Mail, readMails } from './mails.ts';

export interface TestServer {
  /** `http://127.0.0.1:<port>`, no slash at the end. */
  readonly url: string;
  readonly dataDir: string;
  readonly database: TestDatabase;
  readonly pid: number;
  /** What a module loaded into it answers to a message. */
  ask(): Promise<unknown>;
  /** Everything it has written so far, each stream in its order; a line of the log may arrive after what it speaks of was seen. */
  output(): string;
  /** All mail it has sent so far, oldest first. */
  mails(): Promise<Mail[]>;
  /** Asks it to end (SIGTERM), and drops database and data directory unless they were given. Gives the exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL) and keeps database and data directory, so that the next process can be judged. */
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Share a database, or keep one over a restart; absent: a fresh clone of the template. */
  readonly database?: TestDatabase;
  readonly dataDir?: string;
  /** Modules that are loaded into it first. */
  readonly preload?: readonly string[];
  /** How long it may take to listen. */
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
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (written += text));
  let url: string;
  try {
    url = await listening(child, () => written, readyMs);
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
    async ask() {
      const answered = once(child, 'message');
      child.send('ask');
      return (await answered)[0] as unknown;
    },
    output: () => written,
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

/** What the server gets from the environment of the tests: the machine's, never a developer's own settings. */
function inherited(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: '0',
    // Every start would strip the types of the whole server again.
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  };
}

function listening(child: ChildProcess, written: () => string, readyMs: number): Promise<string> {
  return new Promise((resolveUrl, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`The server ${why}. It wrote:\n${written()}`));
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
      const found = LISTENING.exec(written())?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolveUrl(found.replace(/\/$/, ''));
    });
  });
}
