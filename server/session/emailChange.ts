/** Ends pending changes of an e-mail address. */
import { sql, type SqlBool } from 'kysely';
import type { Transaction } from '../db/database.ts';

/** Voids the pending address of these users and both links mailed for it. */
export async function voidEmailChanges(tx: Transaction, userIds: readonly string[], now: Date): Promise<void> {
  const ofUsers = sql<SqlBool>`user_id = ANY (${userIds}::uuid[])`;
  await tx
    .updateTable('users')
    .set({ pending_email: null, pending_email_by: null, pending_email_at: null })
    .where(ofUsers)
    .where('pending_email', 'is not', null)
    .execute();
  await tx
    .updateTable('links')
    .set({ used_at: now })
    .where(ofUsers)
    .where('purpose', 'in', ['confirmEmail', 'cancelEmail'])
    .where('used_at', 'is', null)
    .execute();
}
