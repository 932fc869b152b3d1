/**
 * Routes reads of lists, counts, reports and exports: to a replica that has the caller's own changes and is not too far behind,
 * else on the primary. Everything else is read on the primary: sessions, permissions, credentials, a row to be changed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { CancellablePool, Db, Queries, Transaction } from './database.ts';
import { POSITION_SQL, positionOf, readPosition, type LogPosition } from './logPosition.ts';
import { watchReplica } from './replicaWatch.ts';
import { isStoreLost } from './storeLost.ts';

/**
 * What a read has to see at least: a position in the log; `latest`: everything committed by now; `primary`: the position is
 * unknown, so the primary is read; undefined: the caller has changed nothing.
 */
export type ReadAfter = LogPosition | 'latest' | 'primary' | undefined;

type Rows = readonly unknown[];

/** A database that a caller may read from. */
export interface ReadStore {
  readonly db: Db;
  readonly pool: CancellablePool;
  /**
   * Call it in the transaction that reads, because the next one may reach another replica.
   * @throws Behind if the replica lacks what the caller has to see
   */
  readonly verify: (query: (sql: string) => Promise<Rows>) => Promise<void>;
}

export interface ReadFigures {
  readonly isUp: boolean;
  readonly lagSeconds: number;
  /** Numbers of reads by outcome: `replica`; `behind` and `unreachable` were read on the primary instead. */
  readonly reads: Readonly<Record<ReadOutcome, number>>;
}
type ReadOutcome = 'replica' | 'behind' | 'unreachable';

export interface Reads {
  /** @param work is repeated on the primary if the replica is behind or breaks off: it only reads, and answers nothing itself */
  on<T>(after: ReadAfter, work: (store: ReadStore) => Promise<T>): Promise<T>;
  /** Runs one or several statements; on a replica in one transaction. */
  read<T>(after: ReadAfter, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs statements in a transaction in any case. */
  transaction<T>(after: ReadAfter, work: (tx: Transaction, pool: CancellablePool) => Promise<T>): Promise<T>;
  /** The position that `queries`, given by `read`, has seen so far; undefined without a replica. */
  seenBy(queries: Queries): Promise<LogPosition | undefined>;
  /** The primary's position, to be remembered after a change; undefined without a replica, `primary` while it does not tell. */
  position(): Promise<LogPosition | 'primary' | undefined>;
  /** Undefined without a replica. */
  figures(): ReadFigures | undefined;
  close(): Promise<void>;
}

/** The replica lacks what the caller has to see. */
class Behind extends Error {
  override readonly name = 'Behind';
}

/** How long a read that wants everything waits for a replica that is a moment behind. */
const CATCH_UP_MS = 100;
const CATCH_UP_EVERY_MS = 10;

/**
 * SQLSTATE codes that occur on a replica only: a conflict with replay, or a table or column of a migration that has not been
 * replayed yet.
 */
const REPLICA_ONLY = new Set(['40001', '42P01', '42703', '42883']);

const readOnly = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.transaction().setAccessMode('read only').execute(work);

/** Reads everything on the primary, without a replica. */
export function readsOnPrimary(db: Db, pool: CancellablePool): Reads {
  const primary: ReadStore = { db, pool, verify: () => Promise.resolve() };
  return {
    on: (_after, work) => work(primary),
    read: (_after, work) => work(db),
    transaction: (_after, work) => readOnly(db, (tx) => work(tx, pool)),
    seenBy: () => Promise.resolve(undefined),
    position: () => Promise.resolve(undefined),
    figures: () => undefined,
    close: () => Promise.resolve(),
  };
}

interface Replicated {
  primary: { db: Db; pool: CancellablePool };
  replica: { db: Db; pool: CancellablePool };
  maxLagMs: number;
  onChange: (isUp: boolean, reason: string) => void;
}

export function readsOnReplica({ primary, replica, maxLagMs, onChange }: Replicated): Reads {
  const watch = watchReplica({ primary: primary.pool, replica: replica.pool, maxLagMs, onChange });
  const counts: Record<ReadOutcome, number> = { replica: 0, behind: 0, unreachable: 0 };
  const onPrimary = readsOnPrimary(primary.db, primary.pool);

  async function on<T>(after: ReadAfter, onReplica: (store: ReadStore) => Promise<T>, instead: () => Promise<T>): Promise<T> {
    const outcome = await tryReplica(after, onReplica);
    if (typeof outcome === 'object') {
      counts.replica += 1;
      return outcome.value;
    }
    counts[outcome] += 1;
    return instead();
  }

  async function tryReplica<T>(
    after: ReadAfter,
    work: (store: ReadStore) => Promise<T>,
  ): Promise<{ value: T } | 'behind' | 'unreachable'> {
    if (!watch.isUp || watch.floor === undefined) return 'unreachable';
    if (after === 'primary') return 'behind';
    const wanted = after === 'latest' ? await readPosition(primary.pool) : (after ?? 0n);
    const patienceMs = after === 'latest' ? CATCH_UP_MS : 0;
    try {
      return { value: await work({ ...replica, verify: (query) => verify(query, wanted, patienceMs) }) };
    } catch (error) {
      if (error instanceof Behind) return 'behind';
      if (REPLICA_ONLY.has((error as { code?: string }).code ?? '')) return 'behind';
      if (!isStoreLost(error)) throw error;
      watch.noteFailure(error);
      return 'unreachable';
    }
  }

  async function verify(query: (sql: string) => Promise<Rows>, wanted: LogPosition, patienceMs: number): Promise<void> {
    const { floor = wanted } = watch;
    const least = wanted > floor ? wanted : floor;
    for (const startedAtMs = performance.now(); ;) {
      if (positionOf(await query(POSITION_SQL)) >= least) return;
      if (performance.now() - startedAtMs >= patienceMs) throw new Behind();
      await pause(CATCH_UP_EVERY_MS);
    }
  }

  const inTransaction = <T>(store: ReadStore, work: (tx: Transaction, pool: CancellablePool) => Promise<T>): Promise<T> =>
    readOnly(store.db, async (tx) => {
      await store.verify(async (sql) => (await tx.executeQuery(CompiledQuery.raw(sql))).rows);
      return work(tx, store.pool);
    });

  return {
    on: (after, work) => on(after, work, () => onPrimary.on(after, work)),
    read: (after, work) =>
      on(
        after,
        (store) => inTransaction(store, work),
        () => onPrimary.read(after, work),
      ),
    transaction: (after, work) =>
      on(
        after,
        (store) => inTransaction(store, work),
        () => onPrimary.transaction(after, work),
      ),
    seenBy: async (queries) => positionOf((await queries.executeQuery(CompiledQuery.raw(POSITION_SQL))).rows),
    position: () => readPosition(primary.pool).catch(() => 'primary' as const),
    figures: () => ({ isUp: watch.isUp, lagSeconds: watch.lagSeconds, reads: { ...counts } }),
    async close() {
      watch.stop();
      await replica.db.destroy();
    },
  };
}
