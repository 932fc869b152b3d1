/** A real primary with a real streaming replica of it, both the project's own PostgreSQL. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { accountFor } from '../../server/embedded/account.ts';
import { binariesFor } from '../../server/embedded/binaries.ts';
import { startCluster } from '../../server/embedded/cluster.ts';
import { processOptions } from '../../server/embedded/postgres.ts';
import { eventually } from './eventually.ts';
import { freePort } from './nginx.ts';
import { seedTemplate } from './template.ts';

export interface Replicated {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  onPrimary<Row extends pg.QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Keeps the primary's commits from the replica until replay is resumed. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Resolves once the replica has everything that the primary has now. */
  caughtUp(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'postgres';
const FAST = { fsync: 'off', full_page_writes: 'off' };

export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-replica-'));
  // As root, PostgreSQL runs under another account, which must reach its directories inside.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'primary');
  const first = await startCluster({ dataDir, settings: FAST, transport: 'loopback' });
  await seedTemplate(first.url(DATABASE));
  await first.stop();
  // The copy of a stopped cluster is a complete base backup.
  const [primaryHome, replicaHome] = [join(dataDir, 'postgres'), join(folder, 'replica')];
  const account = accountFor(primaryHome);
  await appendFile(join(primaryHome, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 scram-sha-256\n');
  await cp(primaryHome, replicaHome, { recursive: true, preserveTimestamps: true });
  await writeFile(join(replicaHome, 'standby.signal'), '');
  if (account) spawnSync('chown', ['-R', `${String(account.uid)}:${String(account.gid)}`, replicaHome]);
  await chmod(replicaHome, 0o700);
  const primary = await startCluster({ dataDir, settings: FAST, transport: 'loopback' });
  const primaryUrl = primary.url(DATABASE);
  const replicaUrl = new URL(primaryUrl);
  replicaUrl.port = String(await freePort());
  const { postgres } = await binariesFor(account);
  const source = new URL(primaryUrl);
  const settings = {
    ...FAST,
    listen_addresses: '127.0.0.1',
    port: replicaUrl.port,
    unix_socket_directories: '',
    primary_conninfo: `host=127.0.0.1 port=${source.port} user=${source.username} password=${source.password}`,
    wal_receiver_status_interval: '100ms',
    wal_retrieve_retry_interval: '100ms',
  };
  const pool = new pg.Pool({ connectionString: primaryUrl, max: 2 });
  pool.on('error', () => undefined);
  let child: ChildProcess | undefined;

  const onReplica = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: replicaUrl.href });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const onPrimary = async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...values])).rows;

  async function startReplica(): Promise<void> {
    if (child?.exitCode === null && child.signalCode === null) return;
    const args = ['-D', replicaHome, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    child = spawn(postgres, args, { ...processOptions(account), stdio: 'ignore' });
    await eventually('the replica to stream', async () => {
      await onReplica('SELECT 1');
      return (await onPrimary("SELECT FROM pg_stat_replication WHERE state = 'streaming'")).length === 1;
    });
  }
  async function stopReplica(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }
  await startReplica();
  return {
    primaryUrl,
    replicaUrl: replicaUrl.href,
    onPrimary,
    startReplica,
    stopReplica,
    pauseReplay: async () => {
      await onReplica('SELECT pg_wal_replay_pause()');
      await eventually('the replay to pause', async () => {
        const [row] = await onReplica<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
        return row?.state === 'paused';
      });
    },
    resumeReplay: async () => {
      await onReplica('SELECT pg_wal_replay_resume()');
    },
    async caughtUp() {
      const [now] = await onPrimary<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
      await eventually('the replica to catch up', async () => {
        const [row] = await onReplica<{ done: boolean }>(`SELECT pg_last_wal_replay_lsn() >= '${now?.lsn ?? ''}' AS done`);
        return row?.done;
      });
    },
    async stop() {
      await stopReplica();
      await pool.end();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
