/** The connection pool, the query builder, and transactions. */
import { Kysely, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { boundedDialect } from './dialect.ts';
import { PreparingClient } from './prepared.ts';
import type { Database } from './schema.ts';
import { cutSilentConnections, type SilenceLimits, type WatchedClient } from './silentConnections.ts';

export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;
/** Queries of repositories, which work inside and outside of a transaction. */
export type Queries = Db | Transaction;

/** bigint columns are counters and milliseconds here, all far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Bypasses a pooler, for what must not wait behind it; `url` if not set. */
  directUrl?: string | undefined;
  /** Connections per process. */
  poolSize: number;
  /** Maximum wait for a connection before the database counts as unavailable, in milliseconds. */
  connectTimeoutMs: number;
  /** Maximum duration of a statement, in milliseconds; 0 for no limit. */
  statementTimeoutMs: number;
  /** The address may lead to several servers, so that a process id found on one says nothing about another. */
  isSpread?: boolean;
  /** Gives up connections that have gone silent. */
  silence?: SilenceLimits;
  onIdleError?: (error: Error) => void;
  onSilence?: (count: number) => void;
}

/** A server process of the database. Ids are used again, also by another server after a failover; start times are not. */
export interface Backend {
  pid: number;
  /** Seconds since 1970, to the microsecond. */
  startedAt: string;
}

/** SQL of the backend that executes it, to be read in the transaction whose statements may be cancelled. */
export const OWN_BACKEND =
  'SELECT pid, extract(epoch FROM backend_start)::text AS "startedAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()';

export interface CancellablePool extends pg.Pool {
  readonly statementTimeoutMs: number;
  /** Closes all connections at once; open transactions roll back. */
  destroyConnections(): void;
  /**
   * Cancels the running statement of a backend, over a separate connection: the pool may be exhausted by the very work to be
   * cancelled. No effect if none is running. The caller keeps the backend's transaction open meanwhile, or has closed its
   * connection: afterwards a pooler may have given the backend to a stranger.
   */
  cancel(backend: Backend): Promise<void>;
}

export interface DatabaseAccess {
  readonly db: Db;
  /** The pool below `db`, for streams and cancelling. */
  readonly pool: CancellablePool;
}

/** A connection is renewed after this time, so that after a failover all of them reach the new primary. */
const MAX_LIFETIME_SECONDS = 30 * 60;
/**
 * An idle connection is kept this long: a new one costs a process of PostgreSQL with cold caches and SCRAM, so that twenty requests after a
 * pause took ten times as long as on connections that were there.
 */
const IDLE_TIMEOUT_MS = 5 * 60_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
const CANCEL_TIMEOUT_MS = 2000;
/** How long closing the pool waits for connections in use. */
const END_TIMEOUT_MS = 1000;

export function openPool(options: DatabaseOptions): CancellablePool {
  const { url, directUrl, connectTimeoutMs, statementTimeoutMs } = options;
  const settings = {
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'gatehouse',
  };
  const pool = new pg.Pool({
    ...settings,
    Client: PreparingClient,
    connectionString: url,
    max: options.poolSize,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- pg-pool awaits it
    onConnect: async (client) => {
      Object.assign(client, { direct: await limitStatements(client, { connectTimeoutMs, statementTimeoutMs }) });
    },
  });
  const cancelPool = new pg.Pool({
    ...settings,
    connectionString: directUrl ?? url,
    query_timeout: CANCEL_TIMEOUT_MS,
    max: 1,
  });
  cancelPool.on('error', () => undefined);
  const endPool: () => Promise<void> = pool.end.bind(pool);
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => options.onIdleError?.(withoutClient(error)));
  // A connection that breaks between two queries of a transaction must not end the process either; the next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clients = new Set<WatchedClient & PreparingClient>();
  pool.on('connect', (client) => clients.add(client as unknown as WatchedClient & PreparingClient));
  pool.on('remove', (client) => clients.delete(client as unknown as WatchedClient & PreparingClient));
  const inUse = new WeakSet<object>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  const destroyConnections = () => {
    for (const { connection } of clients) connection.stream.destroy();
  };
  const endWatch =
    options.silence &&
    cutSilentConnections(
      {
        clients,
        url,
        directUrl,
        isIdle: (client) => !inUse.has(client),
        isDirect: (client) => options.isSpread !== true && client.direct,
      },
      options.silence,
      options.onSilence ?? (() => undefined),
    );
  return Object.assign(pool, {
    statementTimeoutMs,
    destroyConnections,
    async cancel({ pid, startedAt }: Backend) {
      const client = await cancelPool.connect();
      let failed = true;
      try {
        await client.query(
          'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND extract(epoch FROM backend_start) = $2::numeric',
          [pid, startedAt],
        );
        failed = false;
      } finally {
        client.release(failed);
      }
    },
    async end() {
      endWatch?.();
      const cut = setTimeout(destroyConnections, END_TIMEOUT_MS);
      try {
        await Promise.all([endPool(), cancelPool.end()]);
      } finally {
        clearTimeout(cut);
      }
    },
  });
}

/**
 * Limits statements outside of transactions, for the whole session: only where the connection is our own. A pooler in transaction
 * mode would hand the setting to strangers, and it gives out process ids of its own.
 * @returns whether the connection is our own
 */
async function limitStatements(
  client: pg.ClientBase,
  { connectTimeoutMs, statementTimeoutMs }: { connectTimeoutMs: number; statementTimeoutMs: number },
): Promise<boolean> {
  const { processID, connection } = client as pg.ClientBase & WatchedClient;
  const cut = setTimeout(() => connection.stream.destroy(), connectTimeoutMs);
  try {
    const { rows } = await client.query<{ direct: boolean }>(
      `SELECT pid = $1 AS direct, CASE WHEN pid = $1 THEN set_config('statement_timeout', $2, false) END FROM pg_backend_pid() AS pid`,
      [processID, String(statementTimeoutMs)],
    );
    return rows[0]?.direct === true;
  } finally {
    clearTimeout(cut);
  }
}

/** Removes the connection that the pool attaches to its errors: it has the password, which would reach the log. */
const withoutClient = (error: Error): Error =>
  Object.assign(new Error(error.message), { code: (error as { code?: string }).code, stack: error.stack });

export const openDatabase = (pool: CancellablePool): Db =>
  new Kysely<Database>({ dialect: boundedDialect(pool, pool.statementTimeoutMs) });

/** Serialisation failure and deadlock: PostgreSQL asks to retry. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Runs `work` in one transaction. Retries twice after a deadlock, so `work` must not have effects outside the database. */
export async function transaction<T>(db: Db, work: (tx: Transaction) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (attempt < 3 && RETRYABLE.has((error as { code?: string }).code ?? '')) return transaction(db, work, attempt + 1);
    throw error;
  }
}
