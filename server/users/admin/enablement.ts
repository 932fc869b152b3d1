/** Enables and disables users. What disabling ends (sessions, keys, links) is not restored by enabling. */
import { sql, type SqlBool } from 'kysely';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import type { Transaction } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';
import { voidEmailChanges } from '../../session/emailChange.ts';
import { requireSystemAdministrator } from '../../session/systemAdministrators.ts';

/** @throws ManagedByDirectory for a user whom the organisation's directory has disabled: only it can enable them again */
async function enable(tx: Transaction, userId: string): Promise<boolean> {
  const left = await tx
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('active', '=', false)
    .executeTakeFirst();
  if (left) throw problem('ManagedByDirectory');
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ enabled: true })
    .where('user_id', '=', userId)
    .where('enabled', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * @returns how many API keys were deleted; undefined if the user was disabled already
 * @throws LastSystemAdministrator
 */
async function disable(tx: Transaction, userId: string, now: Date): Promise<number | undefined> {
  const disabled = await tx
    .updateTable('users')
    .set({ enabled: false })
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .returning('roles')
    .executeTakeFirst();
  if (!disabled) return undefined;
  const keys = await closeAccess(tx, [userId], now);
  if (isSystemAdmin(disabled)) await requireSystemAdministrator(tx);
  return keys;
}

/** @returns details for the audit; undefined if nothing changed. @throws LastSystemAdministrator */
export async function setEnabled(tx: Transaction, userId: string, enabled: boolean, now: Date) {
  if (enabled) return (await enable(tx, userId)) ? { enabled } : undefined;
  const keys = await disable(tx, userId, now);
  return keys === undefined ? undefined : { enabled, apiKeysEnded: keys };
}

/**
 * Ends sessions, API keys, remembered browsers, grants, recovery links and pending e-mail changes of these users. @returns the number of deleted API keys
 */
export async function closeAccess(tx: Transaction, userIds: readonly string[], now: Date): Promise<number> {
  const ofUsers = sql<SqlBool>`user_id = ANY (${userIds}::uuid[])`;
  await tx
    .deleteFrom('sessions')
    .where(sql<SqlBool>`${ofUsers} OR impersonator_id = ANY (${userIds}::uuid[])`)
    .execute();
  const { numDeletedRows: keys } = await tx.deleteFrom('api_keys').where(ofUsers).executeTakeFirst();
  await tx.deleteFrom('remembered_browsers').where(ofUsers).execute();
  await tx.deleteFrom('grants').where(ofUsers).execute();
  await voidEmailChanges(tx, userIds, now);
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where(ofUsers)
    .where('purpose', '=', 'recovery')
    .where('used_at', 'is', null)
    .execute();
  return Number(keys);
}
