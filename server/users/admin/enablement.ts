/** Enabling and disabling. Whatever a disabled account had opened is closed for good: enabling opens none of it again. */
import { sql, type SqlBool } from 'kysely';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import type { Transaction } from '../../db/database.ts';
import { demandSystemAdministrator } from '../../session/systemAdministrators.ts';

export async function enable(tx: Transaction, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ enabled: true })
    .where('user_id', '=', userId)
    .where('enabled', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * @returns how many API keys ended with the account; undefined where it was disabled already
 * @throws LastSystemAdministrator
 */
export async function disable(tx: Transaction, userId: string, now: Date): Promise<number | undefined> {
  const disabled = await tx
    .updateTable('users')
    .set({ enabled: false })
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .returning('roles')
    .executeTakeFirst();
  if (!disabled) return undefined;
  const keys = await closeAccess(tx, [userId], now);
  if (isSystemAdmin(disabled)) await demandSystemAdministrator(tx);
  return keys;
}

/** Ends whatever these accounts had opened. @returns how many API keys ended with them */
export async function closeAccess(tx: Transaction, userIds: readonly string[], now: Date): Promise<number> {
  const theirs = sql<SqlBool>`user_id = ANY (${userIds}::uuid[])`;
  await tx
    .deleteFrom('sessions')
    .where(sql<SqlBool>`${theirs} OR impersonator_id = ANY (${userIds}::uuid[])`)
    .execute();
  const { numDeletedRows: keys } = await tx.deleteFrom('api_keys').where(theirs).executeTakeFirst();
  await tx.deleteFrom('remembered_browsers').where(theirs).execute();
  await tx.deleteFrom('grants').where(theirs).execute();
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where(theirs)
    .where('purpose', '=', 'recovery')
    .where('used_at', 'is', null)
    .execute();
  return Number(keys);
}
