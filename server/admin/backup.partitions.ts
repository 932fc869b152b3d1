/** The audit's partitions in a backup: restored events are in the months that they were in. */
import type pg from 'pg';
import { monthOf, parseMonth, startOfMonth } from '../audit/months.ts';
import { PARTITION_BOUNDS, partitionOf, toPartitions } from '../audit/partitions.ts';

/** From the start of a month (null: of time) until before the start of another. */
export interface SavedPartition {
  readonly from: string | null;
  readonly to: string;
}

const find = async (client: pg.ClientBase) =>
  toPartitions((await client.query<{ name: string; bounds: string }>(PARTITION_BOUNDS)).rows);

export const savedPartitions = async (client: pg.ClientBase): Promise<SavedPartition[]> =>
  (await find(client)).map(({ from, to }) => ({ from: from && monthOf(from), to: monthOf(to) }));

/** In place of those that are there, which are empty. Names of months from the file, and nothing else, enter a statement. */
export async function restorePartitions(client: pg.ClientBase, partitions: readonly SavedPartition[]): Promise<void> {
  for (const { name } of await find(client)) await client.query(`DROP TABLE ${name}`);
  for (const { from, to } of partitions) {
    const [first, end] = [from === null ? null : parseMonth(from), parseMonth(to)];
    if (first === undefined || end === undefined) continue;
    await client.query('SELECT make_audit_partition($1, $2, $3)', [
      first === null ? 'audit_events_first' : partitionOf(first),
      first === null ? '-infinity' : startOfMonth(first),
      startOfMonth(end),
    ]);
  }
}
