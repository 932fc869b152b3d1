/** Enables and disables accounts. Enabling restores nothing that disabling has ended. */
import type { Transaction } from '../db/database.ts';
import { problem } from '../http/problem.ts';
import { change, type AccountRow } from './account.ts';
import type { Author } from './author.ts';

/**
 * @returns details for the audit; undefined if nothing changed
 * @throws LastSystemAdministrator, LastAdministrator; ManagedByDirectory for a user that the organisation's directory has disabled: only it can
 * enable the user again
 */
export async function setEnabled(tx: Transaction, author: Author, user: AccountRow, enabled: boolean) {
  if (user.enabled === enabled) return undefined;
  if (enabled) await requireNotDisabledByDirectory(tx, user.user_id);
  const { apiKeys } = await change(tx, author, user, { enabled });
  return enabled ? { enabled } : { enabled, apiKeysEnded: apiKeys ?? 0 };
}

async function requireNotDisabledByDirectory(tx: Transaction, userId: string): Promise<void> {
  const disabledByDirectory = await tx
    .selectFrom('scim_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('active', '=', false)
    .executeTakeFirst();
  if (disabledByDirectory) throw problem('ManagedByDirectory');
}
