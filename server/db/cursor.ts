/** Reads any number of rows in flat memory, through a cursor of the database's: one snapshot, batch by batch. */
import { sql, type Expression } from 'kysely';
import type { Db } from './database.ts';
import { enterReading, STALLED_MS } from './readers.ts';

const BATCH = 1000;

/**
 * Opens a cursor and gives its batches; empty ones may occur. End it by `return()` when it is not read to the end.
 * @throws Busy while too many are open
 */
export async function openRows<Row>(db: Db, query: Expression<Row>, batch = BATCH): Promise<AsyncGenerator<Row[]>> {
  const rows = read(db, query, batch);
  // Runs to the first yield: from there on `return()` reaches the `finally`, whether or not anybody reads.
  await rows.next();
  return rows;
}

async function* read<Row>(db: Db, query: Expression<Row>, batch: number): AsyncGenerator<Row[]> {
  const leave = enterReading();
  try {
    const tx = await db.startTransaction().execute();
    try {
      await sql`SET LOCAL idle_in_transaction_session_timeout = ${sql.lit(STALLED_MS)}`.execute(tx);
      await sql`DECLARE export NO SCROLL CURSOR FOR ${query}`.execute(tx);
      yield [];
      for (;;) {
        const { rows } = await sql<Row>`FETCH FORWARD ${sql.lit(batch)} FROM export`.execute(tx);
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
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
