/** Which directory or list manages an account: it changes what the source says, and others do not. */
import { sql, type RawBuilder } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** SQL of a change that returns `user_id` and `enabled`. @param found relation with the `user_id` of accounts that nothing manages */
export const bindToDirectory = (source: string, found: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  UPDATE users u SET external_source = ${source}, version = u.version + 1
    FROM ${found} WHERE u.user_id = ${found}.user_id RETURNING u.user_id, u.enabled`;

/** @returns how many accounts are managed here again */
export async function releaseFromDirectory(tx: Transaction, source: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(({ eb }) => ({ external_source: null, external_id: null, version: eb('version', '+', 1) }))
    .where('external_source', '=', source)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
