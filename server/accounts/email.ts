/** A user's e-mail address: the present one and the one that waits for its proof. */
import { sql } from 'kysely';
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

/** A user who uses a link that was mailed to the present address has proven it. Links end with the address that they were mailed to. */
export async function recordEmailProof(queries: Queries, userId: string, now: Date): Promise<void> {
  await queries
    .updateTable('users')
    .set({ email_proven_at: now })
    .where('user_id', '=', userId)
    .where('email_proven_at', 'is', null)
    .execute();
}

/** The address of `users as u` after they have given up theirs, in a domain that never has mailboxes (RFC 2606); the id makes it unique. */
export const FORMER_EMAIL = sql`u.user_id || '@former.invalid'`;

/** Users who have left give up their addresses, which the next user may have. They have no credentials that a mail could concern. */
export async function giveUpEmails(tx: Transaction, userIds: readonly string[]): Promise<void> {
  await sql`UPDATE users u SET email = ${FORMER_EMAIL}, email_proven_at = NULL, version = version + 1
    WHERE user_id = ANY (${userIds}::uuid[])`.execute(tx);
}
