/** Reads any number of rows in flat memory, through a cursor of the database's: one snapshot, batch by batch. */
import { sql, type Expression } from 'kysely';
import type { Store } from './database.ts';
import { enterReading, STALLED_MS } from './readers.ts';

const BATCH = 1000;

/**
 * Opens a cursor and gives its batches; empty ones may occur. End it by `return()` when it is not read to the end: a batch that the
 * store is still working at is cancelled.
 * @param reader who asks, by user name
 * @throws TooManyDownloads, Busy while too many are open
 */
export async function openRows<Row>(
  { db, pool }: Store,
  query: Expression<Row>,
  reader: string | null = null,
): Promise<AsyncGenerator<Row[]>> {
  const work: Work = { pid: undefined, fetching: false };
  const rows = read(db, query, reader, work);
  // Runs to the first yield: from there on `return()` reaches the `finally`, whether or not anybody reads.
  await rows.next();
  const end = rows.return.bind(rows);
  return Object.assign(rows, {
    async return(value: undefined) {
      // The connection stays this cursor's until `end` is called, so that nobody else's query is met.
      if (work.fetching && work.pid !== undefined) await pool.cancel(work.pid).catch(() => undefined);
      return end(value);
    },
  });
}

/** What the store does for a cursor at this moment. */
interface Work {
  pid: number | undefined;
  fetching: boolean;
}

async function* read<Row>(db: Store['db'], query: Expression<Row>, reader: string | null, work: Work): AsyncGenerator<Row[]> {
  const leave = enterReading(reader);
  try {
    const tx = await db.startTransaction().execute();
    try {
      const { rows: settings } = await sql<{ pid: number }>`
        SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', ${String(STALLED_MS)}, true)`.execute(
        tx,
      );
      work.pid = settings[0]?.pid;
      await sql`DECLARE export NO SCROLL CURSOR FOR ${query}`.execute(tx);
      yield [];
      for (;;) {
        work.fetching = true;
        const { rows } = await sql<Row>`FETCH FORWARD ${sql.lit(BATCH)} FROM export`.execute(tx);
        work.fetching = false;
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      work.fetching = false;
      // A connection that was lost has nothing left to roll back.
      await tx
        .rollback()
        .execute()
        .catch(() => undefined);
    }
  } finally {
    leave();
  }
}
