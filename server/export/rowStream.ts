/** Streams the rows of a query of any length in constant memory, no faster than they are read. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Compilable } from 'kysely';
import type pg from 'pg';
import QueryStream from 'pg-query-stream';
import { OWN_BACKEND, type Backend, type CancellablePool } from '../db/database.ts';
import type { ReadStore } from '../db/reads.ts';
import { acquireExportSlot, type ExportLimits } from './exportLimiter.ts';

const BATCH_ROWS = 1000;
/** How long to wait for a statement that fails at once, so that its error can still become a status code. */
const FIRST_ROW_WAIT_MS = 100;

/**
 * The pool's statement timeout is meant for short calls. Parallel workers would sort all rows before the first arrives, where one
 * reads them along the index of the order.
 */
const SETTINGS = 'SET LOCAL statement_timeout = 0; SET LOCAL max_parallel_workers_per_gather = 0';

/** A Readable in object mode: `for await` gives one `Row` at a time. */
export interface RowStream<Row> extends Readable {
  [Symbol.asyncIterator](): NodeJS.AsyncIterator<Row>;
}

export interface RowStreamOptions {
  /** The reader, for the limits on streams; absent: the server itself, which is not limited. */
  readonly reader?: { readonly userName: string | null; readonly limits: ExportLimits };
  /** Called in its transaction before the statement. */
  readonly verify?: ReadStore['verify'];
  /** A snapshot by `pg_export_snapshot()` of a transaction that is still open, from which the rows are read. */
  readonly snapshot?: string;
}

/**
 * The rows come from one statement, hence one snapshot. Destroying the stream cancels the statement.
 * @throws TooManyDownloads, Busy while too many streams are open; the statement's own error where it fails at once
 */
export async function openRowStream<Row>(
  pool: CancellablePool,
  query: Compilable<Row>,
  options: RowStreamOptions = {},
): Promise<RowStream<Row>> {
  const { reader } = options;
  const releaseSlot = reader ? acquireExportSlot(reader.limits, reader.userName) : () => undefined;
  const stream = await start(pool, query, releaseSlot, options).catch((error: unknown) => {
    releaseSlot();
    throw error;
  });
  // The stream may fail before it is read; its reader gets the error then.
  stream.on('error', () => undefined);
  const abort = new AbortController();
  try {
    await Promise.race([once(stream, 'readable'), delay(FIRST_ROW_WAIT_MS, undefined, abort)]);
  } finally {
    abort.abort();
  }
  return stream;
}

async function start(
  pool: CancellablePool,
  query: Compilable,
  releaseSlot: () => void,
  { verify, snapshot }: RowStreamOptions,
): Promise<QueryStream> {
  const client = await pool.connect();
  try {
    await client.query(
      snapshot === undefined
        ? `BEGIN READ ONLY; ${SETTINGS}`
        : `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET TRANSACTION SNAPSHOT ${client.escapeLiteral(snapshot)}; ${SETTINGS}`,
    );
    const { rows } = await client.query<Backend>(OWN_BACKEND);
    const [backend] = rows;
    await verify?.(async (text) => (await client.query<object>(text)).rows);
    const { sql, parameters } = query.compile();
    const stream = new PooledQueryStream(sql, [...parameters], { batchSize: BATCH_ROWS });
    stream.release = (isFinished) => {
      releaseSlot();
      if (isFinished) endTransaction(client);
      else {
        client.release(true);
        if (backend) pool.cancel(backend).catch(() => undefined);
      }
    };
    return client.query(stream);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function endTransaction(client: pg.PoolClient): void {
  client.query('COMMIT').then(
    () => {
      client.release();
    },
    () => {
      client.release(true);
    },
  );
}

/**
 * Releases the connection at once when destroyed; pg-query-stream waits for the end of the batch, or for ever if the connection
 * is lost.
 */
class PooledQueryStream extends QueryStream {
  release: (isFinished: boolean) => void = () => undefined;

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.release(this.readableEnded && !error);
    done(error);
  }
}
