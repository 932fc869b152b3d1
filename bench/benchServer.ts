/** A production server on its own database with demo users, and HTTP clients with little overhead. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { root } from '../deploy/sources.ts';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { seedDemo } from '../server/demo/seed.ts';
import { openDatabase, openPool } from '../server/db/database.ts';
import { startCluster } from '../server/embedded/cluster.ts';
import { removeCluster } from '../server/embedded/home.ts';
import { migrate } from '../server/db/migrate.ts';

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /** Stops the server and starts it again. @returns milliseconds until it listens */
  restart(): Promise<number>;
  stop(): Promise<void>;
}

/** All requests come from one address, which would exceed the per-address limits at once. */
const RAISED_LIMITS = { LIMIT_LOGINS_PER_ADDRESS: '100000000', LIMIT_RECOVERY_PER_ADDRESS: '100000000' };

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

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}

async function startServer(databaseUrl: string, dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...RAISED_LIMITS,
    },
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, found] = /listening on (\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => {
      reject(new Error(`The server did not start: ${said}`));
    });
  });
  return { child, url };
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly tookMs: number;
}

export interface LoggedInClient {
  get(path: string): Promise<Reply>;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<Reply>;
  readonly headers: Readonly<Record<string, string>>;
}

const agent = new Agent({ keepAlive: true });

/** One request over a kept-alive connection; cheaper than `fetch`. */
function sendRequest(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<Reply & { cookies: string[] }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          text,
          tookMs: performance.now() - began,
          cookies: response.headers['set-cookie'] ?? [],
        });
      });
      response.once('error', reject);
    });
    call.once('error', reject);
    call.end(body);
  });
}

/** Logs in with the demo password. @throws Error unless a full session results */
export async function logIn(url: string, userName: string): Promise<LoggedInClient> {
  const cookies = new Map<string, string>();
  const headers = () => ({
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  });
  const keep = ({ cookies: set }: { cookies: string[] }) => {
    for (const [, name = '', value = ''] of set.map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie) ?? [])) cookies.set(name, value);
  };
  keep(await sendRequest(`${url}/api/Login/Login`, 'GET', {}));
  const answer = await sendRequest(
    `${url}/api/Login/Login`,
    'POST',
    headers(),
    JSON.stringify({ userName, password: DEMO_PASSWORD }),
  );
  if (!answer.text.includes('SignedIn')) throw new Error(`${userName} could not log in: ${answer.text}`);
  keep(answer);
  const session = headers();
  return {
    headers: session,
    get: (path) => sendRequest(`${url}${path}`, 'GET', session),
    send: (method, path, body) =>
      sendRequest(`${url}${path}`, method, session, body === undefined ? undefined : JSON.stringify(body)),
  };
}
