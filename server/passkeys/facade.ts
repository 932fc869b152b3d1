/** Passkeys for other modules. */
import type { Queries } from '../db/database.ts';

/** Whether the user can log in with a passkey. */
export async function hasPasskeys(queries: Queries, userId: string): Promise<boolean> {
  const row = await queries.selectFrom('passkeys').select('passkey_id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}
