/** A user's e-mail address: the present one and the one that waits for its proof. */
import type { Queries, Transaction } from '../db/database.ts';
import { sponsor, type Author } from './author.ts';

/** Stores an address until a mailed link proves it. */
export async function setPendingEmail(tx: Transaction, author: Author, userId: string, email: string): Promise<void> {
  const [by = null] = author.sponsorIds;
  await tx
    .updateTable('users')
    .set({ pending_email: email, pending_email_by: by, pending_email_at: author.now })
    .where('user_id', '=', userId)
    .execute();
  await sponsor(tx, author, userId);
}

/** Who uses a link that was mailed to the present address has proven it. Links end with the address that they were mailed to. */
export async function recordEmailProof(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries
    .updateTable('users')
    .set({ email_proven_at: now })
    .where('user_id', '=', userId)
    .where('email_proven_at', 'is', null)
    .execute();
}
