/** Erases an account; what refers to it goes with it. */
import type { Transaction } from '../db/database.ts';

/** @param pseudonym put in the place of the name of the user, where others were invited by them */
export async function erase(
  tx: Transaction,
  { userId, userName, pseudonym }: { readonly userId: string; readonly userName: string; readonly pseudonym: string },
): Promise<void> {
  await tx.updateTable('users').set({ invited_by: pseudonym }).where('invited_by', '=', userName).execute();
  await tx.deleteFrom('users').where('user_id', '=', userId).execute();
}
