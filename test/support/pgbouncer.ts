/** The real PgBouncer in transaction mode, where it is installed, in front of the test cluster. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './nginx.ts';

export interface PgBouncer {
  /** The same database through the pooler. */
  through(databaseUrl: string): string;
  stop(): Promise<void>;
}

const NOBODY_ID = 65_534;

/** Undefined where it is not installed. */
export const pgbouncerVersion = (): string | undefined => {
  const { status, stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0] : undefined;
};

/** @param poolSize connections to the database, for each database */
export async function startPgBouncer(clusterUrl: string, poolSize = 4): Promise<PgBouncer> {
  const { hostname, port, username, password } = new URL(clusterUrl);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const target = { host: decodeURIComponent(hostname), port: port || '5432', user: username, password };
  await writeFile(
    file,
    `[databases]
* = ${Object.entries(target)
      .map(([name, value]) => `${name}='${decodeURIComponent(value)}'`)
      .join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(own)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${String(poolSize)}
max_client_conn = 500
`,
  );
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? { uid: NOBODY_ID, gid: NOBODY_ID } : {};
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...account });
  const ended = once(child, 'exit');
  await eventually('PgBouncer to listen', () => isListening(own));
  return {
    through(databaseUrl) {
      const url = new URL(databaseUrl);
      url.hostname = '127.0.0.1';
      url.port = String(own);
      return url.href;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
  return true;
}
