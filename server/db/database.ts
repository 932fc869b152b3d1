/** One pool, one query builder, one way to run a transaction. */
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;
/** What a repository needs: it does not matter to it whether a transaction is open. */
export type Queries = Db | Transaction;

/** bigint columns are counters and milliseconds here, all far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface DatabaseOptions {
  url: string;
  /** Connections per process. */
  poolSize: number;
  /** How long a caller waits for a connection before the store counts as unreachable, in milliseconds. */
  connectTimeoutMs: number;
  /** How long one statement may run, in milliseconds; 0 for no limit. */
  statementTimeoutMs: number;
  onIdleError?: (error: Error) => void;
}

export interface OwnPool extends pg.Pool {
  /** Breaks all connections off, whatever they are doing: nothing that was not committed will have happened. */
  cut(): void;
  /**
   * Cancels what the store does for one of its connections, over another that is kept for that: all of the pool may be taken by
   * work that waits for just this. Where nothing is done it does nothing.
   * @param pid of the store's process
   */
  cancel(pid: number): Promise<void>;
}

export interface Store {
  readonly db: Db;
  /** The connections below `db`, for what is longer than its queries. */
  readonly pool: OwnPool;
}

export function openPool(options: DatabaseOptions): OwnPool {
  const settings = {
    connectionString: options.url,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    application_name: 'gatehouse',
  };
  const pool = new pg.Pool({ ...settings, max: options.poolSize });
  const aside = new pg.Pool({ ...settings, max: 1 });
  aside.on('error', () => undefined);
  const end: () => Promise<void> = pool.end.bind(pool);
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // So would one that breaks between two queries of a transaction; the next query tells.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return Object.assign(pool, {
    cut() {
      for (const { connection } of clients) connection.stream.destroy();
    },
    async cancel(pid: number) {
      await aside.query('SELECT pg_cancel_backend($1)', [pid]);
    },
    async end() {
      await Promise.all([end(), aside.end()]);
    },
  });
}

export const openDatabase = (pool: pg.Pool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

/** Serialisation failures and deadlocks: the database asks to try again. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs `work` in one transaction: all of it happens, or nothing. A deadlock is tried again twice, so `work` must not
 * have effects outside the database.
 */
export async function transaction<T>(db: Db, work: (tx: Transaction) => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (attempt < 3 && RETRYABLE.has((error as { code?: string }).code ?? '')) return transaction(db, work, attempt + 1);
    throw error;
  }
}
