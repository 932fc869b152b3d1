/**
 * The partitions of the audit: a job makes those of the next months before they begin, so that their events need not be moved, and
 * drops those of former months once they are empty.
 */
import { sql } from 'kysely';
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';

/** Advisory lock, the same in all processes: held while partitions are created and dropped. */
const PARTITIONS_LOCK = 7_406_026;
const MONTHS_AHEAD = 3;
/** Readers wait behind a waiting change of partitions; a longer report is left for the next run. */
const LOCK_TIMEOUT_MS = 500;

/** A month of UTC, `YYYY-MM`: the unit in which events are stored, signed and archived. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** @returns undefined unless the text is a month */
export const parseMonth = (text: string): string | undefined => (/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined);

export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** @param count may be negative */
export function addMonths(month: string, count: number): string {
  const start = startOfMonth(month);
  start.setUTCMonth(start.getUTCMonth() + count);
  return monthOf(start);
}

export const endOfMonth = (month: string): Date => startOfMonth(addMonths(month, 1));

const PREFIX = 'audit_events_';

/** The name of a month's partition. */
export const partitionOf = (month: string): string => PREFIX + month.replace('-', '_');

/** Selects the months in order; the default partition is not among them. */
export const SELECT_MONTHS = `
  SELECT replace(substr(c.relname, ${String(PREFIX.length + 1)}), '_', '-') AS month FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'audit_events'::regclass AND c.relname <> '${PREFIX}default' ORDER BY 1`;

/** Months that have a partition. */
export const partitionedMonths = async (queries: Queries): Promise<string[]> =>
  (await sql<{ month: string }>`${sql.raw(SELECT_MONTHS)}`.execute(queries)).rows.map(({ month }) => month);

/** Makes the partitions of this month and the next three. @returns the names of those that it has made */
export async function makePartitions(db: Db, now: Date): Promise<string[]> {
  const wanted = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => addMonths(monthOf(now), ahead));
  const there = await partitionedMonths(db);
  const made: string[] = [];
  for (const month of wanted.filter((one) => !there.includes(one)))
    await transaction(db, async (tx) => {
      await lockPartitions(tx);
      if (await makePartition(tx, month)) made.push(partitionOf(month));
    });
  return made;
}

/** Makes the partition of a month, unless it is there. To be called under {@link lockPartitions}. */
export async function makePartition(tx: Transaction, month: string): Promise<boolean> {
  if ((await partitionedMonths(tx)).includes(month)) return false;
  await sql`SELECT make_audit_partition(${partitionOf(month)}, ${startOfMonth(month)}, ${endOfMonth(month)})`.execute(tx);
  return true;
}

/** Drops partitions of former months without an event. @returns their names */
export async function dropEmptyPartitions(db: Db, now: Date): Promise<string[]> {
  const dropped: string[] = [];
  for (const month of (await partitionedMonths(db)).filter((one) => one < monthOf(now))) {
    const name = partitionOf(month);
    if (!(await isEmpty(db, name))) continue;
    await transaction(db, async (tx) => {
      await lockPartitions(tx);
      await lockOutReaders(tx);
      if (!(await partitionedMonths(tx)).includes(month) || !(await isEmpty(tx, name))) return;
      await sql`DROP TABLE ${sql.table(name)}`.execute(tx);
      dropped.push(name);
    });
  }
  return dropped;
}

/** Keeps partitions from being created or dropped by others until the end of the transaction. */
export async function lockPartitions(tx: Transaction): Promise<void> {
  await waitForLock(tx, PARTITIONS_LOCK);
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
}

/** Waits until nothing reads the partitions, so that one can be dropped. Call it last, as everything else waits meanwhile. */
export const lockOutReaders = (tx: Transaction) => sql`LOCK TABLE ONLY audit_events IN ACCESS EXCLUSIVE MODE`.execute(tx);

async function isEmpty(queries: Queries, partition: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM ${sql.table(partition)} LIMIT 1`.execute(queries);
  return rows.length === 0;
}
