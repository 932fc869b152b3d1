/** The audit's partitions in a backup: restored events are in the months that they were in. */
import type pg from 'pg';
import {
  endOfMonth,
  monthOf,
  parseMonth,
  PARTITION_BOUNDS,
  partitionOf,
  startOfMonth,
  toPartitions,
} from '../audit/partitions.ts';

const find = async (client: pg.ClientBase) =>
  toPartitions((await client.query<{ name: string; bounds: string }>(PARTITION_BOUNDS)).rows);

/** @returns their months */
export const savedPartitions = async (client: pg.ClientBase): Promise<string[]> =>
  (await find(client)).map(({ from }) => monthOf(from));

/** In place of those that are there, which are empty. Names of months from the file, and nothing else, enter a statement. */
export async function restorePartitions(client: pg.ClientBase, months: readonly string[]): Promise<void> {
  for (const { name } of await find(client)) await client.query(`DROP TABLE ${name}`);
  for (const month of months.map(parseMonth).filter((one) => one !== undefined))
    await client.query('SELECT make_audit_partition($1, $2, $3)', [partitionOf(month), startOfMonth(month), endOfMonth(month)]);
}
