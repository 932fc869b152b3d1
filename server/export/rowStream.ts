/** Streams the rows of a query of any length in constant memory, no faster than they are read. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Compilable } from 'kysely';
import type pg from 'pg';
import QueryStream from 'pg-query-stream';
import type { CancellablePool } from '../db/database.ts';
import { acquireExportSlot } from './exportLimiter.ts';

const BATCH_ROWS = 1000;
/** How long to wait for a statement that fails at once, so that its error can still become a status code. */
const FIRST_ROW_WAIT_MS = 100;

/** A Readable in object mode: `for await` gives one `Row` at a time. */
export interface RowStream<Row> extends Readable {
  [Symbol.asyncIterator](): NodeJS.AsyncIterator<Row>;
}

/**
 * The rows come from one statement, hence one snapshot. Destroying the stream cancels the statement.
 * @param userName of the user it is read for; null: the server itself
 * @throws TooManyDownloads, Busy while too many streams are open; the statement's own error where it fails at once
 */
export async function openRowStream<Row>(
  pool: CancellablePool,
  query: Compilable<Row>,
  userName: string | null = null,
): Promise<RowStream<Row>> {
  const releaseSlot = acquireExportSlot(userName);
  const stream = await start(pool, query, releaseSlot).catch((error: unknown) => {
    releaseSlot();
    throw error;
  });
  // It may break off before it is read; its reader gets the error then.
  stream.on('error', () => undefined);
  const abort = new AbortController();
  try {
    await Promise.race([once(stream, 'readable'), delay(FIRST_ROW_WAIT_MS, undefined, abort)]);
  } finally {
    abort.abort();
  }
  return stream;
}

async function start(pool: CancellablePool, query: Compilable, releaseSlot: () => void): Promise<QueryStream> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN READ ONLY');
    // The pool's statement timeout is meant for short calls.
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pg_backend_pid() AS pid, set_config('statement_timeout', '0', true)`,
    );
    const { sql, parameters } = query.compile();
    const stream = new PooledQueryStream(sql, [...parameters], { batchSize: BATCH_ROWS });
    stream.release = (isFinished) => {
      releaseSlot();
      if (isFinished) endTransaction(client);
      else {
        client.release(true);
        pool.cancel(rows[0]?.pid ?? 0).catch(() => undefined);
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
