/** The connection pool, the query builder, and transactions. */
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;
/** For repositories, which work inside and outside of a transaction. */
export type Queries = Db | Transaction;

/** bigint columns are counters and milliseconds here, all far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Connections per process. */
  poolSize: number;
  /** Maximum wait for a connection before the database counts as unavailable, in milliseconds. */
  connectTimeoutMs: number;
  /** Maximum duration of a statement, in milliseconds; 0 for no limit. */
  statementTimeoutMs: number;
  onIdleError?: (error: Error) => void;
}

export interface CancellablePool extends pg.Pool {
  /** Closes all connections at once; open transactions roll back. */
  destroyConnections(): void;
  /**
   * Cancels the running statement of a connection, over a separate one: the pool may be exhausted by the very work to be
   * cancelled. No effect if none is running.
   * @param pid of the connection's backend process
   */
  cancel(pid: number): Promise<void>;
}

export interface DatabaseAccess {
  readonly db: Db;
  /** The pool below `db`, for streams and cancelling. */
  readonly pool: CancellablePool;
}

export function openPool(options: DatabaseOptions): CancellablePool {
  const settings = {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    application_name: 'gatehouse',
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  const cancelPool = new pg.Pool({ ...settings, max: 1 });
  cancelPool.on('error', () => undefined);
  const end: () => Promise<void> = pool.end.bind(pool);
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => options.onIdleError?.(withoutClient(error)));
  // The same between two queries of a transaction; the next query fails.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return Object.assign(pool, {
    destroyConnections() {
      for (const { connection } of clients) connection.stream.destroy();
    },
    async cancel(pid: number) {
      await cancelPool.query('SELECT pg_cancel_backend($1)', [pid]);
    },
    async end() {
      await Promise.all([end(), cancelPool.end()]);
    },
  });
}

/** The pool hangs the connection on its errors, and the connection knows the password: a log would have it. */
const withoutClient = (error: Error): Error =>
  Object.assign(new Error(error.message), { code: (error as { code?: string }).code, stack: error.stack });

export const openDatabase = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

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
