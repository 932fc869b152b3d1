/**
 * The partitions of the audit: a job makes those of the next months before they begin, so that their events need not be moved, and
 * drops those of former months once they are empty.
 */
import { sql } from 'kysely';
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';
import { addMonths, endOfMonth, monthOf, startOfMonth } from './months.ts';

/** Advisory lock, the same in all processes: held while partitions come and go. */
const PARTITIONS_LOCK = 7_406_026;
const MONTHS_AHEAD = 3;
/** Readers wait behind a waiting change of partitions; a longer report is left for the next run. */
const LOCK_TIMEOUT_MS = 500;

export interface Partition {
  readonly name: string;
  /** Null: from the beginning on. */
  readonly from: Date | null;
  readonly to: Date;
}

/** The month of a partition made for one. */
export const partitionOf = (month: string): string => `audit_events_${month.replace('-', '_')}`;

export const PARTITION_BOUNDS = `
  SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'audit_events'::regclass`;

/** @param rows of {@link PARTITION_BOUNDS}. @returns all but the default partition, in order of time */
export const toPartitions = (rows: readonly { name: string; bounds: string }[]): Partition[] =>
  rows
    .flatMap(({ name, bounds }) => {
      const [, from, to] = /FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)/.exec(bounds) ?? [];
      const isFirst = from === undefined || from === '-infinity';
      return to === undefined ? [] : [{ name, from: isFirst ? null : new Date(from), to: new Date(to) }];
    })
    .sort((one, other) => Number(one.to) - Number(other.to));

export const findPartitions = async (queries: Queries): Promise<Partition[]> =>
  toPartitions((await sql<{ name: string; bounds: string }>`${sql.raw(PARTITION_BOUNDS)}`.execute(queries)).rows);

/** Makes the partitions of this month and the next three. @returns their names, unless they were there */
export async function makePartitions(db: Db, now: Date): Promise<string[]> {
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => addMonths(monthOf(now), ahead));
  const made: string[] = [];
  for (const month of await missingMonths(db, wanted))
    await transaction(db, async (tx) => {
      await lockPartitions(tx);
      if ((await missingMonths(tx, [month])).length === 0) return;
      const [from, to] = [startOfMonth(month), endOfMonth(month)];
      await sql`SELECT make_audit_partition(${partitionOf(month)}, ${from}, ${to})`.execute(tx);
      made.push(partitionOf(month));
    });
  return made;
}

async function missingMonths(queries: Queries, months: readonly string[]): Promise<string[]> {
  const partitions = await findPartitions(queries);
  return months.filter((month) => {
    const start = startOfMonth(month);
    return !partitions.some(({ from, to }) => (from === null || from <= start) && start < to);
  });
}

/** Drops partitions of former months without an event. @returns their names */
export async function dropEmptyPartitions(db: Db, now: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name } of (await findPartitions(db)).filter(({ to }) => to <= startOfMonth(monthOf(now)))) {
    if (!(await isEmpty(db, name))) continue;
    await transaction(db, async (tx) => {
      await lockPartitions(tx);
      await lockOutReaders(tx);
      const { rows } = await sql`SELECT FROM pg_class WHERE oid = to_regclass(${name})`.execute(tx);
      if (rows.length === 0 || !(await isEmpty(tx, name))) return;
      await sql`DROP TABLE ${sql.table(name)}`.execute(tx);
      dropped.push(name);
    });
  }
  return dropped;
}

/** Partitions neither come nor go until the end of the transaction. */
export async function lockPartitions(tx: Transaction): Promise<void> {
  await waitForLock(tx, PARTITIONS_LOCK);
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
}

/** A partition is dropped while nothing reads any: to be called last, as everything else waits meanwhile. */
export const lockOutReaders = (tx: Transaction) => sql`LOCK TABLE ONLY audit_events IN ACCESS EXCLUSIVE MODE`.execute(tx);

async function isEmpty(queries: Queries, partition: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(partition)} LIMIT 1`.execute(queries);
  return rows.length === 0;
}
