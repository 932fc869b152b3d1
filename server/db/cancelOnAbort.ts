/** Cancels the running statement of a connection when its result is no longer needed. */
import { CompiledQuery } from 'kysely';
import { OWN_BACKEND, type Backend, type CancellablePool, type Transaction } from './database.ts';

/** The transaction with `check` called before each of its statements. */
export const withCheck = (tx: Transaction, check: () => void): Transaction =>
  tx.withPlugin({
    transformQuery({ node }) {
      check();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });

/**
 * @param tx keeps its backend until its end, also behind a pooler; it ends after this function
 * @param signal aborts when the result is no longer needed; undefined: never
 * @param work gets a check to call between statements; it throws after the abort
 */
export async function cancelOnAbort<T>(
  pool: CancellablePool,
  tx: Transaction,
  signal: AbortSignal | undefined,
  work: (check: () => void) => Promise<T>,
): Promise<T> {
  if (!signal) return work(() => undefined);
  const { rows } = await tx.executeQuery(CompiledQuery.raw(OWN_BACKEND));
  const backend = rows[0] as Backend;
  // The client may have disconnected while all connections were taken.
  signal.throwIfAborted();
  let cancelled: Promise<unknown> | undefined;
  const cancel = () => {
    cancelled = pool.cancel(backend).catch(() => undefined);
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
    // Keeps the backend until the cancel is done, so that the cancel can't hit another caller's statement.
    await cancelled;
  }
}
