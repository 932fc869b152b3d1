/** A production server on its own database with demo users. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { root } from '../deploy/sources.ts';
import { seedDemo } from '../server/demo/seed.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { startCluster } from '../server/embedded/cluster.ts';
import { removeCluster } from '../server/embedded/home.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Reply, sendRequest } from './client.ts';

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly databaseUrl: string;
  /** GET of a bare Fastify route with one select of a user by key, on the same database. */
  startBareServer(): Promise<BareServer>;
  /** A second process of the product on the same database. */
  startAnother(): Promise<{ readonly url: string; stop(): Promise<void> }>;
  /** Another one, which measures how long its event loop is blocked. */
  startProbed(): Promise<ProbedServer>;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Stops the server and starts it again. @returns milliseconds until it listens */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

interface BareServer {
  get(userId: string): Promise<Reply>;
  stop(): Promise<void>;
}

export interface ProbedServer {
  readonly url: string;
  /** The longest turn of the event loop since the previous call, in milliseconds of processor time. */
  longestTurnMs(): Promise<number>;
  stop(): Promise<void>;
}

/** All requests come from one address, which would exceed the per-address limits at once. */
const RAISED_LIMITS = {
  LIMIT_LOGINS_PER_ADDRESS: '100000000',
  LIMIT_RECOVERY_PER_ADDRESS: '100000000',
  LIMIT_PASSKEY_CHALLENGES: '100000000',
  LIMIT_PERSONAL_DATA_ROWS_PER_DAY: '1000000000',
};

export async function startBenchServer(users: number): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'));
  const cluster = await startCluster({ dataDir });
  const url = cluster.url('postgres');
  const pool = openPool({ url, poolSize: 2, connectTimeoutMs: 5000, statementTimeoutMs: 0 });
  const db = openDatabase(pool);
  await migrate(db);
  await seedDemo(db, { users, now: new Date() });
  await pool.query('VACUUM ANALYZE');
  let server = await startServer(url, dataDir);
  return {
    get url() {
      return server.url;
    },
    get pid() {
      return server.child.pid as number;
    },
    databaseUrl: url,
    async startBareServer() {
      const bare = await startProcess(['bench/bareServer.ts'], { DATABASE_URL: url });
      return {
        get: (userId) => sendRequest(`${bare.url}/users/${userId}`, 'GET', {}),
        stop: () => end(bare.child),
      };
    },
    async startAnother() {
      const other = await startServer(url, dataDir);
      return { url: other.url, stop: () => end(other.child) };
    },
    async startProbed() {
      const probed = await startServer(url, dataDir, EVENT_LOOP_PROBE);
      return { url: probed.url, longestTurnMs: () => longestTurnMs(probed.child), stop: () => end(probed.child) };
    },
    query: async <Row extends pg.QueryResultRow>(text: string) => (await pool.query<Row>(text)).rows,
    async restart() {
      await end(server.child);
      const began = performance.now();
      server = await startServer(url, dataDir);
      return performance.now() - began;
    },
    async stop() {
      await end(server.child);
      await db.destroy();
      await cluster.stop();
      await removeCluster(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A process that has ended by itself is not waited for. */
async function end(child: ChildProcess): Promise<void> {
  const ended = child.exitCode ?? child.signalCode;
  if (ended !== null) {
    console.error(`The server had ended by itself: ${String(ended)}`);
    return;
  }
  child.kill('SIGTERM');
  await once(child, 'close');
}

const EVENT_LOOP_PROBE = ['--import', './test/support/eventLoopProbe.mjs'];

async function longestTurnMs(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message');
  child.send('ask');
  const [{ longestMs }] = (await answered) as [{ readonly longestMs: number }];
  return longestMs;
}

const startServer = (databaseUrl: string, dataDir: string, flags: readonly string[] = []) =>
  startProcess(
    ['server/process/launch.mjs', 'server/main.ts'],
    {
      // The administrators of the demo directory have a password only.
      ADMIN_MFA: 'off',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...RAISED_LIMITS,
    },
    flags,
  );

/** Resolves once it prints its address. */
async function startProcess(
  program: readonly string[],
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...flags, ...program], {
    cwd: root,
    // The launcher does not replace a process that has a channel.
    stdio: ['ignore', 'pipe', 'inherit', ...(flags.length > 0 ? (['ipc'] as const) : [])],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /listening on ([^\s"]+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => {
      reject(new Error(`The server did not start: ${said}`));
    });
  });
  return { child, url };
}
