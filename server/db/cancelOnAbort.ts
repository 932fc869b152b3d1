/** Cancels the running statement of a connection when its result is no longer needed. */
import { sql } from 'kysely';
import type { Db, CancellablePool, Queries } from './database.ts';

/** The connection with `check` called before each of its statements. */
export const withCheck = (connection: Db, check: () => void): Db =>
  connection.withPlugin({
    transformQuery({ node }) {
      check();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

/**
 * @param connection a transaction or a dedicated connection
 * @param signal aborts when the result is no longer needed; undefined: never
 * @param work gets a check to call between statements; it throws after the abort
 */
export async function cancelOnAbort<T>(
  pool: CancellablePool,
  connection: Queries,
  signal: AbortSignal | undefined,
  work: (check: () => void) => Promise<T>,
): Promise<T> {
  if (!signal) return work(() => undefined);
  const { pid } = (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(connection)).rows[0] as { pid: number };
  // The client may have disconnected while all connections were taken.
  signal.throwIfAborted();
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = pool.cancel(pid).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await work(() => {
      signal.throwIfAborted();
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Keeps the connection until then, so that the cancel can't hit another caller's statement.
    await cancelled;
  }
}
