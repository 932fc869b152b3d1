/** The stored result of a costly query, which all processes read and one of them renews. */
import { tryLock } from './advisoryLock.ts';
import { transaction, type Db, type Queries, type Transaction } from './database.ts';

interface StoredResult {
  /** The advisory lock under which the result is renewed. */
  readonly lock: number;
  readonly isFresh: (queries: Queries) => Promise<boolean>;
  readonly renew: (tx: Transaction) => Promise<void>;
}

/** Renews the result in one process at a time. @returns whether this call has renewed it */
export async function renewIfStale(db: Db, { lock, isFresh, renew }: StoredResult): Promise<boolean> {
  if (await isFresh(db)) return false;
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, lock)) || (await isFresh(tx))) return false;
    await renew(tx);
    return true;
  });
}
