/** Work on one connection that ends when nobody wants it any more: the statement that the store is at is cancelled. */
import { sql } from 'kysely';
import type { Db, OwnPool, Queries } from './database.ts';

/** `one`, which makes `check` before each of its statements. */
export const checkedBy = (one: Db, check: () => void): Db =>
  one.withPlugin({
    transformQuery({ node }) {
      check();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

/**
 * @param one of a transaction, or of a connection kept for this
 * @param unwanted aborts when the work is for nobody; absent: it is done in any case
 * @param work is given a check for the time between two statements, which throws then
 */
export async function cancelOnAbort<T>(
  pool: OwnPool,
  one: Queries,
  unwanted: AbortSignal | undefined,
  work: (check: () => void) => Promise<T>,
): Promise<T> {
  if (!unwanted) return work(() => undefined);
  const { pid } = (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(one)).rows[0] as { pid: number };
  // Also of somebody who went while all connections were taken.
  unwanted.throwIfAborted();
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = pool.cancel(pid).catch(() => undefined);
  };
  unwanted.addEventListener('abort', cancel, { once: true });
  try {
    return await work(() => {
      unwanted.throwIfAborted();
    });
  } catch (error) {
    unwanted.throwIfAborted();
    throw error;
  } finally {
    unwanted.removeEventListener('abort', cancel);
    // The connection stays this work's until then, so that nobody else's statement is met.
    await cancelled;
  }
}
