/** Enabling and disabling. Whatever a disabled account had opened is closed for good: enabling opens none of it again. */
import { isSystemAdmin } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import { voidLinks } from '../db/links.ts';
import { endSessionsOf } from '../db/sessions.ts';
import { demandSystemAdministrator } from '../db/systemAdministrators.ts';

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
  await endSessionsOf(tx, userId);
  const { numDeletedRows: keys } = await tx.deleteFrom('api_keys').where('user_id', '=', userId).executeTakeFirst();
  await tx.deleteFrom('remembered_browsers').where('user_id', '=', userId).execute();
  await tx.deleteFrom('grants').where('user_id', '=', userId).execute();
  await voidLinks(tx, userId, 'recovery', now);
  if (isSystemAdmin(disabled)) await demandSystemAdministrator(tx);
  return Number(keys);
}
