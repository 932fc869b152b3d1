/** Erases an account; what refers to it goes with it. */
import type { Transaction } from '../db/database.ts';
import type { Author } from './author.ts';
import { mailOwner, type Owner } from './mails.ts';

/**
 * The former owner gets a mail; of an invitation that was not accepted there is none.
 * @param pseudonym put in the place of the name of the user, where others were invited by them
 */
export async function erase(
  tx: Transaction,
  author: Author,
  user: Owner & { readonly registered_at: Date | null },
  pseudonym: string,
): Promise<void> {
  const userName = user.user_name ?? user.email;
  await tx.updateTable('users').set({ invited_by: pseudonym }).where('invited_by', '=', userName).execute();
  await tx.deleteFrom('users').where('user_id', '=', user.user_id).execute();
  if (user.registered_at !== null) await mailOwner(tx, user, 'accountErased', { administrator: author.name }, author.now);
}
