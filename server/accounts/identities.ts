/** Linked log-ins: a link is a credential, as whoever controls its provider controls the account. Its key is connection, issuer and subject. */
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import { sponsor, type Author } from './author.ts';

export interface NewLink {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  /** What the provider calls the account. */
  readonly account: string | null;
  /** Where its owner has proven the account with its own credentials; null: the provider alone vouches for it. */
  readonly provenIn: 'session' | 'login' | null;
}

/** @param author who looks after the connection. @throws a unique violation, if another was faster */
export async function link(
  tx: Transaction,
  author: Author,
  { connectionId, issuer, subject, userId, account, provenIn }: NewLink,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({
      identity_id: randomUUID(),
      connection_id: connectionId,
      issuer,
      subject,
      user_id: userId,
      account,
      created_at: author.now,
      proven_at: provenIn === null ? null : author.now,
      proven_in: provenIn,
      last_login_at: null,
    })
    .execute();
  await sponsor(tx, author, userId);
}

/** @returns the link with the name of its connection; undefined if the user has no such link */
export const unlink = (tx: Transaction, { userId, identityId }: { readonly userId: string; readonly identityId: string }) =>
  tx
    .deleteFrom('identities as i')
    .using('connections as c')
    .whereRef('c.connection_id', '=', 'i.connection_id')
    .where('i.identity_id', '=', identityId)
    .where('i.user_id', '=', userId)
    .returning(['c.name', 'i.account', 'c.connection_id'])
    .executeTakeFirst();

/** @returns the removed link of the user with a connection */
export const unlinkConnection = (
  tx: Transaction,
  { userId, connectionId }: { readonly userId: string; readonly connectionId: string },
) =>
  tx
    .deleteFrom('identities')
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .returning('account')
    .executeTakeFirst();

/** @returns false if the link has ended meanwhile */
export async function recordLinkUse(
  tx: Transaction,
  { connectionId, userId }: { readonly connectionId: string; readonly userId: string },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identities')
    .set({ last_login_at: now })
    .where('connection_id', '=', connectionId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
