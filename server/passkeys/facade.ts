/** Passkeys for other modules. */
import type { Queries, Transaction } from '../db/database.ts';

/** Whether the user can log in with a passkey. */
export async function hasPasskeys(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries.selectFrom('passkeys').select('passkey_id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Deletes a user's passkeys, for an administrator's reset. @returns their number */
export async function forgetPasskeys(tx: Transaction, userId: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}
