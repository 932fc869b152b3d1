/** The audit's partitions in a backup: restored events are in the months that they were in. */
import type pg from 'pg';
import { endOfMonth, parseMonth, partitionOf, SELECT_MONTHS, startOfMonth } from '../audit/partitions.ts';

/** @returns their months */
export const savedPartitions = async (client: pg.ClientBase): Promise<string[]> =>
  (await client.query<{ month: string }>(SELECT_MONTHS)).rows.map(({ month }) => month);

/** Replaces the existing partitions, which are empty. Nothing from the file but names of months enters a statement. */
export async function restorePartitions(client: pg.ClientBase, months: readonly string[]): Promise<void> {
  for (const month of await savedPartitions(client)) await client.query(`DROP TABLE ${partitionOf(month)}`);
  for (const month of months.map(parseMonth).filter((one) => one !== undefined))
    await client.query('SELECT make_audit_partition($1, $2, $3)', [partitionOf(month), startOfMonth(month), endOfMonth(month)]);
}
